package io.sordino.ledger.rule;

import io.sordino.account.Accountant;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.ZeroConcentrated;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;

/**
 * The rho of zero-concentrated privacy: c^2 / (2 sigma^2) for Gaussian noise, on the integers too (Canonne, Kamath and Steinke 2020,
 * arXiv:2004.00010v5, Theorem 4), mu^2 / 2 for mu-GDP, eps^2 / 2 for pure eps (Bun and Steinke 2016, arXiv:1605.02065v1,
 * Proposition 3.3). A sample has the rho of its base, since Renyi divergences are quasi-convex.
 */
final class Concentration implements Measure {
    static final MathContext UP = new MathContext(24, RoundingMode.CEILING);
    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    private final Accountant accountant;
    private final Relation relation;

    Concentration(Accountant accountant, Relation relation) {
        this.accountant = accountant;
        this.relation = relation;
    }

    @Override
    public String name() {
        return "rho";
    }

    @Override
    public BigDecimal of(Mechanism plan) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Map.Entry<Mechanism, Long> part : NormalForm.of(plan).counts().entrySet()) {
            BigDecimal rho = part(part.getKey())
                    .orElseThrow(
                            () -> Uncovered.by("zCDP", part.getKey(), "gaussian, laplace, gdp, zcdp and pure epsilon"));
            sum = sum.add(rho.multiply(BigDecimal.valueOf(part.getValue())));
        }
        return sum;
    }

    private Optional<BigDecimal> part(Mechanism part) {
        BigDecimal c = BigDecimal.valueOf(relation.contributions());
        if (part instanceof Gaussian noise) return Optional.of(ofNoise(c, noise.noiseMultiplier()));
        if (part instanceof DiscreteGaussian noise) return Optional.of(ofNoise(c, noise.sigma()));
        if (part instanceof GaussianDp box)
            return Optional.of(new BigDecimal(box.mu()).pow(2).divide(TWO, UP));
        if (part instanceof ZeroConcentrated box && box.xi() == 0) return Optional.of(new BigDecimal(box.rho()));
        Optional<BigDecimal> pure =
                PureEpsilon.of(accountant, part, relation).map(eps -> eps.pow(2).divide(TWO, UP));
        if (!(part instanceof PoissonSampled sampled)) return pure;
        Optional<BigDecimal> base = ofBase(sampled.base());
        return pure.isPresent() && base.isPresent() ? Optional.of(pure.get().min(base.get())) : pure.or(() -> base);
    }

    private Optional<BigDecimal> ofBase(Mechanism base) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Map.Entry<Mechanism, Long> part : NormalForm.of(base).counts().entrySet()) {
            Optional<BigDecimal> rho = part(part.getKey());
            if (rho.isEmpty()) return rho;
            sum = sum.add(rho.get().multiply(BigDecimal.valueOf(part.getValue())));
        }
        return Optional.of(sum);
    }

    /** (c / sigma)^2 / 2. */
    private static BigDecimal ofNoise(BigDecimal c, double sigma) {
        return c.pow(2).divide(new BigDecimal(sigma).pow(2).multiply(TWO), UP);
    }

    @Override
    public Mechanism whole(BigDecimal total) {
        return new ZeroConcentrated(Sums.up(total), 0);
    }
}
