package io.sordino.theorem.primitive;

import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.renyi.ReflectedRenyi;
import io.sordino.loss.renyi.SubGaussianCurve;
import io.sordino.mechanism.SubGaussian;
import io.sordino.numeric.Down;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.List;

/**
 * (mu, tau)-concentrated privacy: E[L] is at most mu, and E[e^(s (L - E[L]))] at most e^(s^2 tau^2 / 2) for every real s, in both directions. So the mean is
 * at most m = min(mu, tau^2/2), and the Renyi divergence of order alpha at most m + (alpha - 1) tau^2/2; Gaussian noise with mu^2 = min(2 mu, tau^2) keeps
 * the promise.
 *
 * <p>Dwork and Rothblum 2016 (arXiv:1603.01887v2); the bound of the mean and the curve are derived on the theory page. Theory:
 * docs/theory/SubGaussianLoss.md
 */
public final class SubGaussianLoss implements Theorem<SubGaussian> {
    @Override
    public Class<SubGaussian> about() {
        return SubGaussian.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                SubGaussianLoss.class, "Dwork and Rothblum 2016 (arXiv:1603.01887v2); the Renyi curve is on its page");
    }

    @Override
    public Verdict apply(SubGaussian m, Inquiry inquiry) {
        SubGaussianCurve curve = curve(m);
        double noise = Math.min(m.tau(), Down.sqrt(Down.mul(2, m.mu())));
        return new Several(List.of(
                new Holds(curve, Reach.ABOVE, List.of()),
                new Holds(new ReflectedRenyi(curve), Reach.ABOVE, List.of()),
                new Holds(GaussianPair.of(noise), Reach.BELOW, List.of())));
    }

    private static SubGaussianCurve curve(SubGaussian m) {
        return new SubGaussianCurve(Math.min(m.mu(), SubGaussianCurve.halfSquareUp(m.tau())), m.tau());
    }
}
