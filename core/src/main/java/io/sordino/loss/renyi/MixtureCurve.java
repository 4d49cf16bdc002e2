package io.sordino.loss.renyi;

import io.sordino.loss.RenyiCurve;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.List;

/**
 * The Renyi curve of what is chosen at random among several: log(sum of w_i e^((alpha-1) r_i(alpha))) / (alpha-1).
 *
 * @param weights that add up to 1, each off by a few ulps
 */
public record MixtureCurve(List<Double> weights, List<RenyiCurve> parts) implements RenyiCurve {
    public MixtureCurve {
        weights = List.copyOf(weights);
        parts = List.copyOf(parts);
        if (!(!parts.isEmpty() && parts.size() == weights.size()))
            throw new IllegalArgumentException("a mixture needs one weight for each curve");
    }

    @Override
    public double at(double alpha) {
        double power = Up.sub(alpha, 1);
        double[] exponents = new double[parts.size()];
        double top = 0;
        for (int i = 0; i < exponents.length; i++) {
            exponents[i] = Up.mul(power, parts.get(i).at(alpha));
            top = Math.max(top, exponents[i]);
        }
        if (!(top < Double.POSITIVE_INFINITY)) return Double.POSITIVE_INFINITY;
        // above e^top: the sum is 1 + sum of w (e^x - 1), and small curves lose no digits
        double doubt = 1 + Ulp.ONE * (16 + 4 * exponents.length);
        double sum = 0;
        boolean small = top < 30;
        for (int i = 0; i < exponents.length; i++)
            sum = Up.add(
                    sum,
                    Up.mul(
                            Up.mul(weights.get(i), doubt),
                            small ? Up.expm1(exponents[i]) : Up.exp(Up.sub(exponents[i], top))));
        double log = small ? Up.log1p(sum) : Up.add(top, Up.log(sum));
        return Math.max(0, Up.div(log, Down.sub(alpha, 1)));
    }

    @Override
    public double largestOrder() {
        return parts.stream().mapToDouble(RenyiCurve::largestOrder).min().orElseThrow();
    }

    @Override
    public boolean hasChords() {
        return parts.stream().anyMatch(RenyiCurve::hasChords);
    }

    @Override
    public List<Double> corners() {
        return parts.stream()
                .flatMap(part -> part.corners().stream())
                .distinct()
                .sorted()
                .toList();
    }
}
