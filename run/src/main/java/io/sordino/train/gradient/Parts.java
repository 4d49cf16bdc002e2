package io.sordino.train.gradient;

import java.util.stream.IntStream;

/** Sums of vectors whose terms come in numbered parts: worked out by as many threads as there are, added in the order of the parts. */
final class Parts {
    private Parts() {}

    interface Part {
        void add(int part, double[] sum);
    }

    static double[] sum(int parts, int length, Part work) {
        double[] total = new double[length];
        if (parts == 0) return total;
        // parts are few at a time, so that their vectors need little memory
        int wave = Math.max(1, Math.min(16, (1 << 22) / Math.max(1, length)));
        for (int from = 0; from < parts; from += wave) {
            int first = from;
            int count = Math.min(wave, parts - from);
            double[][] sums = new double[count][length];
            IntStream all = IntStream.range(0, count);
            (count == 1 ? all : all.parallel()).forEach(i -> work.add(first + i, sums[i]));
            for (double[] sum : sums) for (int j = 0; j < length; j++) total[j] += sum[j];
        }
        return total;
    }
}
