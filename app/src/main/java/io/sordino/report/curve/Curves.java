package io.sordino.report.curve;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.plot.Picture;
import io.sordino.refusal.InvalidException;
import io.sordino.report.Failure;
import io.sordino.report.TimeBudget;
import io.sordino.report.answer.Comparison;
import io.sordino.report.planning.Training;
import io.sordino.report.text.Decimals;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A request for curves.
 *
 * @param entries the plans, all on one picture
 * @param training a training run whose ways of drawing batches are compared; its noise, epochs or size vary
 * @param from where a sweep begins; chosen by the plan if left out
 * @param points how many places a curve has, if there is time
 */
public record Curves(
        What what,
        List<Comparison.Entry> entries,
        Optional<Training> training,
        double delta,
        Optional<Relation> relation,
        Precision wanted,
        Optional<Double> from,
        Optional<Double> to,
        int points) {
    public static final int MOST_POINTS = 1000;
    public static final int MOST_PLANS = 16;

    /** What is drawn. */
    public enum What {
        PROFILE,
        TRADEOFF,
        LOSS,
        RENYI,
        EPSILON_VS_STEPS,
        EPSILON_VS_NOISE,
        EPSILON_VS_N,
        POSITION;

        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** A sweep is a new question at every point, and a line is no thinner than this; one loss serves all points of the others. */
        public Precision usualWidth() {
            return sweeps(this) ? new Precision(3e-3) : Precision.DEFAULT;
        }

        /** Enough for a smooth line; a sweep is a new question at every point. */
        public int usualPoints() {
            return sweeps(this) ? 33 : 65;
        }

        public static String labels() {
            return Arrays.stream(values()).map(What::label).collect(Collectors.joining(", "));
        }

        public static What parse(String name) {
            String wanted = name.strip().toLowerCase(Locale.ROOT).replace('_', '-');
            return Arrays.stream(values())
                    .filter(what -> what.label().equals(wanted))
                    .findFirst()
                    .orElseThrow(() -> new InvalidException(
                            "what must be one of " + labels() + ", was '" + Failure.shortened(name) + "'"));
        }
    }

    public Curves {
        entries = List.copyOf(entries);
        if (!(delta >= 0 && delta < 1))
            throw new InvalidException("delta must be in [0, 1), was " + Decimals.shortest(delta));
        if (!(entries.size() <= MOST_PLANS))
            throw new InvalidException(
                    "plans must be at most " + MOST_PLANS + " on one picture, were " + entries.size());
        if (!(points >= 2 && points <= MOST_POINTS))
            throw new InvalidException("points must be from 2 to " + MOST_POINTS + ", was " + points);
        if (entries.isEmpty() && training.isEmpty())
            throw new InvalidException(
                    "nothing to draw", "give plans, or dataset size, batch size and epochs of a training run");
        if (training.isPresent() && !(sweeps(what) && what != What.POSITION))
            throw new InvalidException(
                    "a training run has no one " + what.label(),
                    "draw epsilon-vs-noise, epsilon-vs-steps or epsilon-vs-n of it, or give a plan");
        if (!(from.orElse(1.0) > 0 && to.orElse(Double.MAX_VALUE) < Double.POSITIVE_INFINITY))
            throw new InvalidException("from must be above 0 and to finite");
        if (!(from.orElse(0.0) < to.orElse(Double.POSITIVE_INFINITY)))
            throw new InvalidException("from must be below to");
    }

    static boolean sweeps(What what) {
        return what.ordinal() >= What.EPSILON_VS_STEPS.ordinal();
    }

    /** Works the picture out; throws the first reason if nothing can be drawn. */
    public Picture picture(Accountant accountant, TimeBudget pace) {
        Sheet sheet = new Sheet(this, accountant, pace);
        if (sweeps(what)) new SweptCurves(sheet).draw();
        else new LossCurves(sheet).draw();
        return sheet.picture();
    }
}
