package io.sordino.report.curve;

import java.util.Arrays;

/** Places along an axis. */
final class Spacing {
    private Spacing() {}

    static double[] even(double from, double to, int points) {
        double[] places = new double[points];
        for (int i = 0; i < points; i++) places[i] = i == points - 1 ? to : from + (to - from) * i / (points - 1);
        return places;
    }

    /** From 0 to 1, closer together towards both. */
    static double[] towardsEnds(int points) {
        double[] places = new double[points];
        for (int i = 0; i < points; i++) {
            double half = Math.sin(Math.PI / 2 * i / (points - 1));
            places[i] = half * half;
        }
        places[points - 1] = 1;
        return places;
    }

    static double[] geometric(double from, double to, int points) {
        double[] places = new double[points];
        for (int i = 0; i < points; i++)
            places[i] = i == 0 ? from : i == points - 1 ? to : from * Math.pow(to / from, i / (points - 1.0));
        return places;
    }

    /** Whole numbers, closer together towards the first, each once. */
    static double[] wholes(double from, double to, int points) {
        double[] places = new double[points];
        for (int i = 0; i < points; i++) {
            double share = i / (points - 1.0);
            places[i] = Math.rint(from + (to - from) * share * share);
        }
        return Arrays.stream(places).distinct().toArray();
    }

    static double[] wholeGeometric(double from, double to, int points) {
        return Arrays.stream(geometric(from, to, points))
                .map(Math::rint)
                .distinct()
                .toArray();
    }
}
