package io.sordino.plan;

import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.TruncatedPoissonSampled;
import io.sordino.plan.Syntax.Argument;
import io.sordino.plan.Syntax.Call;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The events of dp_accounting whose parameters are not ours under other names: some are converted, the rest is refused.
 *
 * <p>A record is written as such an event only if that reads back as the same record; otherwise it takes our own form.
 */
final class ForeignEvents {
    private static final MathContext UPWARD = new MathContext(40, RoundingMode.CEILING);
    private static final int ULPS_TRIED = 4;
    /** Sensitivities that are read as so many steps. */
    private static final long MOST_STEPS = 1_000_000;

    private ForeignEvents() {}

    /** How an event is read; fields that are not required may be left out. */
    record Form(List<String> fields, List<String> required, Reading reading) {
        Syntax read(int position, Map<String, JsonValue> given) {
            return reading.read(position, new Given(given));
        }
    }

    /** The fields of one event, after those that are required have been checked for. */
    private record Given(Map<String, JsonValue> fields) {
        JsonValue field(String name) {
            return find(name).orElseThrow();
        }

        Optional<JsonValue> find(String name) {
            return Optional.ofNullable(fields.get(name));
        }
    }

    private interface Reading {
        Syntax read(int position, Given given);
    }

    private static final Map<String, Form> FORMS = Map.of(
            "DiscreteLaplaceDpEvent",
            form(List.of("noise_parameter", "sensitivity"), ForeignEvents::discreteLaplace),
            "DiscreteGaussianDpEvent",
            new Form(List.of("sigma", "sensitivity", "dimension"), List.of("sigma"), ForeignEvents::discreteGaussian),
            "RandomizedResponseDpEvent",
            form(List.of("noise_parameter", "num_buckets"), ForeignEvents::randomizedResponse),
            "TruncatedSubsampledGaussianDpEvent",
            form(
                    List.of("dataset_size", "sampling_probability", "truncated_batch_size", "noise_multiplier"),
                    ForeignEvents::truncatedGaussian),
            "RandomAllocationDpEvent",
            form(List.of("event", "num_selected", "num_steps"), ForeignEvents::allocated),
            "NoOpDpEvent",
            form(List.of(), (position, given) -> new Call(position, "dp", List.of(number("epsilon", position, 0)))));

    private static final Map<Class<?>, Function<Mechanism, Optional<Map<String, Object>>>> WRITERS = Map.of(
            DiscreteLaplace.class, mechanism -> event((DiscreteLaplace) mechanism),
            Group.class, mechanism -> event((Group) mechanism),
            ApproximateDp.class, mechanism -> event((ApproximateDp) mechanism),
            DiscreteGaussian.class, mechanism -> Optional.of(event((DiscreteGaussian) mechanism)),
            RandomizedResponse.class, mechanism -> event((RandomizedResponse) mechanism),
            TruncatedPoissonSampled.class, mechanism -> event((TruncatedPoissonSampled) mechanism));

    private static final Map<String, String> REFUSED = Map.of(
            "NonPrivateDpEvent", "it has no guarantee to account for; leave it out if its output stays secret",
            "UnsupportedDpEvent", "replace it by what is known of the operation, such as an EpsilonDeltaDpEvent");

    static Optional<Form> form(String className) {
        return Optional.ofNullable(FORMS.get(className));
    }

    /** The event of dp_accounting for this mechanism, if there is one that is not in the vocabulary. */
    static Optional<Map<String, Object>> write(Mechanism mechanism) {
        return Optional.ofNullable(WRITERS.get(mechanism.getClass())).flatMap(writer -> writer.apply(mechanism));
    }

    static PlanException refusal(String className, int position) {
        String reason = REFUSED.get(className);
        if (reason != null) return new PlanException(className + " is not supported", reason, position);
        List<String> known = Stream.concat(Vocabulary.ENTRIES.stream().map(Entry::event), FORMS.keySet().stream())
                .sorted()
                .toList();
        String remedy = Nearest.to(className, known)
                .map(name -> "did you mean " + name + "?")
                .orElse("known are " + String.join(", ", known));
        return new PlanException("unknown event '" + Nearest.shortened(className) + "'", remedy, position);
    }

    private static Form form(List<String> fields, Reading reading) {
        return new Form(fields, fields, reading);
    }

    private static Syntax discreteLaplace(int position, Given given) {
        JsonValue parameter = given.field("noise_parameter");
        double a = real(parameter, "noise_parameter");
        if (!(a > 0)) throw outOfRange("noise_parameter must be above 0, was " + Numeral.text(a), parameter);
        Call noise = new Call(position, "discrete_laplace", List.of(number("scale", parameter.position(), 1 / a)));
        return moved(position, noise, sensitivity(given, "DiscreteLaplaceDpEvent"));
    }

    /** A query that moves by k steps is seen as one that each of k records moves by one. */
    private static Syntax moved(int position, Call noise, long steps) {
        if (steps == 1) return noise;
        return new Call(
                position, "group", List.of(number("size", position, (double) steps), Argument.named("plan", noise)));
    }

    /** A promise that nothing is told is kept by doing nothing. */
    private static Optional<Map<String, Object>> event(ApproximateDp mechanism) {
        boolean nothing = mechanism.epsilon() == 0 && mechanism.delta() == 0;
        return nothing ? Optional.of(event("NoOpDpEvent")) : Optional.empty();
    }

    private static Optional<Map<String, Object>> event(Group group) {
        Optional<Map<String, Object>> one = group.base() instanceof DiscreteLaplace noise
                ? event(noise)
                : group.base() instanceof DiscreteGaussian noise ? Optional.of(event(noise)) : Optional.empty();
        if (!(group.size() > 1 && group.size() <= MOST_STEPS)) return Optional.empty();
        one.ifPresent(event -> event.put(
                "sensitivity",
                group.base() instanceof DiscreteGaussian ? (Object) (double) group.size() : group.size()));
        return one;
    }

    private static Optional<Map<String, Object>> event(DiscreteLaplace mechanism) {
        double a = 1 / mechanism.scale();
        if (!(a > 0 && 1 / a == mechanism.scale())) return Optional.empty();
        Map<String, Object> event = event("DiscreteLaplaceDpEvent");
        event.put("noise_parameter", a);
        event.put("sensitivity", 1);
        return Optional.of(event);
    }

    /*
     * Integer vectors whose difference has norm at most 1 differ by one unit step of one coordinate, so with sensitivity 1 the
     * dimension does not matter. One coordinate that moves by k is k steps; of several that share a length nothing is known but
     * the Renyi curve.
     */
    private static Syntax discreteGaussian(int position, Given given) {
        long steps = sensitivity(given, "DiscreteGaussianDpEvent");
        Optional<JsonValue> dimension = given.find("dimension");
        if (steps > 1 && !(dimension.isPresent() && real(dimension.get(), "dimension") == 1))
            throw new PlanException(
                    "DiscreteGaussianDpEvent with sensitivity " + steps + " is read for one dimension only",
                    "write zcdp(sensitivity^2 / (2 sigma^2)), which holds in any",
                    given.field("sensitivity").position());
        JsonValue sigma = given.field("sigma");
        double value = real(sigma, "sigma");
        Call noise = new Call(position, "discrete_gaussian", List.of(number("sigma", sigma.position(), value)));
        return moved(position, noise, steps);
    }

    private static Map<String, Object> event(DiscreteGaussian mechanism) {
        Map<String, Object> event = event("DiscreteGaussianDpEvent");
        event.put("sigma", mechanism.sigma());
        event.put("sensitivity", 1.0);
        event.put("dimension", 1);
        return event;
    }

    private static Syntax randomizedResponse(int position, Given given) {
        JsonValue parameter = given.field("noise_parameter");
        JsonValue buckets = given.field("num_buckets");
        double p = real(parameter, "noise_parameter");
        double k = real(buckets, "num_buckets");
        if (!(p > 0 && p <= 1))
            throw outOfRange("noise_parameter must be in (0, 1], was " + Numeral.text(p), parameter);
        if (!(k >= 2 && k == Math.rint(k) && k < 0x1p53))
            throw outOfRange("num_buckets must be a whole number of at least 2, was " + Numeral.text(k), buckets);
        return new Call(
                position,
                "randomized_response",
                List.of(
                        number("epsilon", parameter.position(), responseEpsilon(p, (long) k)),
                        number("k", buckets.position(), k)));
    }

    /**
     * With probability p the answer is uniform over k buckets, so e^epsilon = (1 - p + p/k) / (p/k) = 1 + k (1 - p) / p.
     * Every step rounds up: a larger epsilon is the weaker claim.
     */
    private static double responseEpsilon(double p, long k) {
        if (p == 1) return 0;
        BigDecimal exactP = new BigDecimal(p);
        BigDecimal ratio =
                BigDecimal.ONE.subtract(exactP).multiply(BigDecimal.valueOf(k)).divide(exactP, UPWARD);
        double nearest = ratio.doubleValue();
        if (nearest == Double.POSITIVE_INFINITY) return nearest;
        double up = new BigDecimal(nearest).compareTo(ratio) < 0 ? Math.nextUp(nearest) : nearest;
        return Math.nextUp(StrictMath.log1p(up));
    }

    private static Optional<Map<String, Object>> event(RandomizedResponse mechanism) {
        if (mechanism.k() >= 1L << 53) return Optional.empty();
        double k = (double) mechanism.k();
        double guess = k / (StrictMath.expm1(mechanism.epsilon()) + k);
        double p = guess;
        for (int i = 0; i < ULPS_TRIED; i++) p = Math.nextDown(p);
        for (int i = -ULPS_TRIED; i <= ULPS_TRIED; i++, p = Math.nextUp(p)) {
            if (p > 0 && p <= 1 && Double.compare(responseEpsilon(p, mechanism.k()), mechanism.epsilon()) == 0) {
                Map<String, Object> event = event("RandomizedResponseDpEvent");
                event.put("noise_parameter", p);
                event.put("num_buckets", mechanism.k());
                return Optional.of(event);
            }
        }
        return Optional.empty();
    }

    private static Syntax truncatedGaussian(int position, Given given) {
        JsonValue noise = given.field("noise_multiplier");
        Call gaussian =
                new Call(noise.position(), "gaussian", List.of(literal("noise_multiplier", noise, "noise_multiplier")));
        return new Call(
                position,
                "truncated_poisson",
                List.of(
                        literal("sampling_probability", given.field("sampling_probability"), "sampling_probability"),
                        literal("truncated_batch_size", given.field("truncated_batch_size"), "truncated_batch_size"),
                        literal("dataset_size", given.field("dataset_size"), "dataset_size"),
                        Argument.named("plan", gaussian)));
    }

    /** Of later versions of dp_accounting; written in our own form, which earlier ones need not know. */
    private static Syntax allocated(int position, Given given) {
        return new Call(
                position,
                "allocated",
                List.of(
                        literal("num_selected", given.field("num_selected"), "num_selected"),
                        literal("num_steps", given.field("num_steps"), "num_steps"),
                        Argument.named("plan", EventReader.plan(given.field("event")))));
    }

    private static Optional<Map<String, Object>> event(TruncatedPoissonSampled mechanism) {
        if (!(mechanism.base() instanceof Gaussian gaussian)) return Optional.empty();
        Map<String, Object> event = event("TruncatedSubsampledGaussianDpEvent");
        event.put("dataset_size", mechanism.datasetSize());
        event.put("sampling_probability", mechanism.rate());
        event.put("truncated_batch_size", mechanism.truncatedBatchSize());
        event.put("noise_multiplier", gaussian.noiseMultiplier());
        return Optional.of(event);
    }

    private static Argument literal(String parameter, JsonValue json, String field) {
        Numeral numeral = json.numeral()
                .orElseThrow(() -> outOfRange(field + " must be a number, found " + json.describe(), json));
        return Argument.named(parameter, new Syntax.Literal(json.position(), numeral));
    }

    /** A whole number of steps; 1 where it is left out. */
    private static long sensitivity(Given given, String className) {
        Optional<JsonValue> field = given.find("sensitivity");
        if (field.isEmpty()) return 1;
        double value = real(field.get(), "sensitivity");
        if (!(value >= 1 && value <= MOST_STEPS && value == Math.rint(value)))
            throw new PlanException(
                    className + " with sensitivity " + Numeral.text(value) + " is not supported",
                    "integers move by whole steps: write the largest number of them, at most " + MOST_STEPS,
                    field.get().position());
        return (long) value;
    }

    private static double real(JsonValue json, String field) {
        return json.numeral()
                .map(Numeral::value)
                .orElseThrow(() -> outOfRange(field + " must be a number, found " + json.describe(), json));
    }

    private static PlanException outOfRange(String message, JsonValue json) {
        return new PlanException(message, "write a number in that range", json.position());
    }

    private static Argument number(String parameter, int position, double value) {
        return Argument.named(parameter, new Syntax.Literal(position, Numeral.of(value)));
    }

    private static Map<String, Object> event(String className) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("module_name", Entry.THEIRS);
        event.put("class_name", className);
        return event;
    }
}
