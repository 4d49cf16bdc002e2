package io.sordino.cli.train;

import com.fasterxml.jackson.databind.JsonNode;
import io.sordino.cli.CommandException;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.Sources;
import io.sordino.data.Column;
import io.sordino.data.DataFile;
import io.sordino.data.ModelFile;
import io.sordino.data.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Where records come from, and what is public about them. */
final class DataOptions {
    @Option(
            names = "--data",
            required = true,
            paramLabel = "FILE",
            description = "The records: a CSV file with a header, or a Parquet file.")
    private String data = "";

    @Option(names = "--label", paramLabel = "COLUMN", description = "The column to be predicted.")
    private Optional<String> label = Optional.empty();

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "The public schema as JSON, in place of the options below; a model has one too.")
    private Optional<String> schema = Optional.empty();

    @Option(
            names = "--features",
            split = ",",
            paramLabel = "COLUMN",
            description = "The columns to predict from (default: all others).")
    private List<String> features = new ArrayList<>();

    @Option(names = "--drop", split = ",", paramLabel = "COLUMN", description = "Columns to leave out.")
    private List<String> drop = new ArrayList<>();

    @Option(
            names = "--categorical",
            paramLabel = "COLUMN=A|B",
            description = "A column with a public list of levels; may be given several times.")
    private List<String> categorical = new ArrayList<>();

    @Option(
            names = "--sparse",
            paramLabel = "COLUMN=WIDTH",
            description = "A column that holds many numbers, of which those that are not 0 are written PLACE:NUMBER"
                    + " with spaces between and places from 0 to WIDTH - 1, rising.")
    private List<String> sparse = new ArrayList<>();

    @Option(
            names = "--bounds",
            paramLabel = "COLUMN=LO:HI",
            description = "Public bounds of a column, * for all: numbers are clamped to them and scaled to [-1, 1].")
    private List<String> bounds = new ArrayList<>();

    @Option(
            names = "--impute",
            paramLabel = "COLUMN=VALUE",
            description = "What stands for a missing number, * for all columns; without it, rows that miss one count as"
                    + " nothing.")
    private List<String> impute = new ArrayList<>();

    @Option(
            names = "--classes",
            split = ",",
            paramLabel = "NAME",
            description = "The public list of classes, in the order of their numbers (default for two: 0,1).")
    private List<String> classes = new ArrayList<>();

    String name() {
        return data;
    }

    DataFile file() {
        return DataFile.of(Sources.path(data));
    }

    Schema schema(Supplier<List<String>> found, boolean regression, boolean twoClasses) {
        if (schema.isPresent()) {
            JsonNode tree = ModelFile.tree(Sources.path(schema.get()));
            return checked(Schema.read(tree.has("schema") ? tree.path("schema") : tree), regression, twoClasses);
        }
        String target = label.orElseThrow(() ->
                CommandException.invalid("--label is missing", "name the column to be predicted: --label COLUMN"));
        Map<String, String> levels = pairs("--categorical", categorical);
        Map<String, String> ranges = pairs("--bounds", bounds);
        Map<String, String> stand = pairs("--impute", impute);
        Map<String, String> wide = pairs("--sparse", sparse);
        List<String> present = found.get();
        List<String> names = features.isEmpty() ? new ArrayList<>(present) : new ArrayList<>(features);
        names.remove(target);
        names.removeAll(Set.copyOf(drop));
        Set<String> known = Set.copyOf(names);
        for (Map<String, String> given : List.of(levels, ranges, stand, wide))
            for (String name : given.keySet())
                if (!(name.equals("*") || known.contains(name)))
                    throw CommandException.invalid(
                            "there is no feature '" + name + "'", "features are " + String.join(", ", names));
        List<Column> columns = new ArrayList<>();
        for (String name : names)
            columns.add(
                    wide.containsKey(name)
                            ? new Column.Sparse(name, width(wide.getOrDefault(name, "")))
                            : column(name, levels, ranges, stand));
        return new Schema(columns, target, regression ? List.of() : classes(twoClasses));
    }

    /** A schema from a file stands alone: options beside it would be passed over, and its classes must be those of the model. */
    private Schema checked(Schema read, boolean regression, boolean twoClasses) {
        boolean alone = Stream.of(features, drop, categorical, sparse, bounds, impute, classes)
                .allMatch(List::isEmpty);
        if (!(alone && label.orElse(read.label()).equals(read.label())))
            throw CommandException.invalid(
                    "--schema says which columns there are and what they hold, and so do other options",
                    "leave out --schema, or --label, --features, --drop, --categorical, --sparse, --bounds, --impute"
                            + " and --classes");
        int found = read.classes().size();
        boolean fits = regression ? found == 0 : twoClasses ? found == 2 : found >= 2;
        if (!fits)
            throw CommandException.invalid(
                    "the schema has " + found + " classes",
                    regression
                            ? "a regression has none: take --model logistic, softmax or svm, or another schema"
                            : "take --model softmax for more than two, linear for none, or another schema");
        return read;
    }

    private List<String> classes(boolean two) {
        if (!classes.isEmpty()) {
            if (two && classes.size() != 2)
                throw CommandException.invalid(
                        "this model has two classes, --classes names " + classes.size(),
                        "take --model softmax for more than two");
            return classes;
        }
        if (two) return List.of("0", "1");
        throw CommandException.invalid(
                "--classes is missing", "the list of classes is public: name them all, such as --classes 0,1,2");
    }

    private static Column column(
            String name, Map<String, String> levels, Map<String, String> ranges, Map<String, String> stand) {
        Optional<String> stands = Optional.ofNullable(stand.getOrDefault(name, stand.get("*")));
        if (levels.containsKey(name))
            return new Column.Categorical(
                    name, List.of(levels.getOrDefault(name, "").split("\\|", -1)), stands.isPresent());
        OptionalDouble imputed =
                stands.isPresent() ? OptionalDouble.of(number("--impute", stands.get())) : OptionalDouble.empty();
        Optional<String> range = Optional.ofNullable(ranges.getOrDefault(name, ranges.get("*")));
        if (range.isEmpty()) return new Column.Numeric(name, OptionalDouble.empty(), OptionalDouble.empty(), imputed);
        double[] ends = range("--bounds", range.get());
        return new Column.Numeric(name, OptionalDouble.of(ends[0]), OptionalDouble.of(ends[1]), imputed);
    }

    private static int width(String text) {
        double width = number("--sparse", text);
        if (!(width >= 1 && width <= 1 << 24 && width == Math.rint(width)))
            throw CommandException.invalid(
                    "the width of a --sparse column was '" + text + "'", "give a whole number of at most 2^24");
        return (int) width;
    }

    /** LO:HI. */
    static double[] range(String option, String text) {
        String[] ends = text.split(":", -1);
        if (ends.length != 2)
            throw CommandException.invalid(option + " was '" + text + "'", "write LO:HI, such as 0:100");
        return new double[] {number(option, ends[0]), number(option, ends[1])};
    }

    private static double number(String option, String text) {
        try {
            return NumberOptions.parse(text);
        } catch (TypeConversionException e) {
            throw CommandException.invalid(option + ": '" + text + "' is not a number", "write 1e-5, 0.01 or 1/60000");
        }
    }

    private static Map<String, String> pairs(String option, List<String> given) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String one : given) {
            int equals = one.indexOf('=');
            if (!(equals >= 1))
                throw CommandException.invalid(
                        option + " was '" + one + "'", "write COLUMN=..., with the name of a column");
            pairs.put(one.substring(0, equals), one.substring(equals + 1));
        }
        return pairs;
    }
}
