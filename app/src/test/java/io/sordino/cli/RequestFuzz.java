package io.sordino.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Draws requests of every kind: right, nearly right, and nothing like a request. */
public final class RequestFuzz {
    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "-1",
            "2",
            "0.5",
            "1e-5",
            "1e-9",
            "1e-300",
            "1e-308",
            "2.2250738585072014e-308",
            "4.9e-324",
            "1e-400",
            "1e308",
            "1.7976931348623157e308",
            "1e400",
            "-0.0",
            "1e15",
            "1000000000000001",
            "0.01",
            "3",
            "20",
            "100",
            "1e-3",
            "0.999999999",
            "1e5",
            "123456789012345678901234567890",
            "1e-15",
            "7/3",
            "1e+2",
            "5.03e37851996194",
            "1e-99999999999",
            "1e2147483648");
    private static final List<String> ODD_VALUES = List.of(
            "\"NaN\"",
            "\"Infinity\"",
            "\"-Infinity\"",
            "NaN",
            "Infinity",
            "null",
            "true",
            "[]",
            "{}",
            "\"\"",
            "\"1e-5\"",
            "[1e-5]",
            "\"\\u0000\"",
            "\"\u221e\"",
            "nul",
            "'1'",
            "0x1p3",
            "01",
            "1.",
            ".5",
            "1e",
            "--1",
            "1_000");
    private static final List<String> LEAVES = List.of(
            "gaussian(%s)",
            "laplace(%s)",
            "discrete_gaussian(%s)",
            "discrete_laplace(%s)",
            "truncated_laplace(%s, %s)",
            "sinh_normal(%s, %s)",
            "randomized_response(%s)",
            "randomized_response(%s, k=%d)",
            "exponential(%s)",
            "permute_and_flip(%s)",
            "tree_aggregation(%s, 7)",
            "mixture_of_gaussians(%s, [0, 1], [0.75, 0.25])",
            "truncated_gaussian(%s, 3)",
            "cdp(%s, 0.5)",
            "sampled([0.1, 0.05], gaussian(%s))",
            "mixture([0.5, 0.5], [gaussian(%s), laplace(3)])",
            "rdp_orders([1.5, 8], [%s, 2])",
            "profile([%s], [0.001])",
            "dp(%s)",
            "dp(%s, %r)",
            "zcdp(%s)",
            "zcdp(%s, xi=%s)",
            "tcdp(%s, %s)",
            "rdp(%s, %s)",
            "gdp(%s)",
            "local(%s)",
            "local_laplace(%s)",
            "local_hash(%s, %d)",
            "subset(%s, %d, %d)",
            "hadamard(%s)",
            "unary(%s)",
            "rappor(%r)",
            "shuffled(%d, randomized_response(%s, k=%d))",
            "shuffled(%d, local(%s))",
            "last_iterate(steps=%d, step_size=%s, noise=%s, lipschitz=%s, smoothness=%s, dataset_size=%d)",
            "last_iterate(steps=%d, step_size=0.1, noise=%s, lipschitz=1, smoothness=1, strong_convexity=%r,"
                    + " dataset_size=%d, batch_size=1, order=one_pass)",
            "last_iterate(steps=%d, step_size=%r, noise=%s, lipschitz=1, smoothness=%s, diameter=%s, dataset_size=%d,"
                    + " batch_size=%d, order=sampled)");
    private static final List<String> COMBINATORS = List.of(
            "poisson(%r, PLAN)",
            "poisson(%r, PLAN)",
            "without_replacement(%d, %d, PLAN)",
            "with_replacement(%d, %d, PLAN)",
            "allocated(%d, %d, PLAN)",
            "shuffled_batches(%d, PLAN)",
            "shuffled(%d, PLAN)",
            "group(%d, PLAN)",
            "%d * PLAN",
            "%d * PLAN",
            "%d * PLAN",
            "(PLAN)",
            "PLAN + PLAN",
            "%d * (PLAN + PLAN)");
    private static final List<String> COMMANDS = List.of("calibrate", "explain", "statement", "compare", "curves");
    private static final List<String> CURVES = List.of(
            "profile", "tradeoff", "loss", "epsilon-vs-steps", "epsilon-vs-noise", "epsilon-vs-n", "position", "shape");
    private static final List<String> RELATIONS = List.of(
            "add-remove",
            "replace-one",
            "replace-special",
            "REPLACE_ONE",
            "add-remove",
            "replace-one",
            "both",
            "\u00e4dd");
    private static final List<String> JUNK = List.of(
            "",
            "{",
            "}",
            "[",
            "\"",
            "\\",
            "\u0000",
            "\uffff",
            "\ud800",
            "\u202e",
            "\ud83d\ude00",
            "null",
            "{\"id\": 1",
            "{\"id\": 1} {\"id\": 2}",
            "\u0661\u0662",
            "{\"plan\": \"gaussian(\u0661)\"}",
            "[[[[[[[[",
            "{\"a\":".repeat(3000));

    private final Random random;

    public RequestFuzz(long seed) {
        random = new Random(seed);
    }

    /** Prints so many lines of a seed: a mix to measure with. */
    public static void main(String[] arguments) {
        RequestFuzz requests = new RequestFuzz(Long.parseLong(arguments[0]));
        int lines = Integer.parseInt(arguments[1]);
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        for (int id = 0; id < lines; id++) out.println(requests.next(id));
        out.flush();
    }

    /** A line, and whether it carries the id that was given. */
    public String next(int id) {
        int kind = random.nextInt(100);
        if (kind < 3) return one(JUNK);
        String request = request(id);
        if (kind < 8) return mutated(request);
        return request;
    }

    private String request(int id) {
        String command = command();
        StringBuilder line = new StringBuilder("{\"id\": " + id + ", \"command\": \"" + command + "\"");
        if (command.equals("curves"))
            line.append(", \"what\": \"" + one(CURVES) + "\", \"points\": " + random.nextInt(9));
        if (command.equals("compare") || command.equals("curves")) line.append(random.nextInt(4) > 0 ? plans() : run());
        else if (random.nextInt(60) != 0)
            line.append(", \"plan\": ").append(command.equals("calibrate") ? template() : plan());
        if (!command.equals("delta")) line.append(", \"delta\": ").append(random.nextInt(6) == 0 ? level() : rate());
        if (command.equals("delta") || command.equals("calibrate"))
            line.append(", \"epsilon\": ").append(level());
        if (random.nextInt(3) == 0) line.append(", \"relation\": \"" + one(RELATIONS) + "\"");
        if (random.nextInt(6) == 0) line.append(", \"width\": ").append(random.nextInt(4) > 0 ? "1e-2" : level());
        if (random.nextInt(40) == 0) line.append(", \"colour\": 1");
        return line.append('}').toString();
    }

    private String plans() {
        return ", \"plans\": [" + plan() + ", " + plan() + "]";
    }

    private String run() {
        return ", \"training\": {\"dataset_size\": " + whole() + ", \"batch_size\": " + whole()
                + ", \"noise_multiplier\": " + level() + ", \"epochs\": " + whole() + "}";
    }

    /** Mostly the two that all others are made of. */
    private String command() {
        int kind = random.nextInt(50);
        if (kind == 0) return "guess";
        return kind < 5 ? one(COMMANDS) : kind % 2 == 0 ? "epsilon" : "delta";
    }

    private String level() {
        return random.nextInt(8) == 0 ? one(ODD_VALUES) : number();
    }

    private String rate() {
        return random.nextInt(10) == 0
                ? number()
                : String.valueOf(Math.exp((random.nextInt(20) == 0 ? -700 : -30) * random.nextDouble()));
    }

    private String whole() {
        return random.nextInt(20) == 0
                ? number()
                : String.valueOf((long) Math.exp((random.nextInt(8) == 0 ? 34.5 : 8) * random.nextDouble()));
    }

    private String number() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(3) == 0 ? one(NUMBERS) : String.valueOf(Math.exp(3 * random.nextGaussian()));
            case 1 -> String.valueOf(Math.exp(-40 * random.nextDouble()));
            case 2 -> String.valueOf(random.nextDouble() * 10);
            default -> String.valueOf(1 + random.nextInt(1000));
        };
    }

    private String plan() {
        return switch (random.nextInt(40)) {
            case 0 -> one(ODD_VALUES);
            case 1 -> "{\"class_name\": \"GaussianDpEvent\", \"noise_multiplier\": " + level() + "}";
            case 2 -> "[[" + number() + ", " + number() + ", " + number() + "]]";
            case 3 -> "\"" + "(".repeat(random.nextInt(20_000)) + text(0) + "\"";
            case 4 -> "\"" + "2 * (".repeat(random.nextInt(200)) + text(0) + "\"";
            case 5 -> "[".repeat(random.nextInt(3000)) + "]".repeat(random.nextInt(3000));
            default -> "\"" + text(0) + "\"";
        };
    }

    private String template() {
        String text = text(0);
        int number = text.indexOf('(') + 1;
        int end = Math.max(number, Math.min(text.indexOf(')', number), text.length()));
        int comma = text.indexOf(',', number);
        return "\"" + text.substring(0, number) + "?" + text.substring(comma > 0 && comma < end ? comma : end) + "\"";
    }

    private String text(int depth) {
        if (depth > 3 || random.nextInt(4) > 0) return filled(one(LEAVES));
        String shape = filled(one(COMBINATORS));
        while (shape.contains("PLAN")) shape = shape.replaceFirst("PLAN", text(depth + 1));
        return shape;
    }

    private String filled(String shape) {
        String text = shape;
        while (text.contains("%s")) text = text.replaceFirst("%s", random.nextInt(60) == 0 ? "nan" : number());
        while (text.contains("%r")) text = text.replaceFirst("%r", rate());
        while (text.contains("%d")) text = text.replaceFirst("%d", whole());
        return text;
    }

    private String mutated(String line) {
        int at = random.nextInt(line.length());
        return switch (random.nextInt(3)) {
            case 0 -> line.substring(0, at);
            case 1 -> line.substring(0, at) + one(JUNK) + line.substring(at);
            default ->
                line.substring(0, at) + (char) random.nextInt(0x3000) + line.substring(Math.min(line.length(), at + 1));
        };
    }

    private String one(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
