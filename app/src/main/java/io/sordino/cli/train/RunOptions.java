package io.sordino.cli.train;

import io.sordino.account.Precision;
import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.Progress;
import io.sordino.cli.Sources;
import io.sordino.data.Atomic;
import io.sordino.data.CheckpointFile;
import io.sordino.data.DataFile;
import io.sordino.data.Encoder;
import io.sordino.data.Incarnation;
import io.sordino.data.Schema;
import io.sordino.mechanism.Mechanism;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Seed;
import io.sordino.plan.Plans;
import io.sordino.train.CalibratedTraining;
import io.sordino.train.Recipe;
import io.sordino.train.Run;
import io.sordino.train.SampledDescent;
import io.sordino.train.Trained;
import io.sordino.train.data.Examples;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How a run is watched, stopped and taken up again. */
final class RunOptions {
    private static final int MOST_NOTES = 8;
    private static final Precision ROUGH = new Precision(0.05);

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description =
                    "Keeps the state of the run here, and goes on from it if it is there; it stays when the run is over."
                            + " Not for last iterates.")
    private Optional<String> checkpoint = Optional.empty();

    @Option(
            names = "--stop-after",
            paramLabel = "ROUNDS",
            converter = NumberOptions.OfWhole.class,
            description = "Stops after so many rounds, leaving the checkpoint.")
    private Optional<Long> stopAfter = Optional.empty();

    @Option(
            names = "--seed-file",
            paramLabel = "FILE",
            description =
                    "Keeps the secret key of the noise here, to prove later what the noise was; as secret as the data.")
    private Optional<String> seedFile = Optional.empty();

    @Option(names = "--show-loss", description = "Prints the loss on the records. It has no noise: do not publish it.")
    private boolean showLoss;

    @Option(
            names = "--show-constants",
            description = "Says which columns are the same in every row. It has no noise: do not publish it.")
    private boolean showConstants;

    @Option(
            names = "--show-misfits",
            description =
                    "Says how many rows do not fit the schema, and so count as nothing. It has no noise: do not publish it.")
    private boolean showMisfits;

    void check(Optional<Recipe.Kind> kind) {
        if (!(stopAfter.orElse(1L) >= 1))
            throw CommandException.invalid("--stop-after was " + stopAfter.orElse(0L), "give at least 1 round");
        if (stopAfter.isPresent() && checkpoint.isEmpty())
            throw CommandException.invalid("--stop-after needs a --checkpoint", "name the file to go on from");
        seedFile.map(Sources::path).ifPresent(file -> {
            Atomic.check(file);
            if (Files.exists(file))
                throw CommandException.invalid(
                        "'" + file + "' exists: a seed must not be used twice", "name a new file");
        });
        if (checkpoint.isPresent() && kind.map(Recipe.Kind::isLastIterate).orElse(false)) throw lastIterate();
    }

    boolean looksAtRecords() {
        return showLoss || showConstants || showMisfits;
    }

    boolean keepsCheckpoints() {
        return checkpoint.isPresent();
    }

    /** The files that a run writes beside its model. */
    Map<String, Optional<String>> files() {
        return Map.of("--checkpoint", checkpoint, "--seed-file", seedFile);
    }

    private static CommandException lastIterate() {
        return CommandException.invalid(
                "a run that releases its last iterate alone has no checkpoints: they would be iterates before it",
                "leave out --checkpoint, or choose a sampling whose steps are all accounted for");
    }

    /** The state of the run, locked. */
    RunKeeper keeper(Console console) {
        return new RunKeeper(console, checkpoint.map(Sources::path));
    }

    Seed seed() {
        Seed seed = Incarnation.seed();
        seedFile.ifPresent(name -> Atomic.writeSecret(Sources.path(name), seed.secret()));
        return seed;
    }

    /** Trains to the end; empty if it was told to stop before. */
    Optional<Trained> run(
            Console console,
            RunKeeper keeper,
            CalibratedTraining fitting,
            Records records,
            Schema schema,
            Seed seed,
            List<String> seeds,
            double delta) {
        RandomSource random = seed.source();
        try (Progress progress = Progress.on(console, "steps", fitting.variant().steps());
                Interruption interruption =
                        keeper.isKeeping() ? Interruption.ofKept(console) : Interruption.ofLost(console)) {
            if (!(fitting.variant() instanceof SampledDescent descent)) {
                if (checkpoint.isPresent()) throw lastIterate();
                return Optional.of(fitting.variant().train(records.seen().orElseThrow(), random, progress::advance));
            }
            String plan = Plans.print(CalibratedTraining.whole(fitting.before(), descent.plan()));
            String settings = settings(descent);
            keeper.stored().ifPresent(old -> refuseOther(old, plan, settings));
            Run run = keeper.stored().isPresent()
                    ? records.resume(descent, keeper.stored().get().checkpoint(), random)
                    : records.begin(descent, random);
            long stop = stopAfter.orElse(Long.MAX_VALUE);
            long every = Math.max(1, descent.rounds() / MOST_NOTES);
            for (long done = 0; !run.isDone() && done < stop && !interruption.isAsked(); done++) {
                run.round(progress::advance);
                long rounds = run.checkpoint().rounds();
                // the last round is kept before anybody sees a model that was made of it
                if (keeper.isDue(rounds, descent.rounds()) || done + 1 == stop || interruption.isAsked())
                    keeper.save(new CheckpointFile(
                            run.checkpoint(), schema, plan, settings, fitting.before(), seeds, run.isDone()));
                if (rounds % every == 0 && progress.isShown())
                    progress.note(soFar(console, fitting, run, delta) + loss(records, run));
            }
            if (run.isDone() && !interruption.isAsked()) return Optional.of(run.trained());
            if (keeper.isKeeping())
                console.print("stopped after round " + run.checkpoint().rounds() + " of " + descent.rounds()
                        + ", kept in " + keeper.name() + "; the same command goes on");
            return Optional.empty();
        }
    }

    private static void refuseOther(CheckpointFile old, String plan, String settings) {
        if (!old.plan().equals(plan))
            throw CommandException.invalid(
                    "the checkpoint is of another plan: " + old.plan(),
                    "give the options it was begun with, or remove the file");
        if (!old.settings().equals(settings))
            throw CommandException.invalid(
                    "the checkpoint is of other data or settings: " + old.settings(),
                    "give the file and the options it was begun with, or remove the file");
    }

    /** What the plan does not say and a run cannot change on its way. The number of records is public; of the data nothing is kept. */
    private static String settings(SampledDescent descent) {
        return descent.sampler().records() + " records, " + descent.model() + ", " + descent.bound() + ", "
                + descent.descent();
    }

    private String loss(Records records, Run run) {
        if (!showLoss) return "";
        Examples examples = records.seen().orElseThrow();
        Trained now = run.trained();
        double loss = now.model().objective(examples, now.variant().bound(), now.weights());
        // beside a bar there is room for few words; that it is not private is said at the end
        return ", loss " + Math.round(1e4 * loss) / 1e4;
    }

    /** Worked out roughly; what the whole run is calibrated to holds for its beginning too. */
    private static String soFar(Console console, CalibratedTraining fitting, Run run, double delta) {
        Mechanism plan =
                CalibratedTraining.whole(fitting.before(), run.trained().plan());
        double rough = console.accountant()
                .epsilon(plan, fitting.variant().relation(), delta, ROUGH)
                .epsilon()
                .upper();
        double most = Math.min(rough, fitting.guarantee().epsilon().upper());
        return "epsilon " + Math.ceil(1000 * most) / 1000;
    }

    /** Beside the run and only if asked for: how many rows do not fit is up to single records, and what is done is not. */
    void misfits(Console console, Schema schema, Optional<DataFile> data) {
        if (!showMisfits) {
            console.warn("a row that does not fit the columns, or whose '" + schema.label() + "' is "
                    + (schema.classes().isEmpty() ? "no number" : "none of " + String.join(", ", schema.classes()))
                    + ", counts as nothing, and how many there are is not told"
                    + (data.isEmpty() ? "" : ": --show-misfits does, to their owner"));
            return;
        }
        Map<String, Integer> misfits = new Encoder(schema).misfits(data.orElseThrow());
        misfits.forEach((problem, rows) -> console.err()
                .print(rows + (rows == 1 ? " row counts" : " rows count") + " as nothing: " + problem + "\n"));
        if (misfits.isEmpty()) console.err().print("all rows fit\n");
        console.warn("which rows fit was read from the records without noise: it is not private, do not publish it");
    }

    /** Beside the run and only if asked for: whether a column varies may be up to a single record, and what is done is not. */
    void constants(Console console, Encoder encoder, Optional<DataFile> data) {
        if (!showConstants) return;
        DataFile file = data.orElseThrow();
        for (String column : encoder.constants(file))
            console.err()
                    .print("column '" + column + "' is the same in every row: leave it out with --drop " + column
                            + ", or give it other bounds\n");
        console.warn(
                "which columns vary was read from the records without noise: it is not private, do not publish it");
    }

    void loss(Console console, Records records, Trained trained) {
        if (!showLoss) return;
        Examples examples = records.seen().orElseThrow();
        double loss = trained.model().objective(examples, trained.variant().bound(), trained.weights());
        console.err().print("loss " + loss + " on the records\n");
        console.warn("the loss was computed from the records without noise: it is not private, do not publish it");
    }
}
