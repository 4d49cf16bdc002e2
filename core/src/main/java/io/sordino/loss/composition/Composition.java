package io.sordino.loss.composition;

import io.sordino.loss.Atom;
import io.sordino.loss.CountedPair;
import io.sordino.loss.HasPair;
import io.sordino.loss.Inversion;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The loss of mechanisms run one after the other: the product of their pairs, to a wanted width.
 *
 * <p>Each question tilts the laws to where its answer lies, adds them up on a lattice once with mass spread and once with mass
 * contracted and, if the two ends are still too far apart, asks again on a finer one. What is left at the limit is an honest
 * wide bracket.
 *
 * <p>A value: the curves that serve more than one place of one question lie in the question's {@link Workspace}.
 */
public final class Composition implements HasPair {
    private static final int MOST_CURVES = 64;
    /** Points of all curves together, upper and lower ones; each takes 8 bytes. */
    private static final double MOST_KEPT = 2.2e6;

    private static final int FEW_COPIES = 16;
    private static final double LARGEST_EPSILON = 1e100;
    private static final double FAIRLY_RARE = -40;
    /** No delta is so small; whoever asks for one is told so after a few tries. */
    private static final double BELOW_ALL_DOUBLES = -760;

    private static final int FEW_TRIES = 2;
    /** Points that one question may spend in all, about a second of work; every part may have some for itself. */
    private static final double MOST_WORK = 4e6;

    private static final double MOST_WORK_OF_A_PART = 1e5;
    private static final double ENOUGH_FOR_A_LIMIT = 2e6;

    private final Product product;
    private final List<CountedPair> parts;
    private final double width;
    private final double depth;
    private final Bracket infinity;
    private final Notes notes;
    private final Kin kin;

    /** What a composition is, and its subject in a workspace. */
    private record Product(List<CountedPair> parts, double width, double depth) {}

    /** What one question has worked out about a product. */
    private static final class Notes {
        private final List<Curves> curves = new ArrayList<>();
        private Optional<Optional<EnumeratedSum.Values>> enumerated = Optional.empty();
        /** Places at which work ran out; whoever asks at many of them gets less for each. */
        private int failures;
        /** The last bound from above alone. */
        private Optional<Curves.Above> bound = Optional.empty();

        /** The oldest curves make room for the newest one. */
        void keep(Curves made) {
            curves.add(made);
            double points = 0;
            for (Curves one : curves) points += one.points();
            while (curves.size() > 1 && (points > MOST_KEPT || curves.size() > MOST_CURVES))
                points -= curves.remove(0).points();
        }
    }

    /**
     * @param parts pairs that are multiplied
     * @param width how wide a bracket may be, relative to the number asked for
     * @param workspace of the question that it serves
     */
    public Composition(List<CountedPair> parts, double width, Workspace workspace) {
        this(parts, width, 0, workspace);
    }

    private Composition(List<CountedPair> parts, double width, double depth, Workspace workspace) {
        this.parts = merged(parts);
        this.width = width;
        this.depth = depth;
        product = new Product(this.parts, width, depth);
        notes = workspace.notes(product, Notes.class, Notes::new);
        kin = Kin.of(this.parts, workspace);
        infinity = Bracket.of(infinity(this.parts, Side.LOWER), infinity(this.parts, Side.UPPER));
    }

    /**
     * Pairs that together dominate the whole above, and pairs attained by real neighbours, of all parts or of some, below.
     *
     * @param depth the logarithm of the smallest delta that will be asked of what is made of its pair
     */
    public static HasPair of(
            List<CountedPair> upper, List<CountedPair> lower, double width, double depth, Workspace workspace) {
        Composition above = new Composition(upper, width, depth, workspace);
        Composition below = new Composition(lower, width, depth, workspace);
        return above.equals(below) ? above : new TwoSidedComposition(above, below);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Composition composition && composition.product.equals(product);
    }

    @Override
    public int hashCode() {
        return product.hashCode();
    }

    /** Equal pairs are counted together and Gaussian pairs become one: the fewer laws, the fewer transforms. */
    private static List<CountedPair> merged(List<CountedPair> parts) {
        Map<Pair, Long> counts = new LinkedHashMap<>();
        List<CountedPair> gaussians = new ArrayList<>();
        for (CountedPair part : parts) {
            if (part.pair() instanceof GaussianPair) gaussians.add(part);
            else counts.merge(part.pair(), part.count(), Math::addExact);
        }
        List<CountedPair> merged = new ArrayList<>();
        counts.forEach((pair, count) -> merged.add(new CountedPair(pair, count)));
        double mu = rootOfSquares(gaussians);
        if (mu > 0) merged.add(new CountedPair(GaussianPair.of(mu), 1));
        return List.copyOf(merged);
    }

    /**
     * The root of the sum of the squares of all mu, to a few ulps however many there are. They are measured in units of the
     * largest, so that no square leaves the range of doubles but one too small to count.
     */
    private static double rootOfSquares(List<CountedPair> gaussians) {
        double largest = 0;
        for (CountedPair part : gaussians) largest = Math.max(largest, ((GaussianPair) part.pair()).mu());
        if (!(largest > 0 && largest < Double.POSITIVE_INFINITY)) return largest;
        // a power of two, so that measuring is exact
        int exponent = Math.getExponent(Math.max(largest, Double.MIN_NORMAL));
        double squares = 0;
        double rest = 0;
        for (CountedPair part : gaussians) {
            double mu = Math.scalb(((GaussianPair) part.pair()).mu(), -exponent);
            double square = part.count() * (mu * mu);
            double sum = squares + square;
            rest += squares >= square ? squares - sum + square : square - sum + squares;
            squares = sum;
        }
        return Math.scalb(Math.sqrt(squares + rest), exponent);
    }

    private static double infinity(List<CountedPair> parts, Side side) {
        double log = 0;
        for (CountedPair part : parts) {
            Bracket mass = part.pair().infinity();
            log = side == Side.UPPER
                    ? Up.add(log, Up.mul((double) part.count(), -Down.log1p(-mass.upper())))
                    : Down.add(log, Down.mul((double) part.count(), -Up.log1p(-mass.lower())));
        }
        return side == Side.UPPER ? Math.min(1, -Down.expm1(-log)) : Math.max(0, -Up.expm1(-log));
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (parts.isEmpty()) return Bracket.exactly(Double.NEGATIVE_INFINITY);
        if (single()) return parts.get(0).pair().logDelta(epsilon);
        if (epsilon >= largestLoss(parts)) return atInfinity();
        // so far out places on a lattice are no numbers any more, but delta only falls
        if (epsilon > LARGEST_EPSILON)
            return Bracket.of(none().lower(), logDelta(LARGEST_EPSILON).upper());
        if (values().isPresent()) return values().get().logDelta(epsilon);
        Bracket best = none();
        for (Curves made : notes.curves) {
            best = tighter(best, made.logDelta(epsilon, infinity));
            if (narrow(best)) return best;
        }
        kin.meet(parts);
        SaddlePoints near = new SaddlePoints(parts, -60);
        double about = near.logDeltaAt(near.at(epsilon));
        SaddlePoints tilt = near.reaching(about - 10);
        double theta = tilt.at(epsilon);
        best = tighter(best, normal(tilt, theta, limit -> limit.logDelta(epsilon), best));
        if (narrow(best)) return best;
        double[] k = tilt.cumulants(theta);
        double tolerance = width / (theta + 1 / Math.sqrt(k[2] + 1e-300));
        best = refinement(mostWork() / (1 + 8.0 * notes.failures), !notes.curves.isEmpty())
                .best(best, tilt, theta, tolerance, epsilon, new Delta(epsilon, about));
        if (!(best.upper() < 0)) best = tighter(best, common(near, epsilon));
        if (!narrow(best)) notes.failures++;
        return best;
    }

    /** Next to the largest loss delta may be too small for any lattice; at a smaller epsilon it is larger, and can be had. */
    private Bracket common(SaddlePoints near, double epsilon) {
        double theta = near.forLogDelta(FAIRLY_RARE);
        double[] k = near.cumulants(theta);
        if (!(k[1] < epsilon)) return none();
        Refinement refinement = refinement(mostWork(), false);
        double tolerance = width * Math.max(k[1], 0.05 * Math.sqrt(k[2]));
        for (int i = 0; i < Refinement.MOST; i++, tolerance *= 16) {
            Optional<Curves> made = refinement.curves(near, theta, tolerance, k[1]);
            if (made.isPresent()) return made.get().logDelta(epsilon, infinity);
        }
        return none();
    }

    @Override
    public Bracket epsilon(double delta) {
        if (parts.isEmpty()) return Bracket.exactly(0);
        if (single()) return parts.get(0).pair().epsilon(delta);
        if (delta <= infinity.lower() && infinity.lower() > 0) return Bracket.exactly(Double.POSITIVE_INFINITY);
        if (delta == 0) return pure();
        double most = largestLoss(parts);
        if (values().isPresent()) return Inversion.epsilon(values().get()::logDelta, delta);
        double finite = delta > infinity.upper() ? delta - infinity.upper() : delta;
        Bracket best = Bracket.of(0, infinity.upper() <= delta ? Math.max(0, most) : Double.POSITIVE_INFINITY);
        kin.meet(parts);
        SaddlePoints tilt = new SaddlePoints(parts, Math.log(finite) - 35);
        double theta = tilt.forLogDelta(Math.log(finite));
        best = best.meet(normal(tilt, theta, limit -> Inversion.epsilon(limit::logDelta, delta), best));
        if (closeEnough(best)) return best;
        double[] k = tilt.cumulants(theta);
        double guess = Math.max(k[1], 0.05 * Math.sqrt(k[2]));
        // of many parts a coarse sum is cheap, and tells how fine the next must be
        double tolerance = width * guess * (parts.size() < StagePlan.MANY_PARTS ? 1 : 16);
        return refinement(mostWork(), false).best(best, tilt, theta, tolerance, Double.NaN, new Epsilon(delta, tilt));
    }

    private Refinement refinement(double most, boolean served) {
        return new Refinement(parts, width, kin, most, served, notes::keep);
    }

    /** Asks for log delta at one epsilon, where it is about {@code about}. */
    private final class Delta implements Refinement.Goal {
        private final double epsilon;
        private final double about;

        Delta(double epsilon, double about) {
            this.epsilon = epsilon;
            this.about = about;
        }

        @Override
        public Bracket read(Curves made) {
            return made.logDelta(epsilon, infinity);
        }

        @Override
        public boolean isNarrow(Bracket best) {
            return narrow(best);
        }

        @Override
        public boolean mayStay(Bracket best, int tries) {
            return best.upper() < 0 || (tries >= FEW_TRIES && about < BELOW_ALL_DOUBLES);
        }

        @Override
        public double gap(Bracket found) {
            return found.upper() - found.lower();
        }

        @Override
        public double saddle(Bracket best) {
            return Double.NaN;
        }
    }

    /** Asks for epsilon at one delta. */
    private final class Epsilon implements Refinement.Goal {
        private final double delta;
        private final SaddlePoints tilt;

        Epsilon(double delta, SaddlePoints tilt) {
            this.delta = delta;
            this.tilt = tilt;
        }

        @Override
        public Bracket read(Curves made) {
            return Inversion.epsilon(epsilon -> made.logDelta(epsilon, infinity), delta);
        }

        @Override
        public boolean isNarrow(Bracket best) {
            return closeEnough(best);
        }

        @Override
        public boolean mayStay(Bracket best, int tries) {
            return best.lower() > 0;
        }

        @Override
        public double gap(Bracket found) {
            return (found.upper() - found.lower()) / found.upper();
        }

        @Override
        public double saddle(Bracket best) {
            return best.upper() < 2 * best.lower() ? tilt.at((best.lower() + best.upper()) / 2) : Double.NaN;
        }
    }

    /**
     * The least epsilon at which nothing is left: independent losses reach their largest values together. Where a part does not
     * know its own, the largest loss that it lists says so, if nothing may lie beyond it; a law made for the lower side lists less
     * than there is.
     */
    private Bracket pure() {
        Bracket sum = Bracket.exactly(0);
        for (CountedPair part : parts) sum = sum.plus(part.pair().epsilon(0).times((double) part.count()));
        if (sum.upper() < Double.POSITIVE_INFINITY || infinity.upper() > 0) return sum;
        return sum.meet(Bracket.atMost(Math.max(0, largestLoss(parts))));
    }

    /** A bound from above alone, as coarse as the distance to it allows. */
    @Override
    public boolean isWithin(double epsilon, double logDelta) {
        if (parts.isEmpty() || single() || epsilon >= largestLoss(parts) || epsilon > LARGEST_EPSILON)
            return logDelta(epsilon).upper() <= logDelta;
        if (values().isPresent()) return values().get().logDelta(epsilon).upper() <= logDelta;
        if (notes.bound
                .filter(made -> made.logDelta(epsilon, infinity) <= logDelta)
                .isPresent()) return true;
        // whoever was asked in full is asked in full again
        if (!notes.curves.isEmpty()) return logDelta(epsilon).upper() <= logDelta;
        kin.meet(parts);
        SaddlePoints tilt = new SaddlePoints(parts, logDelta - 35);
        double saddle = tilt.at(epsilon);
        if (normal(tilt, saddle, limit -> limit.logDelta(epsilon), none()).upper() <= logDelta) return true;
        double gap = logDelta - tilt.logDeltaAt(saddle);
        double tolerance = Math.min(0.1 * epsilon, 0.5 * gap / (saddle + 1 / Math.sqrt(tilt.cumulants(saddle)[2])));
        if (!(tolerance > 0)) return false;
        notes.bound = refinement(mostWork(), false)
                .above(tilt, saddle, tolerance, epsilon)
                .or(() -> notes.bound);
        return notes.bound
                .filter(made -> made.logDelta(epsilon, infinity) <= logDelta)
                .isPresent();
    }

    /**
     * A tilt short of the saddle point, at which Chernoff's bound is larger by a factor of e^4. The answer still stands out of
     * the noise by many digits, and rare large losses, which a full tilt blows up, need far less room.
     */
    static double milder(SaddlePoints tilt, double theta) {
        double[] saddle = tilt.cumulants(theta);
        double least = saddle[0] - theta * saddle[1];
        if (-least <= 4) return 0;
        double low = 0;
        double high = theta;
        for (int i = 0; i < 12; i++) {
            double middle = (low + high) / 2;
            if (tilt.cumulants(middle)[0] - middle * saddle[1] - least > 4) low = middle;
            else high = middle;
        }
        return high;
    }

    @Override
    public Pair pair(Side side) {
        return made(side, () -> ComposedPair.pair(parts, side, infinity, depth));
    }

    @Override
    public Pair tail(Side side, double depth) {
        return made(side, () -> ComposedPair.tail(parts, side, infinity, depth));
    }

    private Pair made(Side side, Supplier<Optional<Pair>> lattice) {
        if (parts.isEmpty()) return AtomicPair.equal();
        if (single()) return parts.get(0).pair();
        return lattice.get().orElseGet(() -> side == Side.UPPER ? crude() : AtomicPair.equal());
    }

    /**
     * A sum of laws of a few values each is enumerated. One law alone fits its own lattice, but for a few copies of one whose
     * values have no common distance: of many copies so many values come that a lattice loses nothing.
     */
    private Optional<EnumeratedSum.Values> values() {
        if (notes.enumerated.isEmpty())
            notes.enumerated = Optional.of(
                    parts.size() > 1
                                    || (parts.get(0).count() <= FEW_COPIES
                                            && !evenlySpaced(parts.get(0).pair()))
                            ? EnumeratedSum.of(parts, infinity)
                            : Optional.empty());
        return notes.enumerated.get();
    }

    private static boolean evenlySpaced(Pair pair) {
        return pair.atoms().size() < 3 || pair.unit() < pair.lossMax() - pair.lossMin();
    }

    /** What the largest and the least loss say alone: the pair of Kairouz, Oh and Viswanath. */
    private Pair crude() {
        double least = 0;
        double missing = 0;
        for (CountedPair part : parts) {
            least = Up.add(
                    least,
                    Up.mul((double) part.count(), Math.max(0, -part.pair().lossMin())));
            missing = Up.add(
                    missing, Up.mul((double) part.count(), part.pair().missing().upper()));
        }
        double epsilon = Math.max(least, largestLoss(parts));
        double lost = Math.max(infinity.upper(), Math.min(1, missing));
        if (!(epsilon < 700 && lost < 1)) return AtomicPair.certain();
        double answer = (1 - lost) / (1 + Math.exp(-epsilon));
        double other = (1 - lost) / (1 + Math.exp(epsilon));
        return AtomicPair.of(List.of(new Atom(epsilon, answer), new Atom(-epsilon, other)), Bracket.of(0, lost));
    }

    /** What is read off a normal law, where there are losses enough for one; otherwise what was known before. */
    private Bracket normal(SaddlePoints tilt, double theta, Function<NormalLimit, Bracket> reading, Bracket before) {
        double count = 0;
        for (CountedPair part : parts) count += part.count();
        if (!(count >= ENOUGH_FOR_A_LIMIT && infinity.upper() == 0)) return before;
        return NormalLimit.of(parts, tilt, theta).map(reading).orElse(before);
    }

    private double mostWork() {
        return MOST_WORK + MOST_WORK_OF_A_PART * parts.size();
    }

    private boolean single() {
        return parts.size() == 1 && parts.get(0).count() == 1;
    }

    private Bracket atInfinity() {
        return Bracket.of(Down.log(infinity.lower()), Up.log(infinity.upper()));
    }

    private Bracket none() {
        return Bracket.of(Down.log(infinity.lower()), 0);
    }

    private static Bracket tighter(Bracket a, Bracket b) {
        return a.meet(b);
    }

    private boolean narrow(Bracket log) {
        return log.upper() - log.lower() <= width || log.upper() == Double.NEGATIVE_INFINITY;
    }

    private boolean closeEnough(Bracket epsilon) {
        return epsilon.upper() < Double.POSITIVE_INFINITY
                && epsilon.upper() - epsilon.lower() <= width * epsilon.upper();
    }

    private static double largestLoss(List<CountedPair> parts) {
        double sum = 0;
        for (CountedPair part : parts) {
            double most = part.pair().lossMax();
            sum = Up.add(sum, Up.mul((double) part.count(), Up.add(most, lossError(part.pair(), most))));
        }
        return sum;
    }

    /** The largest loss is itself a rounded number. */
    private static double lossError(Pair pair, double loss) {
        double stated = pair instanceof AtomicPair atomic ? atomic.lossError() : 0;
        double relative = Up.mul(Math.max(stated, 8 * Math.ulp(1.0)), Math.abs(loss));
        // the end of a Laplace law is its parameter; that of a law made from another may be further off than a few ulps
        return pair.continuous() && loss < Double.POSITIVE_INFINITY && !(pair instanceof LaplacePair)
                ? Up.add(relative, pair.edgeError(loss))
                : relative;
    }
}
