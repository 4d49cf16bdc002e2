package io.sordino.plan;

import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
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

    private ForeignEvents() {}

    /** How an event is read; fields that are not required may be left out. */
    record Form(List<String> fields, List<String> required, Reading reading) {
        Syntax read(int position, Map<String, Json> given) {
            return reading.read(position, new Given(given));
        }
    }

    /** The fields of one event, after those that are required have been checked for. */
    private record Given(Map<String, Json> fields) {
        Json field(String name) {
            return find(name).orElseThrow();
        }

        Optional<Json> find(String name) {
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
            "NoOpDpEvent",
            form(List.of(), (position, given) -> new Call(position, "dp", List.of(number("epsilon", position, 0)))));

    private static final Map<Class<?>, Function<Mechanism, Optional<Map<String, Object>>>> WRITERS = Map.of(
            DiscreteLaplace.class, mechanism -> event((DiscreteLaplace) mechanism),
            DiscreteGaussian.class, mechanism -> Optional.of(event((DiscreteGaussian) mechanism)),
            RandomizedResponse.class, mechanism -> event((RandomizedResponse) mechanism));

    private static final Map<String, String> REFUSED = Map.of(
            "NonPrivateDpEvent", "it has no guarantee to account for; leave it out if its output stays secret",
            "UnsupportedDpEvent", "replace it by what is known of the operation, such as an EpsilonDeltaDpEvent",
            "SingleEpochTreeAggregationDpEvent",
                    "a record reaches one node on each of the tree's h levels: write h * gaussian(noise_multiplier)",
            "RepeatAndSelectDpEvent", "account for the most runs there can be: write count * plan",
            "MixtureOfGaussiansDpEvent",
                    "for sensitivities 0 and 1 write poisson(sampling_probability, gaussian(noise_multiplier))",
            "TruncatedSubsampledGaussianDpEvent",
                    "draw batches without truncation (poisson) or of a fixed size (without_replacement)",
            "PermuteAndFlipDpEvent", "it is epsilon-DP: write dp(epsilon)");

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
        requireUnitSensitivity(given, "DiscreteLaplaceDpEvent");
        Json parameter = given.field("noise_parameter");
        double a = real(parameter, "noise_parameter");
        if (!(a > 0)) throw outOfRange("noise_parameter must be above 0, was " + Numeral.text(a), parameter);
        return new Call(position, "discrete_laplace", List.of(number("scale", parameter.position(), 1 / a)));
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
     * dimension does not matter.
     */
    private static Syntax discreteGaussian(int position, Given given) {
        requireUnitSensitivity(given, "DiscreteGaussianDpEvent");
        Json sigma = given.field("sigma");
        double value = real(sigma, "sigma");
        return new Call(position, "discrete_gaussian", List.of(number("sigma", sigma.position(), value)));
    }

    private static Map<String, Object> event(DiscreteGaussian mechanism) {
        Map<String, Object> event = event("DiscreteGaussianDpEvent");
        event.put("sigma", mechanism.sigma());
        event.put("sensitivity", 1.0);
        event.put("dimension", 1);
        return event;
    }

    private static Syntax randomizedResponse(int position, Given given) {
        Json parameter = given.field("noise_parameter");
        Json buckets = given.field("num_buckets");
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

    private static void requireUnitSensitivity(Given given, String className) {
        given.find("sensitivity").ifPresent(sensitivity -> {
            double value = real(sensitivity, "sensitivity");
            if (!(value == 1))
                throw new PlanException(
                        className + " with sensitivity " + Numeral.text(value) + " is not supported",
                        "only sensitivity 1 is; see a query that moves further as a group of records: group(size, plan)",
                        sensitivity.position());
        });
    }

    private static double real(Json json, String field) {
        return json.numeral()
                .map(Numeral::value)
                .orElseThrow(() -> outOfRange(field + " must be a number, found " + json.describe(), json));
    }

    private static PlanException outOfRange(String message, Json json) {
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
