package io.sordino.theorem.sampling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Every sample that a scheme may draw from a small dataset, with its exact probability. Records are numbered from 0. */
record Samples(List<Drawn> all) {
    /** How often each record was drawn, and with which probability. */
    static final class Drawn {
        private final int[] copies;
        private final Fraction probability;

        Drawn(int[] copies, Fraction probability) {
            this.copies = copies;
            this.probability = probability;
        }

        int[] copies() {
            return copies;
        }

        Fraction probability() {
            return probability;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Drawn drawn && Arrays.equals(copies, drawn.copies);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(copies);
        }

        @Override
        public String toString() {
            return Arrays.toString(copies);
        }
    }

    static Samples poisson(int n, Fraction rate) {
        List<Drawn> all = new ArrayList<>();
        for (int set = 0; set < 1 << n; set++) {
            int size = Integer.bitCount(set);
            Fraction weight = rate.power(size).times(Fraction.ONE.minus(rate).power(n - size));
            all.add(new Drawn(copies(n, set), weight));
        }
        return new Samples(all);
    }

    static Samples withoutReplacement(int m, int n) {
        List<int[]> sets = new ArrayList<>();
        for (int set = 0; set < 1 << n; set++) if (Integer.bitCount(set) == m) sets.add(copies(n, set));
        return new Samples(sets.stream()
                .map(set -> new Drawn(set, Fraction.of(1, sets.size())))
                .toList());
    }

    static Samples withReplacement(int m, int n) {
        List<Drawn> all = new ArrayList<>();
        int sequences = (int) Math.pow(n, m);
        for (int code = 0; code < sequences; code++) {
            int[] copies = new int[n];
            for (int i = 0, rest = code; i < m; i++, rest /= n) copies[rest % n]++;
            all.add(new Drawn(copies, Fraction.of(1, sequences)));
        }
        return new Samples(all);
    }

    private static int[] copies(int n, int set) {
        int[] copies = new int[n];
        for (int i = 0; i < n; i++) copies[i] = set >> i & 1;
        return copies;
    }

    /** The law of what a mechanism with outputs 0, 1, ... says of the sample. */
    Fraction[] law(Function<int[], Fraction[]> mechanism) {
        Fraction[] law = {};
        for (Drawn drawn : all) {
            Fraction[] given = mechanism.apply(drawn.copies());
            if (law.length == 0) {
                law = new Fraction[given.length];
                Arrays.fill(law, Fraction.ZERO);
            }
            for (int i = 0; i < law.length; i++) law[i] = law[i].plus(given[i].times(drawn.probability()));
        }
        return law;
    }

    /** The hockey-stick divergence of order x, exactly. */
    static Fraction delta(Fraction[] p, Fraction[] q, Fraction x) {
        Fraction sum = Fraction.ZERO;
        for (int i = 0; i < p.length; i++) {
            Fraction gap = p[i].minus(x.times(q[i]));
            if (gap.isPositive()) sum = sum.plus(gap);
        }
        return sum;
    }
}
