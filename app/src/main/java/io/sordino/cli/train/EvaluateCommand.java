package io.sordino.cli.train;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.cli.Console;
import io.sordino.cli.Sources;
import io.sordino.data.DataFile;
import io.sordino.data.Encoder;
import io.sordino.data.ModelFile;
import io.sordino.report.text.Json;
import io.sordino.train.data.Examples;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** sordino evaluate. */
@Command(
        name = "evaluate",
        description = "How well a model predicts the labels of records; what it prints is not private towards these.",
        footer = {"", "Example:", "  sordino evaluate --model model.json --data test.csv"})
public final class EvaluateCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--model", required = true, paramLabel = "FILE", description = "The model.")
    private String model = "";

    @Option(names = "--data", required = true, paramLabel = "FILE", description = "Records with labels.")
    private String data = "";

    @Option(names = "--json", description = "Answer in JSON, on one line.")
    private boolean json;

    public EvaluateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ModelFile stored = ModelFile.read(Sources.path(model));
        Examples examples = new Encoder(stored.schema()).labelled(DataFile.of(Sources.path(data)));
        double[] weights = stored.array();
        boolean regression = stored.schema().classes().isEmpty();
        double right = 0;
        double loss = 0;
        double squares = 0;
        for (int i = 0; i < examples.size(); i++) {
            double[] margins = stored.model().margins(examples.features(), i, stored.bound(), weights);
            double error = stored.model().predicted(margins) - examples.label(i);
            if (error == 0) right++;
            squares += error * error;
            loss += stored.model().loss().value(margins, examples.label(i));
        }
        int n = examples.size();
        ObjectNode answer = Json.object().put("records", n);
        if (regression) answer.put("rmse", Math.sqrt(squares / n));
        else answer.put("accuracy", right / n);
        answer.put("mean_loss", loss / n);
        answer.put("private", false);
        if (json) console.print(Json.text(answer));
        else
            console.print((regression ? "rmse     " + Math.sqrt(squares / n) : "accuracy " + right / n) + "\nloss     "
                    + loss / n + "\nrecords  " + n);
        console.warn("these numbers were computed from the records without noise: they are not private towards them");
        return 0;
    }
}
