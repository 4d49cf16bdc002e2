package io.sordino.ledger;

import io.sordino.ledger.rule.Ask;
import io.sordino.plan.Plans;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A program that spends, in a process of its own: WHERE NAME THREADS CHARGES AT_ONCE ANSWERS. It says every request that was granted once
 * it knows, and in the end how many.
 */
final class Spender {
    private Spender() {}

    private record Sent(String id, CompletableFuture<Decision> decision) {}

    public static void main(String[] arguments) throws InterruptedException {
        String where = arguments[0];
        String name = arguments[1];
        int threads = Integer.parseInt(arguments[2]);
        long charges = Long.parseLong(arguments[3]);
        int atOnce = Integer.parseInt(arguments[4]);
        boolean answers = Boolean.parseBoolean(arguments[5]);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        AtomicLong granted = new AtomicLong();
        try (Ledger ledger = Ledger.open(where)) {
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                String mine = name + "-" + t + "-";
                Thread thread = new Thread(() -> spend(ledger, mine, charges, atOnce, answers, out, granted));
                all.add(thread);
                thread.start();
            }
            for (Thread thread : all) thread.join();
        }
        out.println("granted " + granted);
    }

    private static void spend(
            Ledger ledger,
            String mine,
            long charges,
            int atOnce,
            boolean answers,
            PrintStream out,
            AtomicLong granted) {
        Deque<Sent> sent = new ArrayDeque<>();
        for (long i = 0; i < charges || !sent.isEmpty(); i++) {
            if (i < charges) {
                Request request = Request.of("shared", mine + i, Ask.of(Plans.parse("laplace(1000)")));
                sent.add(new Sent(request.id(), ledger.chargeLater(request)));
                if (sent.size() < atOnce) continue;
            }
            Sent first = sent.remove();
            if (!(first.decision.join() instanceof Decision.Granted)) continue;
            granted.incrementAndGet();
            if (answers) {
                ledger.store("shared", first.id, first.id.getBytes(StandardCharsets.UTF_8));
                // one write, so that lines of several threads do not mix
                out.println("acknowledged " + first.id + " .");
            }
        }
    }
}
