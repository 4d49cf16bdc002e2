package io.sordino.table.plan;

import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Calibration.Calibrated;
import io.sordino.account.Precision;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.InvalidException;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.table.query.Query;
import io.sordino.table.query.Settings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * Chooses the noise of a query: all parts together keep the promise, amplification included. One number scales all noises; their proportions make the
 * expected error of the answers least. Gaussian or Laplace noise is taken, whichever errs less.
 */
public final class Planner {
    /** Of the delta, what the selection of keys may use: the rest is the noises'. */
    private static final double SHARE_OF_KEYS = 0.5;
    /** Beyond so many releases Laplace noise cannot win, and to find that out would take long. */
    private static final long MOST_LAPLACE = 12;

    private static final MathContext NOISE_DIGITS = new MathContext(4, RoundingMode.CEILING);
    private static final MathContext DELTA_DIGITS = new MathContext(2, RoundingMode.FLOOR);

    private final Accountant accountant;
    private final Query query;
    private final Settings settings;
    private final Layout layout;

    private Planner(Accountant accountant, Query query) {
        this.accountant = accountant;
        this.query = query;
        settings = query.settings();
        layout = Layout.of(query);
    }

    /** The plan with the least error that keeps the promise; refused where none does. */
    public static QueryPlan plan(Accountant accountant, Query query) {
        return new Planner(accountant, query).best();
    }

    private QueryPlan best() {
        long releases = query.maxGroups()
                * layout.parts().stream().mapToLong(Part::looks).sum();
        boolean vectors = layout.parts().stream().anyMatch(part -> part instanceof Part.Vector);
        if (settings.delta() == 0) {
            if (vectors)
                throw new InvalidException(
                        "VECTOR_SUM has Gaussian noise, which needs a delta above 0", "give --delta 1e-6");
            return candidate(false).plan;
        }
        Candidate gaussian = candidate(true);
        if (vectors || releases > MOST_LAPLACE) return gaussian.plan;
        Candidate laplace = candidate(false);
        return laplace.error < gaussian.error ? laplace.plan : gaussian.plan;
    }

    private record Candidate(QueryPlan plan, double error) {}

    private Candidate candidate(boolean gaussian) {
        double keyDelta = layout.selector().isPresent() ? keyDelta() : 0;
        DoubleFunction<Mechanism> inner = scale -> inner(noises(scale, gaussian), keyDelta);
        boolean amplified = settings.rateOrOne() < 1 && !settings.sampleKnown();
        DoubleFunction<Mechanism> whole =
                amplified ? scale -> new PoissonSampled(settings.rateOrOne(), inner.apply(scale)) : inner;
        // whoever knows the sample sees nothing with probability 1 - q, and the base mechanism otherwise: delta is q
        // times the base's
        double delta =
                settings.sampleKnown() ? Math.min(0.999, settings.delta() / settings.rateOrOne()) : settings.delta();
        Calibrated calibrated = new Calibration(
                        accountant,
                        whole,
                        false,
                        Relation.ADD_OR_REMOVE_ONE,
                        settings.epsilon(),
                        delta,
                        Precision.DEFAULT)
                .solve();
        List<Mechanism> noises = noises(calibrated.value(), gaussian);
        Optional<KeySelection> selection = layout.selector().map(part -> KeySelection.of(noises.get(part), keyDelta));
        double error = 0;
        for (int i = 0; i < noises.size(); i++) {
            double weighted = layout.weights().get(i) * multiplier(noises.get(i));
            error += weighted * weighted * (gaussian ? 1 : 2);
        }
        return new Candidate(
                new QueryPlan(
                        query, layout, noises, calibrated.guarantee().mechanism(), calibrated.guarantee(), selection),
                error);
    }

    /** What one key may cost, where a unit has several and the sample hides it. */
    private double keyDelta() {
        if (!(settings.delta() > 0))
            throw new InvalidException(
                    "keys that come from the data need a delta above 0",
                    "give --delta 1e-6, or the public keys with --keys");
        double each = SHARE_OF_KEYS * settings.delta() / (query.maxGroups() * settings.rateOrOne());
        return new BigDecimal(Math.min(each, 0.01)).round(DELTA_DIGITS).doubleValue();
    }

    static double multiplier(Mechanism noise) {
        return noise instanceof Gaussian gaussian ? gaussian.noiseMultiplier() : ((Laplace) noise).noiseMultiplier();
    }

    /**
     * Least sum of squares of weight times noise, where the cost is the sum of looks over squares (Gaussian) or over noises (Laplace): multipliers
     * go as the fourth or third root of looks over squared weight.
     */
    private List<Mechanism> noises(double scale, boolean gaussian) {
        List<Mechanism> noises = new ArrayList<>();
        for (int i = 0; i < layout.parts().size(); i++) {
            double weight = layout.weights().get(i);
            double proportion = Math.pow(layout.parts().get(i).looks() / (weight * weight), gaussian ? 0.25 : 1 / 3.0);
            if (!(scale * proportion < 1e14)) throw new InvalidException("noise is too large to be drawn");
            double multiplier =
                    new BigDecimal(scale * proportion).round(NOISE_DIGITS).doubleValue();
            noises.add(gaussian ? new Gaussian(multiplier) : new Laplace(multiplier));
        }
        return noises;
    }

    /** What a unit meets in the sample: all parts, and the selection, in each of its groups. */
    private Mechanism inner(List<Mechanism> noises, double keyDelta) {
        List<Mechanism> all = new ArrayList<>();
        for (int i = 0; i < noises.size(); i++) {
            int looks = layout.parts().get(i).looks();
            all.add(looks == 1 ? noises.get(i) : new Repeated(looks, noises.get(i)));
        }
        if (layout.selector().isPresent()) all.add(new ApproximateDp(0, keyDelta));
        Mechanism once = all.size() == 1 ? all.get(0) : new Composed(all);
        return query.maxGroups() == 1 ? once : new Repeated(query.maxGroups(), once);
    }
}
