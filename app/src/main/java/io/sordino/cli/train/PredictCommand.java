package io.sordino.cli.train;

import io.sordino.cli.Console;
import io.sordino.cli.Sources;
import io.sordino.data.Atomic;
import io.sordino.data.DataFile;
import io.sordino.data.Encoder;
import io.sordino.data.ModelFile;
import io.sordino.train.data.Features;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** sordino predict. */
@Command(
        name = "predict",
        description = "Predicts labels with a model that sordino train has written.",
        footer = {"", "Example:", "  sordino predict --model model.json --data new.csv --out predicted.csv"})
public final class PredictCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--model", required = true, paramLabel = "FILE", description = "The model.")
    private String model = "";

    @Option(names = "--data", required = true, paramLabel = "FILE", description = "Records, as CSV or Parquet.")
    private String data = "";

    @Option(names = "--out", paramLabel = "FILE", description = "Where to write, as CSV (default: standard output).")
    private Optional<String> out = Optional.empty();

    public PredictCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        out.ifPresent(name -> Atomic.check(Sources.path(name)));
        ModelFile stored = ModelFile.read(Sources.path(model));
        Features features = new Encoder(stored.schema()).features(DataFile.of(Sources.path(data)));
        double[] weights = stored.array();
        List<String> classes = stored.schema().classes();
        StringBuilder text = new StringBuilder("predicted");
        boolean likely =
                stored.model().probabilities(new double[stored.model().loss().outputs()]).length > 0;
        if (likely) for (String name : classes) text.append(',').append(cell("p_" + name));
        text.append('\n');
        for (int row = 0; row < features.rows(); row++) {
            double[] margins = stored.model().margins(features, row, stored.bound(), weights);
            double predicted = stored.model().predicted(margins);
            text.append(classes.isEmpty() ? String.valueOf(predicted) : cell(classes.get((int) predicted)));
            for (double p : stored.model().probabilities(margins))
                text.append(',').append((float) p);
            text.append('\n');
        }
        if (out.isEmpty()) {
            console.print(text.toString().stripTrailing());
            return 0;
        }
        Atomic.write(Sources.path(out.get()), text.toString());
        return 0;
    }

    /** In quotes where it would not be one cell without them. */
    private static String cell(String text) {
        return text.matches("[^\",\\s]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
