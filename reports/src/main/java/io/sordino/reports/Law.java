package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.refusal.InvalidException;
import java.util.Map;

/**
 * How often a report supports a value: with probability p one that its device holds, with probability q any other. All that an estimate
 * needs, and exact: the campaign states the probabilities that devices toss by.
 */
public record Law(String name, double p, double q) implements Spread {
    private static final double WHOLE = 0x1p62;

    public Law {
        if (!(q >= 0 && p > q && p <= 1))
            throw new InvalidException(
                    "a report must support its own value more often than others: the campaign's answers are all noise",
                    "plan the campaign with a larger epsilon or more clients");
    }

    /** Of a campaign whose values are names. */
    public static Law of(Campaign campaign) {
        return of(new Words(campaign), campaign.values());
    }

    static Law of(Words words, int k) {
        String name = words.name();
        return switch (name) {
            case "randomized_response" -> new Law(name, words.of62("truth"), (1 - words.of62("truth")) / (k - 1));
            case "unary", "rappor" -> new Law(name, 1 - words.of62("flip"), words.of62("flip"));
            case "subset" -> {
                double inside = words.of62("inside");
                double w = words.number("w");
                yield new Law(name, inside, (inside * (w - 1) + (1 - inside) * w) / (k - 1));
            }
            case "local_hash" -> new Law(name, words.of62("truth"), 1 / words.number("l"));
            case "hadamard" -> new Law(name, words.of62("truth"), 0.5);
            default ->
                throw new InvalidException(
                        "values cannot be counted in reports of " + name, "use the version that planned the campaign");
        };
    }

    /** The number of devices with a value, of n reports of which so many support it. */
    public double estimate(long supports, long n) {
        return (supports - n * q) / (p - q);
    }

    @Override
    public double deviation(double holders, double n) {
        return Math.sqrt(holders * p * (1 - p) + (n - holders) * q * (1 - q)) / (p - q);
    }

    /** The numbers of a campaign's randomizer. */
    record Words(Map<?, ?> map) {
        Words(Campaign campaign) {
            this((Map<?, ?>) campaign.word("randomizer"));
        }

        String name() {
            return String.valueOf(map.get("name"));
        }

        double number(String name) {
            if (map.get(name) instanceof Number number) return number.doubleValue();
            throw new InvalidException("the campaign's randomizer has no " + name, "plan the campaign again");
        }

        double of62(String name) {
            return number(name) / WHOLE;
        }
    }
}
