package io.sordino.plan;

import io.sordino.mechanism.Counts;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Schedule;
import io.sordino.mechanism.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Random mechanisms of every shape, read off the vocabulary, with numbers from the whole range that the guards allow. */
final class RandomPlans {
    private static final int TRIES = 60;
    private static final double[] REALS = {
        1,
        2,
        0.5,
        1.1,
        0.01,
        1e-5,
        0.1 + 0.2,
        256.0 / 60000,
        Math.PI,
        1e22,
        Double.parseDouble("1e23"),
        0x1p53,
        123456.789,
        2e-3,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.MAX_VALUE,
        0,
        -0.0,
        Double.POSITIVE_INFINITY,
        4.35,
        40 * Double.MIN_VALUE
    };
    private static final long[] WHOLES = {
        1, 2, 3, 4, 5, 10, 100, 60_000, 1_000_000, 1_000_000_000_000_000L, 9_007_199_254_740_993L, Long.MAX_VALUE
    };

    private final SplittableRandom random;

    RandomPlans(long seed) {
        this.random = new SplittableRandom(seed);
    }

    Mechanism next(int depth) {
        List<Entry> choices = Vocabulary.ENTRIES.stream()
                .filter(entry -> depth > 1 || entry.parameters().stream().noneMatch(RandomPlans::isNested))
                .toList();
        Entry entry = choices.get(random.nextInt(choices.size()));
        Map<Parameter, Object> nested = new HashMap<>();
        entry.parameters().stream()
                .filter(RandomPlans::isNested)
                .forEach(parameter -> nested.put(parameter, value(parameter, depth)));
        for (int i = 0; i < TRIES; i++) {
            try {
                return entry.construct(entry.parameters().stream()
                        .map(parameter -> isNested(parameter) ? nested.get(parameter) : value(parameter, depth))
                        .toList());
            } catch (IllegalArgumentException guard) {
                continue;
            }
        }
        return new Gaussian(1);
    }

    private static boolean isNested(Parameter parameter) {
        return parameter.kind() == Kind.PLAN || parameter.kind() == Kind.PLANS;
    }

    private Object value(Parameter parameter, int depth) {
        return switch (parameter.kind()) {
            case REAL -> real();
            case WHOLE -> random.nextInt(4) == 0 ? random.nextLong(1, 1L << 40) : WHOLES[random.nextInt(WHOLES.length)];
            case CHOICE -> {
                List<String> words = parameter.choices();
                yield parameter.choice(words.get(random.nextInt(words.size()))).orElseThrow();
            }
            case POSITION ->
                random.nextBoolean()
                        ? LastIterate.Position.of(random.nextLong(1, 100))
                        : Positions.named(List.of("first", "last", "worst").get(random.nextInt(3)))
                                .orElseThrow();
            case SCHEDULE ->
                new Schedule(
                        random.doubles(random.nextInt(1, 5), 1e-3, 10).boxed().toList());
            case COUNTS ->
                random.nextBoolean()
                        ? Counts.of(random.nextLong(1, 100))
                        : new Counts(
                                random.longs(random.nextInt(1, 5), 1, 100)
                                        .boxed()
                                        .toList(),
                                true);
            // two numbers that add up to 1 are right as sensitivities and as probabilities, and orders are above 1
            case VALUES -> random.nextBoolean() ? Values.of(0.25, 0.75) : Values.of(1.5, 3);
            case PLAN -> next(depth - 1);
            case PLANS -> {
                List<Mechanism> parts = new ArrayList<>();
                for (int i = random.nextInt(1, 5); i > 0; i--) parts.add(next(depth - 1));
                yield parts;
            }
        };
    }

    private double real() {
        return switch (random.nextInt(4)) {
            case 0 -> REALS[random.nextInt(REALS.length)];
            case 1 -> random.nextDouble();
            case 2 -> Math.rint(random.nextDouble() * 1000) / 1000;
            default -> Math.abs(Double.longBitsToDouble(random.nextLong()));
        };
    }

    /** The text with one slip: characters lost, doubled, swapped, replaced or pasted from elsewhere in it. */
    String mutate(String text, String alphabet) {
        StringBuilder out = new StringBuilder(text);
        for (int slips = random.nextInt(1, 4); slips > 0 && out.length() > 0; slips--) {
            int at = random.nextInt(out.length());
            int end = Math.min(out.length(), at + random.nextInt(1, 8));
            switch (random.nextInt(5)) {
                case 0 -> out.delete(at, end);
                case 1 -> out.insert(random.nextInt(out.length()), out.substring(at, end));
                case 2 -> out.setCharAt(at, letter(alphabet));
                case 3 -> out.insert(at, letter(alphabet));
                default -> out.setLength(at);
            }
        }
        return out.toString();
    }

    String noise(String alphabet, int longest) {
        StringBuilder out = new StringBuilder();
        for (int i = random.nextInt(longest); i > 0; i--) out.append(letter(alphabet));
        return out.toString();
    }

    private char letter(String alphabet) {
        return alphabet.charAt(random.nextInt(alphabet.length()));
    }
}
