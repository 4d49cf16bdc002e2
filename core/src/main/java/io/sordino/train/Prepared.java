package io.sordino.train;

/** Examples as a model sees them under a bound: how each row is scaled, and how long it then is with the 1 of the intercept. */
final class Prepared {
    /** Squares below this are lost; taking a row for longer than it is shortens its gradient, which is safe. */
    private static final double SHORTEST = 1e-150;

    private final Examples examples;
    private final Model model;
    private final double[] scales;
    private final double[] norms;

    Prepared(Examples examples, Model model, Bound bound) {
        model.check(examples);
        this.examples = examples;
        this.model = model;
        scales = new double[examples.size()];
        norms = new double[examples.size()];
        for (int i = 0; i < norms.length; i++) {
            double norm = Math.max(SHORTEST, Math.sqrt(examples.features().squaredNorm(i)));
            scales[i] = bound.scale(norm);
            double scaled = scales[i] * norm;
            norms[i] = model.intercept() ? Math.sqrt(scaled * scaled + 1) : scaled;
        }
    }

    int size() {
        return norms.length;
    }

    Model model() {
        return model;
    }

    /** Works on one record after another, in memory of its own. */
    final class Worker {
        private final Features rows = examples.features();
        private final Loss loss = model.loss();
        private final int width = model.width();
        private final double[] weights;
        private final double[] margins = new double[loss.outputs()];
        private final double[] residual = new double[loss.outputs()];

        Worker(double[] weights) {
            this.weights = weights;
        }

        /** Adds the record's gradient. */
        void add(int record, double[] sum) {
            model.margins(rows, record, scales[record], weights, margins);
            loss.residual(margins, examples.label(record), residual);
            for (int k = 0; k < residual.length; k++) {
                double factor = residual[k];
                rows.add(record, factor * scales[record], sum, k * width);
                if (model.intercept()) sum[k * width + model.features()] += factor;
            }
        }

        /**
         * Adds the record's gradient as integers, {@code unit} to one, after shortening it to {@code most} integers' length. What is not a
         * number adds nothing.
         */
        void addWhole(int record, double unit, double most, double[] sum) {
            model.margins(rows, record, scales[record], weights, margins);
            loss.residual(margins, examples.label(record), residual);
            double square = 0;
            for (double r : residual) square += r * r;
            double length = Math.sqrt(square) * norms[record] * unit;
            if (!(length < Double.POSITIVE_INFINITY)) return;
            double shortened = length > most ? unit * (most / length) : unit;
            for (int k = 0; k < residual.length; k++) {
                double factor = residual[k] * shortened;
                if (factor == 0) continue;
                rows.addWhole(record, factor * scales[record], sum, k * width);
                if (model.intercept()) sum[k * width + model.features()] += Math.rint(factor);
            }
        }
    }
}
