package io.sordino.ledger.rule;

import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Domination that is seen from the plans alone, at every order, in every direction and without slack: more noise of the same kind,
 * fewer of the same, a lower rate, Gaussians whose precisions add up.
 *
 * <p>Whatever it does not see it denies. Each case has its kernel in docs/theory/Exchange.md.
 */
final class Structure {
    private final Relation relation;

    Structure(Relation relation) {
        this.relation = relation;
    }

    /** Whether the coupons surely dominate the request. */
    boolean dominates(Mechanism coupons, Mechanism request) {
        Map<Mechanism, Long> have = NormalForm.of(coupons).counts();
        Map<Mechanism, Long> want = NormalForm.of(request).counts();
        return covers(have, want).isPresent() || pooled(have, want);
    }

    /** One mechanism by one coupon. */
    private boolean one(Mechanism coupon, Mechanism request) {
        if (coupon.equals(request)) return true;
        Optional<Fraction> given = precision(coupon);
        Optional<Fraction> asked = precision(request);
        if (given.isPresent() && asked.isPresent()) return asked.get().atMost(given.get());
        if (coupon instanceof Laplace c && request instanceof Laplace r)
            return r.noiseMultiplier() >= c.noiseMultiplier();
        if (coupon instanceof ApproximateDp c && request instanceof ApproximateDp r)
            return r.epsilon() <= c.epsilon() && r.delta() <= c.delta();
        // answering at random more often is a kernel, for two answers
        if (coupon instanceof RandomizedResponse c && request instanceof RandomizedResponse r)
            return c.k() == 2 && r.k() == 2 && r.epsilon() <= c.epsilon();
        if (coupon instanceof PoissonSampled c && request instanceof PoissonSampled r)
            return r.rate() <= c.rate() && base(c.base(), r.base());
        return false;
    }

    /** Under replaced records a sample mixes three laws, and the order of pairs says nothing of the third. */
    private boolean base(Mechanism coupon, Mechanism request) {
        return relation == Relation.ADD_OR_REMOVE_ONE
                ? dominates(coupon, request)
                : NormalForm.normal(coupon).equals(NormalForm.normal(request));
    }

    /** Which coupons to take, each for one part of the request; tightest first. */
    Optional<Map<Mechanism, Long>> covers(Map<Mechanism, Long> have, Map<Mechanism, Long> want) {
        Map<Mechanism, Long> left = new LinkedHashMap<>(have);
        Map<Mechanism, Long> missing = new LinkedHashMap<>(want);
        matched(left, missing);
        if (missing.values().stream().anyMatch(count -> count > 0)) return Optional.empty();
        Map<Mechanism, Long> taken = new LinkedHashMap<>();
        have.forEach((coupon, count) -> {
            long some = count - left.getOrDefault(coupon, 0L);
            if (some > 0) taken.put(coupon, some);
        });
        return Optional.of(taken);
    }

    /** Takes every part away that a coupon dominates alone, and the coupon with it; whether there was any. */
    boolean matched(Map<Mechanism, Long> left, Map<Mechanism, Long> missing) {
        boolean any = false;
        for (Mechanism part : List.copyOf(missing.keySet())) {
            for (Mechanism coupon : tightestFirst(left.keySet(), part)) {
                long some = Math.min(missing.getOrDefault(part, 0L), left.getOrDefault(coupon, 0L));
                if (some == 0) continue;
                left.merge(coupon, -some, Long::sum);
                missing.merge(part, -some, Long::sum);
                any = true;
            }
        }
        return any;
    }

    /** The coupons that dominate a part alone; one that another one dominates comes before it. */
    private List<Mechanism> tightestFirst(Iterable<Mechanism> coupons, Mechanism part) {
        List<Mechanism> found = new ArrayList<>();
        for (Mechanism coupon : coupons) {
            if (!one(coupon, part)) continue;
            int place = 0;
            while (place < found.size() && !(coupon.equals(part) || one(found.get(place), coupon))) place++;
            found.add(place, coupon);
        }
        return found;
    }

    private boolean pooled(Map<Mechanism, Long> have, Map<Mechanism, Long> want) {
        Optional<Fraction> asked = precision(want);
        Optional<Fraction> given = precision(have);
        return asked.isPresent() && given.isPresent() && asked.get().atMost(given.get());
    }

    /** The fewest Gaussian coupons, those with the most noise first, whose precisions add up to the request's. */
    Optional<Map<Mechanism, Long>> pool(Map<Mechanism, Long> have, Map<Mechanism, Long> want) {
        Optional<Fraction> asked = precision(want);
        if (asked.isEmpty()) return Optional.empty();
        Map<Mechanism, Long> taken = new LinkedHashMap<>();
        Fraction missing = asked.get();
        List<Mechanism> gaussians = new ArrayList<>(have.keySet().stream()
                .filter(coupon -> precision(coupon).isPresent())
                .toList());
        gaussians.sort((a, b) -> {
            Fraction one = precision(a).orElseThrow();
            Fraction other = precision(b).orElseThrow();
            return one.atMost(other) ? (other.atMost(one) ? 0 : -1) : 1;
        });
        for (Mechanism coupon : gaussians) {
            Fraction each = precision(coupon).orElseThrow();
            long some = Math.min(have.getOrDefault(coupon, 0L), missing.dividedUp(each));
            if (some == 0) continue;
            taken.put(coupon, some);
            missing = missing.minus(each.times(some));
        }
        return missing.numerator.signum() <= 0 ? Optional.of(taken) : Optional.empty();
    }

    private Optional<Fraction> precision(Map<Mechanism, Long> parts) {
        Fraction sum = new Fraction(BigInteger.ZERO, BigInteger.ONE);
        for (Map.Entry<Mechanism, Long> part : parts.entrySet()) {
            Optional<Fraction> one = precision(part.getKey());
            if (one.isEmpty()) return one;
            sum = sum.plus(one.get().times(part.getValue()));
        }
        return Optional.of(sum);
    }

    /** The squared mu of a Gaussian pair, exactly; empty for any other. */
    private Optional<Fraction> precision(Mechanism part) {
        if (part instanceof GaussianDp box)
            return Optional.of(Fraction.of(box.mu()).squared());
        if (part instanceof Gaussian noise)
            return Optional.of(Fraction.of(relation.contributions())
                    .over(Fraction.of(noise.noiseMultiplier()))
                    .squared());
        return Optional.empty();
    }

    /** Doubles are fractions, and sums of their squares are compared without rounding. */
    private record Fraction(BigInteger numerator, BigInteger denominator) {
        static Fraction of(double value) {
            BigDecimal exact = new BigDecimal(value);
            return exact.scale() <= 0
                    ? new Fraction(exact.toBigIntegerExact(), BigInteger.ONE)
                    : new Fraction(exact.unscaledValue(), BigInteger.TEN.pow(exact.scale()));
        }

        Fraction over(Fraction other) {
            return new Fraction(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
        }

        Fraction squared() {
            return new Fraction(numerator.pow(2), denominator.pow(2));
        }

        Fraction times(long count) {
            return new Fraction(numerator.multiply(BigInteger.valueOf(count)), denominator);
        }

        Fraction plus(Fraction other) {
            BigInteger top = numerator.multiply(other.denominator).add(other.numerator.multiply(denominator));
            BigInteger bottom = denominator.multiply(other.denominator);
            BigInteger common = top.gcd(bottom);
            return common.signum() == 0
                    ? new Fraction(top, bottom)
                    : new Fraction(top.divide(common), bottom.divide(common));
        }

        Fraction minus(Fraction other) {
            return plus(other.times(-1));
        }

        boolean atMost(Fraction other) {
            return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator)) <= 0;
        }

        /** The least whole number of the other that is at least this; none where this is not above 0. */
        long dividedUp(Fraction other) {
            if (numerator.signum() <= 0) return 0;
            if (other.numerator.signum() == 0) return 0;
            BigInteger[] ratio =
                    numerator.multiply(other.denominator).divideAndRemainder(denominator.multiply(other.numerator));
            BigInteger whole = ratio[1].signum() == 0 ? ratio[0] : ratio[0].add(BigInteger.ONE);
            return whole.bitLength() > 62 ? Long.MAX_VALUE : whole.longValue();
        }
    }
}
