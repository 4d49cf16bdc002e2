package io.sordino.train.gradient;

import io.sordino.engine.sample.Batch;
import io.sordino.train.data.Examples;
import io.sordino.train.data.Features;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Loss;
import io.sordino.train.model.Model;

/** Examples as a model sees them under a bound: how each row is scaled, and how long it then is with the 1 of the intercept. */
public final class Prepared {
    /** Squares below this are lost; taking a row for longer than it is shortens its gradient, which is safe. */
    private static final double SHORTEST = 1e-150;

    /** Between these no square, and no sum of squares, loses what counts. */
    private static final double LEAST_SQUARE = 1e-280;

    private static final double LARGEST_SQUARE = 1e300;

    private static final int FACTS = 3;
    private static final int NORM = 1;
    private static final int LABEL = 2;

    private final Examples examples;
    private final Model model;
    /** Of each record its scale, its norm and its label, side by side: one visit to memory in place of three. */
    private final double[] facts;

    /** Looks at every record once, so that rounds need not. */
    public Prepared(Examples examples, Model model, Bound bound) {
        model.check(examples);
        this.examples = examples;
        this.model = model;
        facts = new double[FACTS * examples.size()];
        for (int i = 0; i < examples.size(); i++) {
            double norm = Math.max(SHORTEST, Math.sqrt(examples.features().squaredNorm(i)));
            double scale = bound.scale(norm);
            double scaled = scale == 0 ? 0 : scale * norm;
            facts[FACTS * i] = scale;
            facts[FACTS * i + NORM] = model.intercept() ? Math.sqrt(scaled * scaled + 1) : scaled;
            facts[FACTS * i + LABEL] = model.loss().knows(examples.label(i)) ? examples.label(i) : Examples.NO_LABEL;
        }
    }

    Model model() {
        return model;
    }

    /** The length of a vector. Squares of numbers that are small or large are lost, so these are scaled first. */
    static double length(double[] vector) {
        if (vector.length == 1) return Math.abs(vector[0]);
        double square = 0;
        for (double x : vector) square += x * x;
        if (square >= LEAST_SQUARE && square <= LARGEST_SQUARE) return Math.sqrt(square);
        double largest = 0;
        for (double x : vector) largest = Math.max(largest, Math.abs(x));
        if (largest == 0) return 0;
        double scaled = 0;
        for (double x : vector) scaled += (x / largest) * (x / largest);
        return largest * Math.sqrt(scaled);
    }

    /** Works on one record after another, in memory of its own. */
    final class Worker {
        private final Features rows = examples.features();
        private final Features.Reader reader = rows.reader();
        private final Loss loss = model.loss();
        private final int width = model.width();
        private final int atHand = rows.atHand();
        private final double[] weights;
        private final double[] margins = new double[loss.outputs()];
        private final double[] residual = new double[loss.outputs()];
        /** Never read: it keeps {@link #touch} from being optimised away. */
        private double unusedSum;

        Worker(double[] weights) {
            this.weights = weights;
        }

        /** Adds the gradients of the records of a batch from {@code from} to {@code to}. */
        void add(Batch batch, int from, int to, double[] sum) {
            for (int at = from; at < to; at += atHand) {
                int end = Math.min(to, at + atHand);
                touch(batch, at, end);
                for (int i = at; i < end; i++) add(batch.record(i), sum);
            }
        }

        /**
         * Adds the gradients as integers, {@code unit} to one, after shortening each to {@code most} integers' length. What is not a number
         * adds nothing.
         */
        void addWhole(Batch batch, int from, int to, double unit, double most, double[] sum) {
            for (int at = from; at < to; at += atHand) {
                int end = Math.min(to, at + atHand);
                touch(batch, at, end);
                for (int i = at; i < end; i++) addWhole(batch.record(i), unit, most, sum);
            }
        }

        void addWhole(int record, double unit, double most, double[] sum) {
            double label = facts[FACTS * record + LABEL];
            if (Double.isNaN(label)) return;
            double scale = facts[FACTS * record];
            reader.read(record);
            for (int k = 0; k < margins.length; k++)
                margins[k] = model.margin(reader.dot(weights, k * width), scale, weights, k);
            loss.residual(margins, label, residual);
            // from left to right: what is lost when the first product underflows is less than one integer whatever the
            // unit
            double length = length(residual) * facts[FACTS * record + NORM] * unit;
            if (!(length < Double.POSITIVE_INFINITY)) return;
            double shortened = length > most ? unit * (most / length) : unit;
            for (int k = 0; k < residual.length; k++) {
                double factor = residual[k] * shortened;
                if (factor == 0) continue;
                reader.addWhole(factor * scale, sum, k * width);
                if (model.intercept()) sum[k * width + model.features()] += Math.rint(factor);
            }
        }

        /** Rows that lie one after the other come by themselves. */
        private void touch(Batch batch, int from, int to) {
            double sum = 0;
            int last = -1;
            for (int i = from; i < to; i++) {
                int record = batch.record(i);
                if (record != last + 1) sum += facts[FACTS * record] + rows.touched(record);
                last = record;
            }
            unusedSum = sum;
        }

        private void add(int record, double[] sum) {
            double label = facts[FACTS * record + LABEL];
            if (Double.isNaN(label)) return;
            double scale = facts[FACTS * record];
            model.margins(rows, record, scale, weights, margins);
            loss.residual(margins, label, residual);
            for (int k = 0; k < residual.length; k++) {
                double factor = residual[k];
                rows.add(record, factor * scale, sum, k * width);
                if (model.intercept()) sum[k * width + model.features()] += factor;
            }
        }
    }
}
