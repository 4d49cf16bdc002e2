package io.sordino.plan;

import io.sordino.mechanism.Counts;
import io.sordino.mechanism.LastIterate.Position;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Schedule;
import io.sordino.mechanism.Values;
import io.sordino.plan.Syntax.Argument;
import io.sordino.plan.Syntax.Call;
import io.sordino.refusal.InvalidException;
import io.sordino.refusal.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Gives a syntax tree its meaning: names are looked up, arguments matched to parameters, records built. */
final class MechanismBuilder {
    private int terms;

    private MechanismBuilder() {}

    static Mechanism build(Syntax plan) {
        return new MechanismBuilder().mechanism(plan, 1);
    }

    /** Where the hole of a template is. */
    record Site(Entry owner, Parameter parameter, int position) {}

    /** The parameters that holes stand for; names and arguments are checked on the way, values are not. */
    static List<Site> holes(Syntax plan) {
        List<Site> sites = new ArrayList<>();
        new MechanismBuilder().collectHoles(plan, 1, sites);
        return sites;
    }

    private void collectHoles(Syntax plan, int depth, List<Site> sites) {
        if (depth > Limits.DEPTH) throw Limits.tooDeep(plan.position());
        if (plan.plans().isPresent()) {
            for (Syntax part : plan.plans().get()) collectHoles(part, depth, sites);
        } else if (plan.call().isPresent()) {
            Entry entry = entry(plan.call().get());
            bind(entry, plan.call().get()).forEach((parameter, value) -> {
                if (value.isHole()) sites.add(site(entry, parameter, value));
                else collectHoles(value, depth + 1, sites);
            });
        }
    }

    private static Site site(Entry entry, Parameter parameter, Syntax hole) {
        if (!parameter.kind().isNumber()) throw mismatch(entry, parameter, hole);
        return new Site(entry, parameter, hole.position());
    }

    private Mechanism mechanism(Syntax plan, int depth) {
        if (depth > Limits.DEPTH) throw Limits.tooDeep(plan.position());
        Call call = plan.call()
                .orElseThrow(() -> new PlanException(
                        "expected a plan, found " + plan.describe(),
                        "write for example gaussian(1.1)",
                        plan.position()));
        Entry entry = entry(call);
        Map<Parameter, Syntax> given = bind(entry, call);
        Map<Parameter, Object> values = new LinkedHashMap<>();
        for (Parameter parameter : entry.parameters()) {
            Syntax syntax = given.get(parameter);
            values.put(
                    parameter,
                    syntax == null ? entry.fallback(parameter, values) : value(entry, parameter, syntax, depth));
        }
        try {
            return entry.construct(List.copyOf(values.values()));
        } catch (InvalidException guard) {
            throw located(guard, entry, call, given);
        }
    }

    private static Entry entry(Call call) {
        return Vocabulary.named(call.name()).orElseThrow(() -> unknown(call));
    }

    private static PlanException unknown(Call call) {
        String remedy = Vocabulary.hint(call.name())
                .or(() -> Nearest.to(call.name(), Vocabulary.names()).map(name -> "did you mean " + name + "?"))
                .orElseGet(() -> "known are "
                        + Vocabulary.ENTRIES.stream().map(Entry::name).collect(Collectors.joining(", ")));
        return new PlanException("unknown plan '" + Nearest.shortened(call.name()) + "'", remedy, call.position());
    }

    /** Unnamed arguments take the parameters in order, those after a named one the first that are still free. */
    private static Map<Parameter, Syntax> bind(Entry entry, Call call) {
        Map<Parameter, Syntax> bound = new LinkedHashMap<>();
        if (isListOfPlans(entry, call)) {
            List<Syntax> plans = call.arguments().stream().map(Argument::value).toList();
            bound.put(entry.parameters().get(0), new Syntax.Plans(call.position(), plans));
            return bound;
        }
        boolean inOrder = true;
        for (int i = 0; i < call.arguments().size(); i++) {
            Argument argument = call.arguments().get(i);
            inOrder &= argument.name().isEmpty();
            Parameter parameter = argument.name().isPresent()
                    ? named(entry, argument, argument.name().get())
                    : inOrder ? inOrder(entry, argument, i) : firstFree(entry, argument, bound);
            if (bound.containsKey(parameter))
                throw new PlanException(
                        parameter.name() + " of " + entry.name() + " is given twice",
                        usage(entry),
                        argument.position());
            bound.put(parameter, argument.value());
        }
        // a plan in the place of a number says more about the slip than the parameter that is missing because of it
        bound.forEach((parameter, value) -> {
            if (parameter.kind().isNumber() && value.call().isPresent()) throw mismatch(entry, parameter, value);
        });
        String missing = entry.parameters().stream()
                .filter(parameter -> !parameter.isOptional() && !bound.containsKey(parameter))
                .map(Parameter::name)
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty())
            throw new PlanException(entry.name() + " is missing " + missing, usage(entry), call.position());
        return bound;
    }

    /** parallel(a, b) is parallel([a, b]). */
    private static boolean isListOfPlans(Entry entry, Call call) {
        return entry.parameters().size() == 1
                && entry.parameters().get(0).kind() == Kind.PLANS
                && call.arguments().size() > 1
                && call.arguments().stream()
                        .allMatch(argument -> argument.name().isEmpty()
                                && argument.value().call().isPresent());
    }

    private static Parameter inOrder(Entry entry, Argument argument, int index) {
        if (index < entry.parameters().size()) return entry.parameters().get(index);
        throw tooMany(entry, argument);
    }

    private static Parameter firstFree(Entry entry, Argument argument, Map<Parameter, Syntax> bound) {
        return entry.parameters().stream()
                .filter(parameter -> !bound.containsKey(parameter))
                .findFirst()
                .orElseThrow(() -> tooMany(entry, argument));
    }

    private static PlanException tooMany(Entry entry, Argument argument) {
        int most = entry.parameters().size();
        return new PlanException(
                entry.name() + " takes " + most + (most == 1 ? " argument" : " arguments") + ", found one more",
                usage(entry),
                argument.position());
    }

    private static Parameter named(Entry entry, Argument argument, String name) {
        return entry.parameter(name).orElseThrow(() -> {
            Optional<Refusal> uncovered = Vocabulary.uncovered(entry, name, "");
            if (uncovered.isPresent()) return new PlanException(uncovered.get(), argument.position());
            List<String> known = entry.parameters().stream()
                    .flatMap(parameter -> Stream.concat(Stream.of(parameter.name()), parameter.aliases().stream()))
                    .toList();
            String remedy = Nearest.to(name, known)
                    .map(near -> "did you mean " + near + "?")
                    .orElse(usage(entry));
            return new PlanException(
                    entry.name() + " has no parameter '" + Nearest.shortened(name) + "'", remedy, argument.position());
        });
    }

    private Object value(Entry entry, Parameter parameter, Syntax syntax, int depth) {
        if (syntax.isHole() && parameter.kind().isNumber())
            throw new PlanException(
                    "'?' stands for a number that is not known yet",
                    "write a number, or let calibrate find it",
                    syntax.position());
        Optional<?> value = switch (parameter.kind()) {
            case REAL -> real(syntax);
            case WHOLE -> whole(entry, parameter, syntax);
            case CHOICE -> syntax.word().map(word -> choice(entry, parameter, word, syntax.position()));
            case POSITION -> position(entry, parameter, syntax);
            case SCHEDULE -> schedule(parameter, syntax);
            case COUNTS -> counts(entry, parameter, syntax);
            case VALUES -> values(parameter, syntax);
            case PLAN -> syntax.call().map(call -> mechanism(call, depth + 1));
            case PLANS -> syntax.plans().map(parts -> mechanisms(parts, depth + 1));
        };
        if (value.isEmpty()) throw mismatch(entry, parameter, syntax);
        return value.get();
    }

    private static Optional<Double> real(Syntax syntax) {
        return syntax.word()
                .filter("inf"::equals)
                .map(word -> Double.POSITIVE_INFINITY)
                .or(() -> syntax.numeral().map(Numeral::value));
    }

    private static Optional<Long> whole(Entry entry, Parameter parameter, Syntax syntax) {
        return syntax.numeral().map(numeral -> {
            if (numeral.whole().isPresent()) return numeral.whole().getAsLong();
            String shown = Numeral.text(numeral.value());
            String message = Math.abs(numeral.value()) >= 0x1p63
                    ? parameter.name() + " must be at most " + Long.MAX_VALUE + ", was " + shown
                    : parameter.name() + " must be a whole number, was " + shown;
            throw new PlanException(message, usage(entry), syntax.position());
        });
    }

    private static Object choice(Entry entry, Parameter parameter, String word, int position) {
        return parameter
                .choice(word)
                .orElseThrow(() -> Vocabulary.uncovered(entry, parameter.name(), word)
                        .map(why -> new PlanException(why, position))
                        .orElseGet(() -> noChoice(parameter, word, position)));
    }

    private static PlanException noChoice(Parameter parameter, String word, int position) {
        return new PlanException(
                parameter.name() + " cannot be '" + Nearest.shortened(word) + "'",
                "write one of " + String.join(", ", parameter.choices()),
                position);
    }

    private static Optional<Position> position(Entry entry, Parameter parameter, Syntax syntax) {
        if (syntax.word().isPresent()) {
            String word = syntax.word().get();
            return Optional.of(Positions.named(word).orElseThrow(() -> noChoice(parameter, word, syntax.position())));
        }
        try {
            return whole(entry, parameter, syntax).map(Position::of);
        } catch (InvalidException guard) {
            throw new PlanException(String.valueOf(guard.getMessage()), usage(entry), syntax.position());
        }
    }

    private static Optional<Schedule> schedule(Parameter parameter, Syntax syntax) {
        try {
            return syntax.numbers().map(Schedule::new).or(() -> real(syntax).map(Schedule::constant));
        } catch (InvalidException guard) {
            throw wrongList(parameter, guard, syntax);
        }
    }

    private static Optional<Counts> counts(Entry entry, Parameter parameter, Syntax syntax) {
        try {
            if (syntax.numbers().isEmpty())
                return whole(entry, parameter, syntax).map(Counts::of);
            List<Long> counts = new ArrayList<>();
            for (double number : syntax.numbers().get()) {
                if (!(number == Math.rint(number) && Math.abs(number) < 0x1p53))
                    throw new InvalidException("every count must be a whole number, was " + Numeral.text(number));
                counts.add((long) number);
            }
            return Optional.of(new Counts(counts, true));
        } catch (InvalidException guard) {
            throw wrongList(parameter, guard, syntax);
        }
    }

    private static Optional<Values> values(Parameter parameter, Syntax syntax) {
        try {
            return syntax.numbers().map(Values::new);
        } catch (InvalidException guard) {
            throw wrongList(parameter, guard, syntax);
        }
    }

    private static PlanException wrongList(Parameter parameter, InvalidException guard, Syntax syntax) {
        return new PlanException(
                parameter.name() + ": " + guard.getMessage(),
                "write " + parameter.kind().expected(),
                syntax.position());
    }

    private List<Mechanism> mechanisms(List<Syntax> parts, int depth) {
        List<Mechanism> mechanisms = new ArrayList<>();
        for (Syntax part : parts) {
            terms++;
            if (terms > Limits.TERMS) throw Limits.tooManyTerms(part.position());
            mechanisms.add(mechanism(part, depth));
        }
        return mechanisms;
    }

    private static PlanException mismatch(Entry entry, Parameter parameter, Syntax found) {
        return new PlanException(
                parameter.name() + " of " + entry.name() + " must be "
                        + parameter.kind().expected() + ", found " + found.describe(),
                usage(entry),
                found.position());
    }

    /** Guards begin with the name of what is wrong, so the argument can be pointed at and called by its public name. */
    private static PlanException located(InvalidException guard, Entry entry, Call call, Map<Parameter, Syntax> given) {
        String message = String.valueOf(guard.getMessage());
        String subject = message.split(" ", 2)[0];
        Optional<Parameter> parameter = entry.parameter(subject);
        int position = parameter
                .flatMap(p -> Optional.ofNullable(given.get(p)))
                .map(Syntax::position)
                .orElse(call.position());
        String named = parameter.map(p -> p.name() + ": " + message).orElse(message);
        // a name that differs by its spelling alone is not worth saying twice
        boolean sameWord = parameter.isPresent()
                && parameter.get().name().replace("_", "").equalsIgnoreCase(subject.replace("_", ""));
        String shown = sameWord ? parameter.get().name() + message.substring(subject.length()) : named;
        return new PlanException(shown, usage(entry), position);
    }

    private static String usage(Entry entry) {
        boolean counted = entry.name().equals(Vocabulary.REPEATED);
        return counted ? "write a count as in 1000 * gaussian(1)" : "write " + entry.signature();
    }
}
