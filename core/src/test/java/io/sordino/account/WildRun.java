package io.sordino.account;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;

/** Asks the accountant about wild plans and tells what breaks the promise; a program of its own, so that its heap is bounded. */
final class WildRun {
    static final double CPU_SECONDS = 2;
    /** A question that is told to stop may finish what it is at. */
    private static final double GRACE_SECONDS = 0.5;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final double limit;
    private int answered;
    private int refused;
    private double slowest;
    private String slowestPlan = "";

    private WildRun(double limit) {
        this.limit = limit;
    }

    /** Arguments: the seed, how many questions, and how many CPU seconds one may take. */
    public static void main(String[] args) {
        new WildRun(Double.parseDouble(args[2])).run(Long.parseLong(args[0]), Integer.parseInt(args[1]));
    }

    private void run(long seed, int questions) {
        SplittableRandom random = new SplittableRandom(seed);
        warmUp();
        for (int i = 0; i < questions; i++) {
            WildPlans plans = new WildPlans(random.split());
            Mechanism plan = i % 500 == 499 ? plans.crowd(1000) : plans.next(4);
            check(plan, plans).ifPresent(what -> System.out.println("violation: " + what));
        }
        System.out.printf(
                "asked %d, answered %d, refused %d, slowest %.2f CPU s: %s%n",
                answered + refused, answered, refused, slowest, slowestPlan);
    }

    /** The promise is about a warm program. */
    private static void warmUp() {
        for (int i = 0; i < 3; i++)
            Accountant.standard()
                    .epsilon(
                            Plans.parse("100 * poisson(0.01, gaussian(" + (1 + i) + ")) + 10 * laplace(3) + rr(1)"),
                            Relation.ADD_OR_REMOVE_ONE,
                            1e-6,
                            Precision.DEFAULT);
    }

    private Optional<String> check(Mechanism plan, WildPlans plans) {
        Relation relation = plans.chance(0.4) ? Relation.REPLACE_ONE : Relation.ADD_OR_REMOVE_ONE;
        boolean explain = plans.chance(0.1);
        boolean asksEpsilon = explain || plans.chance(0.6);
        double at = asksEpsilon ? plans.delta() : plans.epsilon();
        Precision precision = plans.precision();
        String question = (explain ? "explain" : asksEpsilon ? "epsilon" : "delta") + " at " + at + ", width "
                + precision.width() + ", " + relation.label() + ": " + text(plan);
        long start = threads.getCurrentThreadCpuTime();
        List<String> broken = new ArrayList<>();
        Watch watch = new Watch(start);
        try {
            Mechanism read = plans.chance(0.3) ? Plans.parse(Plans.print(plan)) : plan;
            Accountant accountant = Accountant.standard();
            Guarantee answer = explain
                    ? accountant.explain(read, relation, at, precision)
                    : asksEpsilon
                            ? accountant.epsilon(read, relation, at, precision)
                            : accountant.delta(read, relation, at, precision);
            answered++;
            if (!wellFormed(answer)) broken.add("ill-formed " + answer.epsilon() + " " + answer.logDelta());
        } catch (InvalidException | UnsupportedException | LimitException e) {
            refused++;
        } catch (CancellationException e) {
            refused++;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError | AssertionError e) {
            broken.add(trace(e));
        }
        watch.end();
        double seconds = (threads.getCurrentThreadCpuTime() - start) * 1e-9;
        if (seconds > slowest) {
            slowest = seconds;
            slowestPlan = question;
        }
        if (seconds > limit + (limit == CPU_SECONDS ? GRACE_SECONDS : 0))
            broken.add(String.format("%.2f CPU s", seconds));
        return broken.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", broken) + " for " + question);
    }

    /** Interrupts the asking thread once it has had its processor time, as every program that answers strangers does. */
    private final class Watch {
        private final Thread asking = Thread.currentThread();
        private volatile boolean over;
        private final Thread thread;

        Watch(long start) {
            thread = new Thread(() -> {
                while (!over) {
                    if (threads.getThreadCpuTime(asking.getId()) - start > CPU_SECONDS * 1e9) asking.interrupt();
                    try {
                        Thread.sleep(10);
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        void end() {
            over = true;
            thread.interrupt();
            try {
                // the last word of the watch must not reach the next question
                while (thread.isAlive()) {
                    Thread.interrupted();
                    thread.join(1);
                }
            } catch (InterruptedException e) {
                end();
            }
            Thread.interrupted();
        }
    }

    private static boolean wellFormed(Guarantee answer) {
        Bracket epsilon = answer.epsilon();
        Bracket delta = answer.delta();
        return epsilon.lower() >= 0
                && epsilon.lower() <= epsilon.upper()
                && answer.logDelta().lower() <= answer.logDelta().upper()
                && delta.lower() >= 0
                && delta.lower() <= delta.upper()
                && delta.upper() <= 1
                && !(answer.tight() && answer.limit().isPresent())
                && (answer.tight() || answer.limit().isPresent());
    }

    private static String text(Mechanism plan) {
        String text = Plans.print(plan);
        return text.length() <= 600 ? text : text.substring(0, 600) + "... (" + text.length() + " characters)";
    }

    private static String trace(Throwable e) {
        StringBuilder trace = new StringBuilder(e.toString());
        for (int i = 0; i < Math.min(9, e.getStackTrace().length); i++)
            trace.append(" < ").append(e.getStackTrace()[i]);
        return trace.toString();
    }
}
