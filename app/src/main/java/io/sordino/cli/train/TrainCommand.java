package io.sordino.cli.train;

import io.sordino.account.Precision;
import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.LimitOption;
import io.sordino.cli.PromiseOptions;
import io.sordino.cli.Sources;
import io.sordino.cli.ledger.ChargeOptions;
import io.sordino.data.Atomic;
import io.sordino.data.CheckpointFile;
import io.sordino.data.Column;
import io.sordino.data.Encoder;
import io.sordino.data.Incarnation;
import io.sordino.data.ModelFile;
import io.sordino.data.Schema;
import io.sordino.mechanism.Mechanism;
import io.sordino.noise.Seed;
import io.sordino.refusal.InvalidException;
import io.sordino.report.answer.Gate;
import io.sordino.report.text.Json;
import io.sordino.service.TrainingReport;
import io.sordino.train.CalibratedTraining;
import io.sordino.train.Recipe;
import io.sordino.train.Trained;
import io.sordino.train.gradient.RecordCluster;
import io.sordino.train.model.Model;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino train. */
@Command(
        name = "train",
        description = "Trains a linear model by noisy gradient descent, with the least noise that keeps a promise.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  sordino train --data people.csv --label income --model logistic --epsilon 2 --delta 1e-5 --out model.json",
            "  sordino train --data people.parquet --label income --bounds 'age=0:100' --categorical 'sex=f|m'"
                    + " --epsilon 1 --delta 1e-6 --auto --out model.json",
            "  sordino train --data people.csv --label income --feature-norm 1 --radius 5 --sampling one-pass"
                    + " --epsilon 1 --delta 1e-6 --out model.json"
        })
public final class TrainCommand implements Callable<Integer> {
    private static final Precision COARSE = new Precision(0.02);

    private final Console console;

    @Mixin
    private DataOptions data = new DataOptions();

    @Mixin
    private LearningOptions learning = new LearningOptions();

    @Mixin
    private QuantileOptions quantiles = new QuantileOptions();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private RunOptions running = new RunOptions();

    @Mixin
    private CanaryOptions auditing = new CanaryOptions();

    @Mixin
    private PromiseOptions promise = new PromiseOptions();

    @Mixin
    private LimitOption gate = new LimitOption();

    @Mixin
    private ChargeOptions paying = new ChargeOptions();

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The model, as JSON.")
    private String out = "";

    @Option(names = "--replace", description = "Write over a model that is there: both were released then.")
    private boolean replace;

    @Option(names = "--accept-noise", description = "Train even if noise will drown what there is to learn.")
    private boolean acceptNoise;

    @Option(names = "--json", description = "Report in JSON, on one line.")
    private boolean json;

    public TrainCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        long start = console.nanoseconds().getAsLong();
        Path target = Sources.path(out);
        Atomic.check(target);
        refuseSharedFiles();
        learning.check();
        Optional<Recipe.Kind> kind = learning.isAuto() ? Optional.empty() : Optional.of(learning.kind());
        running.check(kind);
        cluster.check(kind, quantiles.isAsked(), running.looksAtRecords());
        try (RunKeeper keeper = running.keeper(console);
                TrainingTill till = TrainingTill.of(
                        console, paying, "train on " + Sources.path(data.name()).getFileName())) {
            keeper.refuseSecondModel(target, replace);
            if (!cluster.isPresent()) return train(start, target, keeper, till, new Material.OfFile(data.file()));
            try (RecordCluster.Opened opened = cluster.open(data.name())) {
                return train(start, target, keeper, till, new Material.OfCluster(opened, cluster.number()));
            }
        }
    }

    private int train(long start, Path target, RunKeeper keeper, TrainingTill till, Material material) {
        Optional<CheckpointFile> stored = keeper.stored();
        Schema asked = data.schema(material::columns, learning.isRegression(), learning.hasTwoClasses());
        Schema known = stored.map(CheckpointFile::schema).orElse(asked);
        if (!(known.equals(asked) || stored.filter(s -> !s.before().isEmpty()).isPresent()))
            throw CommandException.invalid(
                    "the checkpoint is of other columns, bounds or classes",
                    "give the options it was begun with, or remove the file");
        List<Mechanism> before =
                stored.map(CheckpointFile::before).orElseGet(() -> quantiles.cost(known, promise.epsilon()));
        Model model = learning.model(known.width(), known.classes().size());
        Records unbounded = material.records(known, model, learning.bound());
        int records = unbounded.size();
        TrainingReport.Choice choice = chosen(records, model, before);
        refuseNoise(choice.fitting(), model, records);
        auditing.check(records);
        // before the data are used: what must not be promised is not spent
        double promised = choice.fitting().guarantee().epsilon().upper();
        if (gate.limit().isPresent() && !(promised <= gate.limit().get())) {
            console.fail(Gate.said("epsilon", promised, gate.limit().get()) + "; nothing was trained");
            return 1;
        }
        running.misfits(console, known, material.file());
        running.constants(console, new Encoder(known), material.file());
        warnOfOpenColumns(known, before);
        Optional<String> answered = till.charge(choice.fitting().guarantee(), promise.epsilon(), promise.delta());
        if (answered.isPresent()) {
            Atomic.write(target, answered.get());
            console.warn("this request was answered before: its model was written again, and nothing was trained");
            return 0;
        }
        // from here on the data are used
        Seed seed = keeper.isComplete() ? Incarnation.seed() : running.seed();
        boolean bounded = stored.isPresent() || before.isEmpty();
        Schema schema = bounded
                ? known
                : quantiles.found(
                        known,
                        material.file().orElseThrow(),
                        choice.fitting().variant().relation());
        Records examples = bounded ? unbounded : material.records(schema, model, learning.bound());
        List<String> seeds = new ArrayList<>(stored.map(CheckpointFile::seeds).orElse(List.of()));
        // a run that is over draws nothing more
        if (!keeper.isComplete()) seeds.add(seed.commitment());
        Optional<Trained> trained =
                running.run(console, keeper, choice.fitting(), examples, schema, seed, seeds, promise.delta());
        if (trained.isEmpty()) return 0;
        TrainingReport report = new TrainingReport(
                console.desk(), choice, trained.get(), before, promise.epsilon(), promise.delta(), seeds, out);
        ModelFile whole = new ModelFile(
                model,
                choice.fitting().variant().bound(),
                schema,
                Arrays.stream(trained.get().weights()).boxed().toList(),
                report.privacy());
        // kept first: the model that is in the ledger is the one that is given
        Atomic.write(target, till.keep(Json.text(whole.json()) + "\n"));
        keeper.finished();
        if (keeper.isComplete())
            console.warn("the run of " + keeper.name() + " was over: its model was written again. Remove "
                    + keeper.name() + " to begin another run, with a budget of its own");
        console.print(report, json, start);
        running.loss(console, examples, trained.get());
        auditing.run(
                console,
                choice.fitting().variant(),
                (canaries, shape) -> learning.recipe(choice.kind(), canaries, shape),
                examples.size(),
                promise);
        return 0;
    }

    /** A record far out is scaled or cut down to nothing, and all others with it: which columns have bounds is public. */
    private void warnOfOpenColumns(Schema schema, List<Mechanism> before) {
        List<String> open = schema.columns().stream()
                .filter(column -> column instanceof Column.Numeric numeric
                        && numeric.lower().isEmpty())
                .map(Column::name)
                .toList();
        if (open.isEmpty() || !before.isEmpty()) return;
        console.warn(
                (open.size() == 1 ? "column " : "columns ")
                        + String.join(", ", open.subList(0, Math.min(10, open.size())))
                        + (open.size() > 10 ? " and " + (open.size() - 10) + " more" : "")
                        + (open.size() == 1 ? " has" : " have")
                        + " no bounds: numbers are used as they are and may drown the others; give --bounds COLUMN=LO:HI, or --find-bounds");
    }

    /** A model must not take the place of the data, nor a checkpoint that of the model. */
    private void refuseSharedFiles() {
        Map<Path, String> uses =
                new HashMap<>(Map.of(Sources.path(data.name()).toAbsolutePath().normalize(), "--data"));
        Map<String, Optional<String>> written = new TreeMap<>(running.files());
        written.put("--out", Optional.of(out));
        written.forEach((option, name) -> name.map(Sources::path).ifPresent(file -> {
            String other = uses.put(file.toAbsolutePath().normalize(), option);
            if (other != null)
                throw CommandException.invalid(
                        other + " and " + option + " are both '" + file + "'", "give each a file of its own");
        }));
    }

    private TrainingReport.Choice chosen(int records, Model model, List<Mechanism> before) {
        if (!learning.isAuto()) {
            Recipe recipe = learning.recipe(learning.kind(), records, model);
            return new TrainingReport.Choice(learning.kind(), fitted(recipe, before, Precision.DEFAULT), List.of());
        }
        return new AutoChoice(promise.epsilon(), promise.delta(), console.accountant(), before, COARSE).among(kind -> {
            if (running.keepsCheckpoints() && kind.isLastIterate())
                throw new InvalidException("a last iterate alone has no checkpoints");
            if (cluster.isPresent() && kind.isLastIterate())
                throw new InvalidException("a last iterate alone is not trained on Spark");
            return learning.recipe(kind, records, model);
        });
    }

    private CalibratedTraining fitted(Recipe recipe, List<Mechanism> before, Precision wanted) {
        return CalibratedTraining.of(
                console.accountant(), recipe::at, before, promise.epsilon(), promise.delta(), wanted);
    }

    /** The noise that is left in the mean of all gradients, against the longest gradient there is. */
    private void refuseNoise(CalibratedTraining fitting, Model model, int records) {
        double drowned = fitting.variant().noiseLeft() * Math.sqrt(model.parameters());
        if (acceptNoise || drowned <= 1) return;
        throw CommandException.invalid(
                records + " rows are too few for this promise: averaged over the whole run, noise would be "
                        + Math.ceil(drowned * 10) / 10 + " times the largest gradient",
                "give more rows, a larger epsilon or fewer features, or insist with --accept-noise");
    }
}
