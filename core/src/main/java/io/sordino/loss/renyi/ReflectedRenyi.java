package io.sordino.loss.renyi;

import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.RenyiConversion;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.Side;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.pair.ConnectTheDots;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import java.util.Optional;

/**
 * The profile of a black box whose Renyi curve holds in both directions: converted above epsilon 0, reflected below it,
 * H_x = 1 - x + x H_(1/x). It can be made into a pair, so that the box may be composed with everything else.
 */
public final class ReflectedRenyi implements HasPair {
    private static final int DOTS = 256;
    private static final double TAIL = 1e-30;
    private static final double LARGEST = 1e6;

    private final RenyiCurve curve;
    private Optional<Pair> pair = Optional.empty();

    public ReflectedRenyi(RenyiCurve curve) {
        this.curve = curve;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        double upper = RenyiConversion.logDelta(curve, epsilon);
        if (epsilon < 0) upper = Math.min(upper, Up.log(reflected(epsilon, RenyiConversion.logDelta(curve, -epsilon))));
        return Bracket.of(Double.NEGATIVE_INFINITY, upper);
    }

    @Override
    public Bracket epsilon(double delta) {
        return curve.epsilon(delta);
    }

    private static double reflected(double epsilon, double logMirrored) {
        double mirrored = Up.exp(Math.min(0, Up.add(epsilon, logMirrored)));
        return Math.min(1, Up.add(-Down.expm1(epsilon), mirrored));
    }

    @Override
    public Pair pair(Side side) {
        if (!(side == Side.UPPER)) throw new IllegalArgumentException("a Renyi curve bounds from above only");
        if (pair.isEmpty()) pair = Optional.of(made());
        return pair.get();
    }

    private Pair made() {
        double reach = Math.min(LARGEST, curve.epsilon(TAIL).upper());
        if (!(reach > 0)) return AtomicPair.equal();
        double[] grid = new double[DOTS + 1];
        for (int i = 0; i <= DOTS; i++) grid[i] = reach * i / DOTS;
        double[] above = RenyiConversion.logDeltas(curve, grid);
        double[] epsilon = new double[2 * DOTS + 1];
        double[] height = new double[2 * DOTS + 1];
        for (int i = 0; i <= DOTS; i++) {
            epsilon[DOTS + i] = grid[i];
            epsilon[DOTS - i] = -grid[i];
            height[DOTS - i] = reflected(-grid[i], above[i]);
            height[DOTS + i] = Math.min(1, Up.exp(above[i]));
        }
        return ConnectTheDots.connected(epsilon, height);
    }
}
