package io.sordino.service;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Patience;
import io.sordino.plan.PlanJson;
import io.sordino.plan.PlanTemplate;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import io.sordino.report.Deadline;
import io.sordino.report.Failure;
import io.sordino.report.Question;
import io.sordino.report.Relations;
import io.sordino.report.Report;
import io.sordino.report.TimeBudget;
import io.sordino.report.answer.Comparison;
import io.sordino.report.answer.CurveReport;
import io.sordino.report.answer.NoiseComparison;
import io.sordino.report.answer.PlanReport;
import io.sordino.report.caveat.CorruptClients;
import io.sordino.report.curve.Curves;
import io.sordino.report.planning.Training;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Answers requests that are JSON objects, one object each:
 * {@code {"id": "a1", "command": "epsilon", "plan": "gaussian(2)", "delta": 1e-5}}.
 *
 * <p>Every request gets an answer; one that fails carries an error instead of numbers.
 */
public final class Requests {
    private static final Set<String> COMMON = Set.of("id", "command", "relation", "width");
    private static final String CORRUPT = "corrupt";
    private static final Set<String> SEVERAL = Set.of("calibrate", "compare", "explain");
    private static final Map<String, String> ALIASES = Map.of("target_epsilon", "epsilon", "target_delta", "delta");

    private static final long CURVE_NANOSECONDS = 900_000_000L;

    private static final Set<String> TRAINING_FIELDS =
            Set.of("dataset_size", "batch_size", "noise_multiplier", "epochs");
    private static final String TRAINING = "its fields are dataset_size, batch_size, noise_multiplier and epochs";

    private final Questions desk;
    private final LongSupplier nanoseconds;
    private final Function<Throwable, Failure> failing;
    private final Map<String, Command> commands = new LinkedHashMap<>();

    private record Command(Set<String> fields, Answering answering) {}

    private interface Answering {
        Report answer(Fields fields);
    }

    /** @param nanoseconds a clock, for the seconds that an answer took */
    public Requests(Accountant accountant, LongSupplier nanoseconds) {
        this(accountant, nanoseconds, Failure::of);
    }

    /**
     * @param nanoseconds a clock, for the seconds that an answer took
     * @param failing what is said of something thrown
     */
    public Requests(Accountant accountant, LongSupplier nanoseconds, Function<Throwable, Failure> failing) {
        desk = new Questions(accountant);
        this.nanoseconds = nanoseconds;
        this.failing = failing;
        commands.put(
                "epsilon",
                new Command(
                        Set.of("plan", "delta", CORRUPT), f -> f.said(desk.epsilon(f.question(), f.number("delta")))));
        commands.put(
                "delta",
                new Command(
                        Set.of("plan", "epsilon", CORRUPT),
                        f -> f.said(desk.delta(f.question(), f.number("epsilon")))));
        commands.put(
                "calibrate",
                new Command(
                        Set.of("plan", "epsilon", "delta", CORRUPT),
                        f -> desk.calibrate(
                                f.template(),
                                f.honest(),
                                f.relation(),
                                f.width(),
                                f.number("epsilon"),
                                f.number("delta"))));
        commands.put(
                "compare",
                new Command(
                        Set.of("plans", "training", "epsilon", "delta"),
                        f -> f.byName.containsKey("epsilon")
                                ? desk.needs(f.schemes(), List.of(), f.number("epsilon"), f.number("delta"), f.width())
                                : desk.compare(f.entries(), f.number("delta"))));
        commands.put(
                "explain",
                new Command(
                        Set.of("plan", "delta", CORRUPT), f -> f.said(desk.explain(f.question(), f.number("delta")))));
        commands.put(
                "statement",
                new Command(
                        Set.of("plan", "delta", CORRUPT),
                        f -> f.said(desk.statement(f.question(), f.number("delta")))));
        commands.put(
                "curves",
                new Command(
                        Set.of("what", "plans", "training", "delta", "from", "to", "points"),
                        f -> new CurveReport(f.curves().picture(accountant, pace()))));
        commands.put("plan", new Command(Set.of("plan"), f -> new PlanReport(f.question())));
    }

    /** The names of all commands. */
    public Set<String> commands() {
        return Collections.unmodifiableSet(commands.keySet());
    }

    /** A curve is drawn for as long as leaves time to answer within the limits of a request. */
    private static TimeBudget pace() {
        long start = Deadline.processorNanoseconds();
        return () -> Deadline.processorNanoseconds() - start < CURVE_NANOSECONDS;
    }

    /** Answers a line of text that should hold one request. */
    public ObjectNode answer(String line) {
        try {
            return answer(Json.read(line));
        } catch (JacksonException e) {
            return failed(
                    NullNode.instance,
                    Failure.invalid(
                            "the line is not JSON: " + reason(e),
                            "write one JSON object a line, such as {\"command\": \"epsilon\", \"plan\": \"gaussian(2)\", \"delta\": 1e-5}"));
        } catch (StackOverflowError e) {
            return failed(NullNode.instance, Failure.of(e));
        }
    }

    /** Answers a body that holds a request of a known command, which it need not name. */
    public ObjectNode answer(String command, String body) {
        try {
            JsonNode request = Json.read(body);
            if (request instanceof ObjectNode object) {
                JsonNode named = object.path("command");
                if (!named.isMissingNode() && !command.equals(named.textValue()))
                    return failed(
                            id(request),
                            Failure.invalid(
                                    "command is not " + command,
                                    "leave it out: the address says which command is meant"));
                object.put("command", command);
            }
            return answer(request);
        } catch (JacksonException e) {
            return failed(
                    NullNode.instance,
                    Failure.invalid(
                            "the body is not JSON: " + reason(e),
                            "send one JSON object, such as {\"plan\": \"gaussian(2)\", \"delta\": 1e-5}"));
        } catch (StackOverflowError e) {
            return failed(NullNode.instance, Failure.of(e));
        }
    }

    /** What the parser says, without its own settings and places. */
    private static String reason(JacksonException e) {
        String reason =
                String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("unreadable");
        for (String noise : new String[] {
            " (for ", ", from `", " (`", " (start marker", ": enable `", " (bound as", ": not allowed as"
        }) {
            int at = reason.indexOf(noise);
            if (at > 0) reason = reason.substring(0, at) + (noise.startsWith(",") ? ")" : "");
        }
        return reason.length() <= 200 ? reason : reason.substring(0, 200) + "...";
    }

    public ObjectNode answer(JsonNode request) {
        long start = nanoseconds.getAsLong();
        JsonNode id = id(request);
        try {
            Report report = report(request);
            ObjectNode answer = Json.object();
            answer.set("id", id);
            answer.setAll(report.json(Json.seconds(nanoseconds.getAsLong() - start)));
            return answer;
        } catch (OutOfMemoryError e) {
            // not this request's alone
            throw e;
        } catch (Throwable e) {
            return failed(id, failing.apply(e));
        }
    }

    /** The id of a request, to be sent back; null if it has none that can be. */
    private static JsonNode id(JsonNode request) {
        JsonNode id = request.path("id");
        return id.isValueNode() ? id : NullNode.instance;
    }

    /** The id in a line, for a request whose answer was given up. */
    public JsonNode id(String line) {
        try {
            return id(Json.read(line));
        } catch (JacksonException e) {
            return NullNode.instance;
        }
    }

    /** Whether a line holds a request that asks many questions, which the command line gives more time too. */
    public boolean asksSeveral(String line) {
        try {
            return SEVERAL.contains(Json.read(line).path("command").asText());
        } catch (JacksonException e) {
            return false;
        }
    }

    /** The answer to a request that was refused before it was looked at. */
    public static ObjectNode failed(JsonNode id, Failure failure) {
        ObjectNode answer = Json.object();
        answer.set("id", id);
        answer.set("error", failure.json());
        return answer;
    }

    private Report report(JsonNode request) {
        if (!request.isObject())
            throw new InvalidException("a request must be a JSON object", "it begins with { and names a command");
        if (request.path("id").isContainerNode())
            throw new InvalidException("id must be a string or a number", "leave it out if there is none");
        Fields fields = Fields.of(request);
        String name = fields.text("command");
        Command command = Optional.ofNullable(commands.get(name))
                .orElseThrow(() -> new InvalidException(
                        "unknown command '" + Failure.shortened(name) + "'",
                        "the commands are " + String.join(", ", commands.keySet())));
        Set<String> known = new TreeSet<>(command.fields);
        known.addAll(COMMON);
        for (String field : fields.byName.keySet())
            if (!known.contains(field))
                throw new InvalidException(
                        "unknown field '" + Failure.shortened(field) + "' for " + name,
                        "its fields are " + String.join(", ", known));
        return command.answering.answer(fields);
    }

    /** The fields of a request under their own names. */
    private record Fields(Map<String, JsonNode> byName) {
        static Fields of(JsonNode request) {
            Map<String, JsonNode> byName = new LinkedHashMap<>();
            request.properties().forEach(field -> {
                String name = ALIASES.getOrDefault(field.getKey(), field.getKey());
                if (byName.put(name, field.getValue()) != null)
                    throw new InvalidException(name + " is given twice", "give it once");
            });
            return new Fields(byName);
        }

        JsonNode required(String name) {
            return Optional.ofNullable(byName.get(name))
                    .orElseThrow(
                            () -> new InvalidException("'" + name + "' is missing", "every such request needs it"));
        }

        String text(String name) {
            JsonNode value = required(name);
            if (!value.isTextual()) throw new InvalidException(name + " must be a string, was " + shown(value));
            return value.textValue();
        }

        double number(String name) {
            return number(name, required(name));
        }

        private static double number(String name, JsonNode value) {
            if (!value.isNumber())
                throw new InvalidException(
                        name + " must be a number, was " + shown(value), "write it without quotes, such as 1e-5");
            double number = value.doubleValue();
            boolean zero = value.isBigDecimal() ? value.decimalValue().signum() == 0 : number == 0;
            if ((number == 0 && !zero) || Double.isInfinite(number))
                throw new InvalidException(name + " must be a number that a double can hold, was " + shown(value));
            return number;
        }

        private static String shown(JsonNode value) {
            return value.isContainerNode() ? "a list or an object" : Failure.shortened(Json.text(value));
        }

        Optional<Relation> relation() {
            return byName.containsKey("relation") ? Optional.of(Relations.parse(text("relation"))) : Optional.empty();
        }

        Precision width() {
            return byName.containsKey("width") ? new Precision(number("width")) : Precision.DEFAULT;
        }

        Question question() {
            return Question.of(honest().plan(plan(required("plan"))), relation(), width());
        }

        /** What is left of the plan when the stated share of its clients is not honest. */
        CorruptClients honest() {
            return new CorruptClients(byName.containsKey(CORRUPT) ? number(CORRUPT) : 0);
        }

        Report said(Report report) {
            return honest().said(plan(required("plan")), report);
        }

        PlanTemplate template() {
            JsonNode plan = required("plan");
            return PlanTemplate.parse(plan.isTextual() ? plan.textValue() : Json.text(plan));
        }

        List<Comparison.Entry> entries() {
            List<Comparison.Entry> entries = new ArrayList<>();
            training(true).ifPresent(training -> entries.addAll(training.plans(relation(), width())));
            if (byName.containsKey("plans") || entries.isEmpty()) entries.addAll(plans(width()));
            return entries;
        }

        List<NoiseComparison.Scheme> schemes() {
            List<NoiseComparison.Scheme> schemes = new ArrayList<>();
            if (byName.containsKey("training") && required("training").has("noise_multiplier"))
                throw new InvalidException(
                        "epsilon asks for the noise that training gives", "leave out noise_multiplier, or epsilon");
            training(false).ifPresent(training -> schemes.addAll(training.schemes(relation(), width())));
            if (byName.containsKey("plans") || schemes.isEmpty())
                for (JsonNode plan : listed()) {
                    String text = plan.isTextual() ? plan.textValue() : Json.text(plan);
                    schemes.add(Questions.scheme(text, PlanTemplate.parse(text), relation()));
                }
            return schemes;
        }

        private JsonNode listed() {
            JsonNode plans = required("plans");
            if (!(plans.isArray() && !plans.isEmpty()))
                throw new InvalidException("plans must be a list of plans", "give at least one");
            return plans;
        }

        private List<Comparison.Entry> plans(Precision width) {
            JsonNode plans = listed();
            List<Comparison.Entry> entries = new ArrayList<>();
            for (JsonNode plan : plans) {
                Patience.check();
                entries.add(Comparison.Entry.of(Question.of(plan(plan), relation(), width)));
            }
            return entries;
        }

        Curves curves() {
            Curves.What what = Curves.What.parse(text("what"));
            Precision width = byName.containsKey("width") ? width() : what.usualWidth();
            Optional<Training> training = training(what != Curves.What.EPSILON_VS_NOISE);
            return new Curves(
                    what,
                    byName.containsKey("plans") || training.isEmpty() ? plans(width) : List.of(),
                    training,
                    number("delta"),
                    relation(),
                    width,
                    optional("from"),
                    optional("to"),
                    optional("points")
                            .map(n -> (int) Math.max(-1, Math.min(n, 1e9)))
                            .orElse(what.usualPoints()));
        }

        private Optional<Double> optional(String name) {
            return byName.containsKey(name) ? Optional.of(number(name)) : Optional.empty();
        }

        private Optional<Training> training(boolean withNoise) {
            if (!byName.containsKey("training")) return Optional.empty();
            if (!byName.get("training").isObject()) throw new InvalidException("training must be an object", TRAINING);
            Fields run = Fields.of(required("training"));
            for (String field : run.byName.keySet())
                if (!TRAINING_FIELDS.contains(field))
                    throw new InvalidException(
                            "unknown field '" + Failure.shortened(field) + "' of training", TRAINING);
            return Optional.of(new Training(
                    run.whole("dataset_size"),
                    run.whole("batch_size"),
                    withNoise || run.byName.containsKey("noise_multiplier") ? run.number("noise_multiplier") : 1,
                    run.number("epochs")));
        }

        private long whole(String name) {
            double value = number(name);
            if (!(value == Math.rint(value) && Math.abs(value) <= 1e15))
                throw new InvalidException(
                        name + " must be a whole number of at most 10^15, was " + Decimals.shortest(value));
            return (long) value;
        }

        private static Mechanism plan(JsonNode plan) {
            if (plan.isTextual()) return Plans.read(plan.textValue());
            if (plan.isContainerNode()) return PlanJson.read(plan.traverse());
            throw new InvalidException(
                    "plan must be text or event JSON, was " + shown(plan), "write for example \"gaussian(2)\"");
        }
    }
}
