package io.sordino.ledger.rule;

import io.sordino.account.Accountant;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Up;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/**
 * The squared mu of Gaussian differential privacy: (c / sigma)^2 for Gaussian noise, and for pure eps the least mu whose trade-off
 * curve passes below the corner of the one of eps, 2 Phi^-1(e^eps / (1 + e^eps)). A sample has the mu of its base, since
 * hockey-stick divergences are jointly convex.
 */
final class GaussianMeasure implements Measure {
    private final Accountant accountant;
    private final Relation relation;

    GaussianMeasure(Accountant accountant, Relation relation) {
        this.accountant = accountant;
        this.relation = relation;
    }

    @Override
    public String name() {
        return "mu^2";
    }

    @Override
    public BigDecimal of(Mechanism plan) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Map.Entry<Mechanism, Long> part : NormalForm.of(plan).counts().entrySet()) {
            BigDecimal square = part(part.getKey());
            sum = sum.add(square.multiply(BigDecimal.valueOf(part.getValue())));
        }
        return sum;
    }

    private BigDecimal part(Mechanism part) {
        if (part instanceof Gaussian noise)
            return BigDecimal.valueOf(relation.contributions())
                    .pow(2)
                    .divide(new BigDecimal(noise.noiseMultiplier()).pow(2), Concentration.UP);
        if (part instanceof GaussianDp box) return new BigDecimal(box.mu()).pow(2);
        Optional<BigDecimal> pure =
                PureEpsilon.of(accountant, part, relation).map(eps -> new BigDecimal(ofPure(Sums.up(eps))).pow(2));
        if (part instanceof PoissonSampled sampled) {
            BigDecimal base = of(sampled.base());
            return pure.map(base::min).orElse(base);
        }
        return pure.orElseThrow(() -> Uncovered.by("GDP", part, "gaussian, gdp and pure epsilon"));
    }

    /** No less than 2 Phi^-1(e^eps / (1 + e^eps)). */
    static double ofPure(double epsilon) {
        if (epsilon == 0) return 0;
        // P(Z > z) = 1 / (1 + e^eps), and a smaller tail has a larger z
        double logTail = -(epsilon + Math.log1p(Math.exp(-epsilon)));
        double z = Normal.quantileFromLogSf(logTail);
        double step = 0x1p-40 * Math.max(z, 0x1p-10);
        // the answer is checked, so it does not rest on the inverse
        double most = Math.log1p(Math.exp(-epsilon));
        while (!(Normal.logSf(z) < -Up.add(epsilon, Up.add(most, 0x1p-48 * (1 + epsilon))))) z += step;
        return Up.mul(2, z);
    }

    @Override
    public Mechanism whole(BigDecimal total) {
        return new GaussianDp(Up.sqrt(Sums.up(total)));
    }
}
