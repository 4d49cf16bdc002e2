package io.sordino.theorem.primitive;

import io.sordino.loss.RenyiCurve;
import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.loss.renyi.OneOrderCurve;
import io.sordino.loss.renyi.ReflectedRenyi;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.RenyiOrders;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.mechanism.ZeroConcentrated;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.function.Function;

/**
 * A black box known by its Renyi curve has a profile, and every valid profile is that of a dominating pair once it is reflected
 * (the promise holds in both directions), capped at 1 and replaced by its lower convex hull in e^epsilon. So such a box composes
 * with any other mechanism.
 *
 * <p>Zhu, Dong and Wang 2022 (arXiv:2106.08567v3), Proposition 8. Theory: docs/theory/RenyiAsPair.md
 */
public final class RenyiAsPair<M extends Mechanism> implements Theorem<M> {
    private final Class<M> about;
    private final Function<M, RenyiCurve> curve;

    private RenyiAsPair(Class<M> about, Function<M, RenyiCurve> curve) {
        this.about = about;
        this.curve = curve;
    }

    public static RenyiAsPair<ZeroConcentrated> zero() {
        return new RenyiAsPair<>(ZeroConcentrated.class, m -> ConcentratedCurve.zero(m.rho(), m.xi()));
    }

    public static RenyiAsPair<TruncatedConcentrated> truncated() {
        return new RenyiAsPair<>(TruncatedConcentrated.class, m -> new ConcentratedCurve(m.rho(), 0, m.omega()));
    }

    public static RenyiAsPair<RenyiBounded> oneOrder() {
        return new RenyiAsPair<>(RenyiBounded.class, m -> new OneOrderCurve(m.alpha(), m.epsilon()));
    }

    public static RenyiAsPair<RenyiOrders> listed() {
        return new RenyiAsPair<>(RenyiOrders.class, RenyiAtListedOrders::curve);
    }

    @Override
    public Class<M> about() {
        return about;
    }

    @Override
    public Citation citation() {
        return Citation.of(RenyiAsPair.class, "Zhu, Dong and Wang 2022, Proposition 8 (arXiv:2106.08567v3)");
    }

    @Override
    public Verdict apply(M m, Inquiry inquiry) {
        return Theorem.above(new ReflectedRenyi(curve.apply(m)));
    }
}
