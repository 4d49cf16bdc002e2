package io.sordino.report.curve;

import io.sordino.plot.Series;
import io.sordino.report.answer.Comparison;
import io.sordino.report.planning.Training;
import io.sordino.report.text.Decimals;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** One training run under every way of drawing its batches, as its noise, its epochs or its data grow. */
final class TrainingCurves {
    private final Sheet sheet;
    private final Curves curves;

    TrainingCurves(Sheet sheet) {
        this.sheet = sheet;
        curves = sheet.curves();
    }

    void draw(Training training) {
        DoubleFunction<Training> at = switch (curves.what()) {
            case EPSILON_VS_NOISE -> training::withNoise;
            case EPSILON_VS_STEPS -> training::withEpochs;
            default -> size -> training.withDatasetSize((long) size);
        };
        double[] places = places(training);
        List<Sheet.Line> lines = new ArrayList<>();
        List<Comparison.Entry> ways = plans(training);
        for (int i = 0; i < ways.size(); i++) {
            int way = i;
            Comparison.Entry entry = ways.get(i);
            String name = entry.label() + ", " + entry.question().relation().label();
            lines.add(Sheet.Line.at(
                    places,
                    name,
                    i == 0 ? Series.Kind.REFERENCE : Series.Kind.LINE,
                    value -> SweptCurves.read(
                            sheet.accountant(), plans(at.apply(value)).get(way).question(), curves.delta())));
        }
        sheet.add(lines);
        sheet.note(summary(training));
    }

    private List<Comparison.Entry> plans(Training training) {
        return training.plans(curves.relation(), curves.wanted());
    }

    private double[] places(Training training) {
        return switch (curves.what()) {
            case EPSILON_VS_NOISE ->
                Spacing.geometric(curves.from().orElse(0.5), curves.to().orElse(8.0), curves.points());
            case EPSILON_VS_STEPS ->
                Spacing.wholes(
                        curves.from().orElse(1.0), curves.to().orElse(Math.max(2, training.epochs())), curves.points());
            default ->
                Spacing.wholeGeometric(
                        Math.max((double) training.batchSize(), curves.from().orElse(training.datasetSize() / 30.0)),
                        curves.to().orElse(30.0 * training.datasetSize()),
                        curves.points());
        };
    }

    private String summary(Training training) {
        String text = "training: ";
        if (curves.what() != Curves.What.EPSILON_VS_N) text += training.datasetSize() + " records, ";
        text += "batches of " + training.batchSize();
        if (curves.what() != Curves.What.EPSILON_VS_NOISE)
            text += ", noise multiplier " + Decimals.shortest(training.noiseMultiplier());
        if (curves.what() != Curves.What.EPSILON_VS_STEPS)
            text += ", " + Decimals.shortest(training.epochs()) + " epochs";
        return text;
    }
}
