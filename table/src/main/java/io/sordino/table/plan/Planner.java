package io.sordino.table.plan;

import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Calibration.Calibrated;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.KnownSample;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Parallel;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.refusal.InvalidException;
import io.sordino.table.query.Query;
import io.sordino.table.query.Settings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses the noise of a query: all parts together keep the promise, amplification included. One number scales all noises; their proportions make the
 * expected error of the answers least. Gaussian or Laplace noise is taken, whichever errs less.
 */
public final class Planner {
    /** Of the delta, what rare events may use, keys of one unit and tests that are passed by luck: the rest is the noises'. */
    private static final double SHARE_OF_RARE = 0.5;
    /** Beyond so many releases Laplace noise cannot win, and to find that out would take long. */
    private static final long MOST_LAPLACE = 12;

    private static final MathContext NOISE_DIGITS = new MathContext(4, RoundingMode.CEILING);
    private static final MathContext DELTA_DIGITS = new MathContext(2, RoundingMode.FLOOR);

    private final Accountant accountant;
    private final Query query;
    private final Settings settings;
    private final Layout layout;

    /** How many such queries the promise is for, and on which samples they are. */
    private final long count;

    private final Way way;

    /** On which samples several queries are. */
    public enum Way {
        /** All on the same one. */
        ONE_SAMPLE,
        /** Each on its own. */
        OWN_SAMPLES,
        /** On none. */
        ALL_DATA
    }

    private Planner(Accountant accountant, Query query) {
        this(accountant, query, 1, Way.ONE_SAMPLE);
    }

    private Planner(Accountant accountant, Query query, long count, Way way) {
        this.accountant = accountant;
        this.query = query;
        this.count = count;
        this.way = way;
        settings = query.settings();
        layout = Layout.of(query);
    }

    /** The plan of several such queries together, with the least error that keeps the promise for all of them. */
    public static QueryPlan several(Accountant accountant, Query query, long count, Way way) {
        Query asked = way == Way.ALL_DATA ? query.with(query.settings().at(1)) : query;
        return new Planner(accountant, asked, count, way).best();
    }

    /** The plan with the least error that keeps the promise; refused where none does. */
    public static QueryPlan plan(Accountant accountant, Query query) {
        return new Planner(accountant, query).best();
    }

    /**
     * The plan of a release that takes a share of what is promised for a kept sample. What it states is the promise, which holds for everything that is
     * released on the sample.
     */
    public static QueryPlan onKept(Accountant accountant, Query query, SamplePromise promise, double share) {
        return new Planner(accountant, query).onKept(promise, share);
    }

    private QueryPlan onKept(SamplePromise promise, double share) {
        if (!(share > 0 && share <= 1))
            throw new InvalidException("the share of a sample's promise must be in (0, 1], was " + share);
        if (!(share <= promise.left() * (1 + 1e-9))) throw new OverPromised(promise.left());
        double looks = 0;
        for (int i = 0; i < layout.parts().size(); i++) {
            double proportion = proportion(layout, i, 0.25);
            looks += layout.parts().get(i).looks() / (proportion * proportion);
        }
        // a little less than the share, so that sums of roundings stay within it
        double taken = Math.min(share, promise.left()) * (1 - 1e-9);
        double scale = promise.sigma() * Math.sqrt(query.maxGroups() * looks / taken);
        List<Mechanism> noises = noises(layout, scale, Family.GAUSSIAN);
        double each = layout.rare() == 0
                ? 0
                : new BigDecimal(taken * promise.rare() / (query.maxGroups() * layout.rare()))
                        .round(DELTA_DIGITS)
                        .doubleValue();
        Mechanism release = inner(query, layout, noises, each);
        SamplePromise after = promise.with(release);
        return new QueryPlan(
                query,
                layout,
                noises,
                after.soFar(),
                promise.guarantee(accountant),
                layout.selector().map(part -> KeySelection.of(noises.get(part), each)),
                thresholds(layout, noises, each),
                Optional.of(after));
    }

    private QueryPlan best() {
        boolean vectors = layout.parts().stream().anyMatch(part -> part instanceof Part.Vector);
        if (settings.delta() == 0) {
            if (vectors)
                throw new InvalidException(
                        "VECTOR_SUM has Gaussian noise, which needs a delta above 0", "give --delta 1e-6");
            return candidate(Family.LAPLACE).plan;
        }
        Candidate gaussian = candidate(Family.GAUSSIAN);
        if (vectors || releases() > MOST_LAPLACE) return gaussian.plan;
        Candidate laplace = candidate(Family.LAPLACE);
        return laplace.cost < gaussian.cost ? laplace.plan : gaussian.plan;
    }

    /** How many numbers with noise a unit is seen in. */
    private long releases() {
        return Math.multiplyExact(
                count,
                query.maxGroups()
                        * layout.parts().stream().mapToLong(Part::looks).sum());
    }

    private enum Family {
        GAUSSIAN,
        LAPLACE
    }

    /** A plan, and what makes it worse than another: its error, or its epsilon where the error is given. */
    private record Candidate(QueryPlan plan, double cost) {}

    private Candidate candidate(Family family) {
        return settings.error().isPresent() ? cheapest(family, settings.error().get()) : mostExact(family);
    }

    private Candidate mostExact(Family family) {
        Calibrated calibrated = new Calibration(
                        accountant,
                        scale -> whole(noises(scale, family)),
                        false,
                        Relation.ADD_OR_REMOVE_ONE,
                        settings.epsilon(),
                        settings.delta(),
                        Precision.DEFAULT)
                .solve();
        List<Mechanism> noises = noises(calibrated.value(), family);
        double error = 0;
        for (int i = 0; i < noises.size(); i++) {
            double weighted = layout.weights().get(i) * multiplier(noises.get(i));
            error += weighted * weighted * (family == Family.GAUSSIAN ? 1 : 2);
        }
        return new Candidate(made(query, noises, calibrated.guarantee()), error);
    }

    /** As much noise as the error allows: its reach is proportional to its scale. */
    private Candidate cheapest(Family family, double target) {
        double one = Errors.largest(query, layout, noises(1, family), target);
        // noises are rounded up to four digits
        List<Mechanism> noises = noises(0.999 * target / one, family);
        Guarantee guarantee =
                accountant.epsilon(whole(noises), Relation.ADD_OR_REMOVE_ONE, settings.delta(), Precision.DEFAULT);
        double epsilon = guarantee.epsilon().upper();
        if (!(epsilon > 0 && epsilon <= settings.epsilon()))
            throw new InvalidException(
                    "so small an error costs an epsilon of " + epsilon, "allow a larger error, or a larger sample");
        return new Candidate(made(query.with(settings.costing(epsilon)), noises, guarantee), epsilon);
    }

    private QueryPlan made(Query of, List<Mechanism> noises, Guarantee guarantee) {
        return new QueryPlan(
                of,
                layout,
                noises,
                guarantee.mechanism(),
                guarantee,
                layout.selector().map(part -> KeySelection.of(noises.get(part), rareDelta())),
                thresholds(layout, noises, rareDelta()),
                Optional.empty());
    }

    /** From which distance on blocks agree: where they do not, the test is passed with probability at most delta. */
    static Map<Integer, Long> thresholds(Layout layout, List<Mechanism> noises, double delta) {
        Map<Integer, Long> thresholds = new HashMap<>();
        for (int i = 0; i < noises.size(); i++)
            if (layout.parts().get(i) instanceof Part.BlockVotes)
                thresholds.put(i, KeySelection.of(noises.get(i), delta).threshold() - 1);
        return thresholds;
    }

    /** On the sample, whoever is in it: at the unit's own rate, and in no other stratum. */
    private Mechanism whole(List<Mechanism> noises) {
        Mechanism inner = inner(noises);
        List<Mechanism> strata = settings.strata().stream()
                .distinct()
                .sorted()
                .map(rate -> way == Way.OWN_SAMPLES ? times(onSample(rate, inner)) : onSample(rate, times(inner)))
                .toList();
        return strata.size() == 1 ? strata.get(0) : new Parallel(strata);
    }

    private Mechanism times(Mechanism once) {
        return count == 1 ? once : new Repeated(count, once);
    }

    private Mechanism onSample(double rate, Mechanism inner) {
        if (rate == 1) return inner;
        return settings.sampleKnown() ? new KnownSample(rate, inner) : new PoissonSampled(rate, inner);
    }

    /** What each rare event may cost, a key of one unit that is shown or a test that is passed by luck, where a unit meets several and the sample hides it. */
    private double rareDelta() {
        long rare = layout.rare();
        if (rare == 0) return 0;
        if (!(settings.delta() > 0))
            throw new InvalidException(
                    layout.selector().isPresent()
                            ? "keys that come from the data need a delta above 0"
                            : "PROPOSE_TEST_RELEASE needs a delta above 0",
                    layout.selector().isPresent()
                            ? "give --delta 1e-6, or the public keys with --keys"
                            : "give --delta 1e-6");
        double each = SHARE_OF_RARE * settings.delta() / (query.maxGroups() * rare * count * settings.rateOrOne());
        return new BigDecimal(Math.min(each, 0.01)).round(DELTA_DIGITS).doubleValue();
    }

    static double multiplier(Mechanism noise) {
        return noise instanceof Gaussian gaussian ? gaussian.noiseMultiplier() : ((Laplace) noise).noiseMultiplier();
    }

    /**
     * Least sum of squares of weight times noise, where the cost is the sum of looks over squares (Gaussian) or over noises (Laplace): multipliers
     * go as the fourth or third root of looks over squared weight.
     */
    private List<Mechanism> noises(double scale, Family family) {
        return noises(layout, scale, family);
    }

    private static List<Mechanism> noises(Layout layout, double scale, Family family) {
        List<Mechanism> noises = new ArrayList<>();
        for (int i = 0; i < layout.parts().size(); i++) {
            double proportion = proportion(layout, i, family == Family.GAUSSIAN ? 0.25 : 1 / 3.0);
            if (!(scale * proportion < 1e14)) throw new InvalidException("noise is too large to be drawn");
            double multiplier =
                    new BigDecimal(scale * proportion).round(NOISE_DIGITS).doubleValue();
            noises.add(family == Family.GAUSSIAN ? new Gaussian(multiplier) : new Laplace(multiplier));
        }
        return noises;
    }

    private static double proportion(Layout layout, int part, double power) {
        double weight = layout.weights().get(part);
        return Math.pow(layout.parts().get(part).looks() / (weight * weight), power);
    }

    /** What a unit meets in the sample: all parts, and what may happen rarely, in each of its groups. */
    private Mechanism inner(List<Mechanism> noises) {
        return inner(query, layout, noises, rareDelta());
    }

    static Mechanism inner(Query query, Layout layout, List<Mechanism> noises, double rareDelta) {
        List<Mechanism> all = new ArrayList<>();
        for (int i = 0; i < noises.size(); i++) {
            int looks = layout.parts().get(i).looks();
            all.add(looks == 1 ? noises.get(i) : new Repeated(looks, noises.get(i)));
        }
        for (long i = 0; i < layout.rare(); i++) all.add(new ApproximateDp(0, rareDelta));
        Mechanism once = all.size() == 1 ? all.get(0) : new Composed(all);
        return query.maxGroups() == 1 ? once : new Repeated(query.maxGroups(), once);
    }
}
