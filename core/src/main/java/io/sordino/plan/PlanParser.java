package io.sordino.plan;

import io.sordino.plan.Syntax.Argument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the text of a plan into its syntax tree, by recursive descent of bounded depth. */
final class PlanParser {
    private static final String EXAMPLE = "write for example 1000 * poisson(0.01, gaussian(1.1))";

    private final Scanner scanner;
    private int listNumbers;

    private PlanParser(String text) {
        this.scanner = new Scanner(text);
    }

    static Syntax parse(String text) {
        if (text.length() > Limits.TEXT_CHARACTERS) throw Limits.tooLong(text.length(), Limits.TEXT_CHARACTERS);
        PlanParser parser = new PlanParser(text);
        if (parser.scanner.atEnd()) throw new PlanException("the plan is empty", EXAMPLE, 0);
        Syntax plan = parser.plan(0);
        if (!parser.scanner.atEnd())
            throw parser.unexpected(
                    "'+' or the end of the plan", "join plans with + and repeat them with a count and *");
        return plan;
    }

    private Syntax plan(int depth) {
        int position = scanner.position();
        return composition(position, value(depth), depth);
    }

    /** The rest of plan := term ('+' term)*, after its first term. */
    private Syntax composition(int position, Syntax first, int depth) {
        requirePlan(first);
        if (!scanner.sees('+')) return first;
        List<Syntax> parts = new ArrayList<>(List.of(first));
        while (scanner.accept('+')) {
            Syntax next = value(depth);
            requirePlan(next);
            parts.add(next);
            if (parts.size() > Limits.TERMS) throw Limits.tooManyTerms(next.position());
        }
        Syntax operands = new Syntax.Plans(position, List.copyOf(parts));
        return new Syntax.Call(position, Vocabulary.COMPOSED, List.of(Argument.positional(operands)));
    }

    private void requirePlan(Syntax syntax) {
        if (syntax.call().isPresent()) return;
        String remedy = syntax.word()
                .map(word -> "write "
                        + Vocabulary.named(word)
                                .map(Entry::signature)
                                .orElse("a name with its arguments in parentheses"))
                .orElse(
                        syntax.numbers().isPresent()
                                ? EXAMPLE
                                : "a count is followed by * and a plan: 1000 * gaussian(1)");
        throw new PlanException("expected a plan, found " + syntax.describe(), remedy, syntax.position());
    }

    /** A term, or what else an argument may be: a number, a word, a list. */
    private Syntax value(int depth) {
        if (depth > Limits.DEPTH) throw Limits.tooDeep(scanner.position());
        int position = scanner.position();
        if (scanner.sees('(')) return inParentheses(depth);
        if (scanner.sees('[')) return list(depth);
        if (scanner.accept('?')) return counted(new Syntax.Hole(position), depth);
        if (scanner.seesNumber()) return counted(number(), depth);
        if (scanner.seesName()) return nameOrCall(depth);
        throw unexpected("a plan or a number", EXAMPLE);
    }

    /** A number, or term := count '*' atom if a star follows. */
    private Syntax counted(Syntax number, int depth) {
        if (!scanner.accept('*')) return number;
        int position = scanner.position();
        if (scanner.seesNumber() || scanner.sees('?'))
            throw new PlanException(
                    "a count cannot follow a count", "multiply them, or write 2 * (3 * gaussian(1))", position);
        if (!scanner.sees('(') && !scanner.seesName()) throw unexpected("a plan after '*'", EXAMPLE);
        Syntax base = scanner.sees('(') ? inParentheses(depth) : nameOrCall(depth);
        requirePlan(base);
        return new Syntax.Call(
                number.position(),
                Vocabulary.REPEATED,
                List.of(Argument.positional(number), Argument.positional(base)));
    }

    private Syntax number() {
        int position = scanner.position();
        String numerator = scanner.number();
        try {
            if (!scanner.accept('/')) return new Syntax.Literal(position, Numeral.read(numerator));
            if (!scanner.seesNumber())
                throw unexpected("the denominator of a fraction", "write a fraction as 256/60000");
            return new Syntax.Literal(position, Numeral.readFraction(numerator, scanner.number()));
        } catch (PlanException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new PlanException(
                    String.valueOf(e.getMessage()),
                    "write a decimal such as 0.01 or 1e-5, or a fraction such as 256/60000",
                    position);
        }
    }

    private Syntax inParentheses(int depth) {
        scanner.accept('(');
        Syntax inner = plan(depth + 1);
        close(')');
        return inner;
    }

    private Syntax nameOrCall(int depth) {
        int position = scanner.position();
        String name = scanner.name();
        if (!scanner.accept('(')) return new Syntax.Word(position, name);
        List<Argument> arguments = new ArrayList<>();
        if (!scanner.sees(')')) {
            do {
                arguments.add(argument(depth + 1));
            } while (scanner.accept(','));
        }
        close(')');
        return new Syntax.Call(position, name, List.copyOf(arguments));
    }

    private Argument argument(int depth) {
        int position = scanner.position();
        Syntax first = value(depth);
        if (first.word().isEmpty() || !scanner.accept('='))
            return new Argument(position, Optional.empty(), orComposition(first, depth));
        return new Argument(position, first.word(), orComposition(value(depth), depth));
    }

    private Syntax orComposition(Syntax value, int depth) {
        return value.call().isPresent() ? composition(value.position(), value, depth) : value;
    }

    private Syntax list(int depth) {
        int position = scanner.position();
        scanner.accept('[');
        if (scanner.sees(']'))
            throw new PlanException("the list is empty", "write its numbers between commas: [0.1, 0.2]", position);
        List<Double> numbers = new ArrayList<>();
        List<Syntax> plans = new ArrayList<>();
        do {
            Syntax element = element(depth + 1);
            element.numeral().ifPresentOrElse(number -> numbers.add(number.value()), () -> plans.add(element));
            if (!numbers.isEmpty() && !plans.isEmpty())
                throw new PlanException(
                        "a list holds numbers or plans, found " + element.describe(),
                        "write all of a schedule's numbers: [0.1, 0.2]",
                        element.position());
            if (numbers.size() + listNumbers > Limits.LIST_NUMBERS) throw Limits.tooManyNumbers(element.position());
        } while (scanner.accept(','));
        close(']');
        listNumbers += numbers.size();
        return plans.isEmpty()
                ? new Syntax.Numbers(position, List.copyOf(numbers))
                : new Syntax.Plans(position, List.copyOf(plans));
    }

    private Syntax element(int depth) {
        int position = scanner.position();
        Syntax element = value(depth);
        if (element.isHole())
            throw new PlanException(
                    "'?' cannot stand for one number of a list",
                    "let it stand for the whole schedule: noise=?",
                    position);
        return element.numeral().isPresent() ? element : composition(position, element, depth);
    }

    private void close(char bracket) {
        if (!scanner.accept(bracket)) throw unexpected("',' or '" + bracket + "'", "close every bracket that is open");
    }

    private PlanException unexpected(String expected, String remedy) {
        return scanner.unexpected(expected, remedy);
    }
}
