package io.sordino.theorem.sampling;

import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.mechanism.ZeroConcentrated;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;

/**
 * Truncated concentrated privacy on a random subset of m of n records: with q = m/n and rho at most 0.1,
 * ln(1/q) >= 3 rho (2 + log2(1/rho)) and omega' >= ln(1/q) / (2 rho) >= 3, a (rho, omega')-tCDP base gives
 * (13 q^2 rho, ln(1/q) / (4 rho))-tCDP.
 *
 * <p>Bun, Dwork, Rothblum and Steinke 2018 (STOC), the theorem on secrecy of the sample. Theory: docs/theory/SubsetConcentrated.md
 */
public final class SubsetConcentrated implements Theorem<SampledWithoutReplacement> {
    private static final double MOST = 0.1;

    @Override
    public Class<SampledWithoutReplacement> about() {
        return SampledWithoutReplacement.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                SubsetConcentrated.class, "Bun, Dwork, Rothblum and Steinke 2018, amplification by subsampling (STOC)");
    }

    @Override
    public Verdict apply(SampledWithoutReplacement m, Inquiry inquiry) {
        if (inquiry.direction() != Direction.REPLACE)
            return Theorem.silent(
                    "stated for a replaced record",
                    Relation.askUnder(Relation.REPLACE_ONE).or("use poisson(...)"));
        double rho;
        double omega;
        if (m.base() instanceof TruncatedConcentrated base) {
            rho = base.rho();
            omega = base.omega();
        } else if (m.base() instanceof ZeroConcentrated base && base.xi() == 0) {
            rho = base.rho();
            omega = Double.POSITIVE_INFINITY;
        } else return Theorem.silent("stated for tcdp(rho, omega) and zcdp(rho)");
        double share = Math.nextUp(m.sampleSize() / (double) m.datasetSize());
        double log = -Up.log(share);
        if (!(rho > 0 && rho <= MOST && share <= MOST))
            return Theorem.silent("needs rho and sample_size / dataset_size in (0, 0.1]");
        if (!(log >= 3 * rho * (2 - Math.log(rho) / Math.log(2)) * (1 + 1e-12)))
            return Theorem.silent("needs ln(1/q) >= 3 rho (2 + log2(1/rho))", "take a smaller sample or rho");
        double least = log / (2 * rho);
        if (!(least >= 3 && omega >= least * (1 + 1e-12)))
            return Theorem.silent("needs omega >= ln(1/q) / (2 rho) >= 3", "take a larger omega or a smaller rho");
        return Theorem.above(new ConcentratedCurve(
                Up.mul(Up.mul(13, Up.mul(share, share)), rho), 0, Down.div(log, Up.mul(4, rho))));
    }
}
