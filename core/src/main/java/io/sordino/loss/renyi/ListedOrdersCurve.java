package io.sordino.loss.renyi;

import io.sordino.loss.RenyiCurve;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.List;

/**
 * Renyi divergences known at some orders. They grow with the order, and (order - 1) times the divergence is convex, so between two orders its chord bounds
 * it.
 */
public record ListedOrdersCurve(List<Double> orders, List<Double> divergences) implements RenyiCurve {
    public ListedOrdersCurve {
        orders = List.copyOf(orders);
        divergences = List.copyOf(divergences);
        if (!(!orders.isEmpty() && orders.size() == divergences.size() && orders.get(0) > 1))
            throw new IllegalArgumentException("one divergence for each order above 1");
    }

    @Override
    public double at(double alpha) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = orders.size() - 1; i >= 0 && alpha <= orders.get(i); i--)
            least = Math.min(least, divergences.get(i));
        int above = 0;
        while (above < orders.size() && orders.get(above) < alpha) above++;
        return above > 0 && above < orders.size() ? Math.min(least, chord(above, alpha)) : least;
    }

    private double chord(int above, double alpha) {
        double low = orders.get(above - 1);
        double high = orders.get(above);
        double share = (alpha - low) / (high - low);
        double moment =
                (1 - share) * ((low - 1) * divergences.get(above - 1)) + share * ((high - 1) * divergences.get(above));
        // the share may be off by an ulp of 1, and the moments with it
        double doubt = 8 * Ulp.ONE * (high - 1) * (divergences.get(above - 1) + divergences.get(above));
        return Up.div(Up.add(moment, doubt), Down.sub(alpha, 1));
    }

    @Override
    public double largestOrder() {
        return orders.get(orders.size() - 1);
    }

    @Override
    public List<Double> corners() {
        return orders;
    }
}
