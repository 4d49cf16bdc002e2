package io.sordino.audit;

import io.sordino.engine.sample.PoissonSampler;
import io.sordino.mechanism.BlanketHistogram;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.FloodedCount;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SplitSum;
import io.sordino.mechanism.Unlinked;
import io.sordino.noise.GridNoise;
import io.sordino.noise.RandomSource;
import io.sordino.noise.ResponseSampler;
import io.sordino.numeric.Binomial;
import io.sordino.refusal.InvalidException;

/** Several shuffled messages a client, by the numbers of messages of each kind, which are all that a shuffler leaves. */
final class MessageRunners {
    private MessageRunners() {}

    /** The victim's message is in the first cell or in the second; all clients add their blanket to both. */
    static Runner blanket(Mechanism mechanism, Neighbours neighbours) {
        BlanketHistogram m = (BlanketHistogram) mechanism;
        int n = SchemeRunners.size("clients", m.clients());
        PoissonSampler blanket = new PoissonSampler(n, m.rate());
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                boolean there = first && copies > 0;
                int one = blanket.start(random).next().size() + (there ? 1 : 0);
                int two = blanket.start(random).next().size() + (there ? 0 : 1);
                return Evidence.of(
                        mass(one - 1, n, m.rate()) + mass(two, n, m.rate()),
                        mass(one, n, m.rate()) + mass(two - 1, n, m.rate()));
            }

            @Override
            public double cost() {
                return 2 * n * m.rate();
            }
        };
    }

    private static double mass(long k, long n, double rate) {
        return Binomial.logPmf(k, n, rate);
    }

    /** A message + or a message -, beside the noise of both signs and the pairs. */
    static Runner flooded(Mechanism mechanism, Neighbours neighbours) {
        FloodedCount m = (FloodedCount) mechanism;
        int n = SchemeRunners.size("clients", m.clients());
        PoissonSampler pairs = new PoissonSampler(n, m.pairRate());
        GridNoise difference = GridNoise.of(new DiscreteLaplace(m.scale()), 1);
        GridNoise common = GridNoise.of(new DiscreteLaplace(m.scale() / 2), 1);
        double fall = Math.exp(-2 / m.scale());
        double[] h = new double[n + 1 + (int) Math.ceil(400 * m.scale())];
        for (int w = 0; w < h.length; w++)
            h[w] = (w > 0 ? fall * h[w - 1] : 0) + (1 - fall) * Math.exp(mass(w, n, m.pairRate()));
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                long d = difference.draw(random);
                // one side of two-sided geometric noise is geometric
                long least = common.draw(random);
                while (least < 0) least = common.draw(random);
                long w = least + pairs.start(random).next().size();
                boolean plus = first && copies > 0;
                long seenD = plus ? d + 1 : d - 1;
                long seenW = w + (plus ? (d < 0 ? 1 : 0) : (d > 0 ? 1 : 0));
                return Evidence.of(
                        -Math.abs(seenD - 1) / m.scale() + log(h, seenW - (seenD <= 0 ? 1 : 0)),
                        -Math.abs(seenD + 1) / m.scale() + log(h, seenW - (seenD >= 0 ? 1 : 0)));
            }

            @Override
            public double cost() {
                return 20 + n * m.pairRate();
            }
        };
    }

    private static double log(double[] h, long w) {
        return w >= 0 && w < h.length ? Math.log(h[(int) w]) : Double.NEGATIVE_INFINITY;
    }

    /** The sum, which everybody can work out from the residues. */
    static Runner split(Mechanism mechanism, Neighbours neighbours) {
        SplitSum m = (SplitSum) mechanism;
        double scale = m.scale() * m.steps();
        GridNoise noise = GridNoise.of(new DiscreteLaplace(scale), 1);
        return (copies, first, random) -> {
            long sum = noise.draw(random) + (first && copies > 0 ? m.steps() : 0);
            return Evidence.of(-Math.abs(sum - m.steps()) / scale, -Math.abs(sum) / scale);
        };
    }

    /** Several answers of each client that travel together, where all others hold zero: any of the bundles may be the victim's. */
    static Runner bundled(long reports, Repeated bundle, int victims) {
        if (!(bundle.base() instanceof RandomizedResponse response && response.k() == 2))
            throw new InvalidException(
                    "bundles are run of binary responses alone",
                    "write shuffled(reports, count * randomized_response(epsilon))");
        int n = SchemeRunners.size("reports", reports);
        int each = SchemeRunners.size("count", bundle.count());
        SchemeRunners.size("answers", n * (long) each);
        ResponseSampler sampler = new ResponseSampler(response);
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                double ratios = 0;
                for (int i = 0; i < n; i++) {
                    boolean holds = first && copies > 0 && i < victims;
                    int ones = 0;
                    for (int j = 0; j < each; j++) ones += (int) sampler.report(holds ? 1 : 0, random);
                    ratios += Math.exp((2.0 * ones - each) * response.epsilon());
                }
                return Evidence.of(Math.log(ratios / n), 0);
            }

            @Override
            public double cost() {
                return n * (double) each;
            }
        };
    }

    /** The number of ones where all others hold none. */
    static Runner unlinked(Mechanism mechanism, Neighbours neighbours) {
        Unlinked m = (Unlinked) mechanism;
        if (!(m.randomizer() instanceof RandomizedResponse response && response.k() == 2))
            throw new InvalidException(
                    "unlinked reports are run for binary response alone",
                    "write unlinked(clients, messages, randomized_response(epsilon))");
        int n = SchemeRunners.size("clients", m.clients());
        int each = SchemeRunners.size("messages", m.messages());
        int all = SchemeRunners.size("reports", m.clients() * m.messages());
        ResponseSampler sampler = new ResponseSampler(response);
        double flip = 1 / (1 + Math.exp(response.epsilon()));
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                long ones = 0;
                for (int i = 0; i < all; i++) ones += sampler.report(first && copies > 0 && i < each ? 1 : 0, random);
                double held = 0;
                for (int j = 0; j <= each; j++)
                    held += Math.exp(mass(j, each, 1 - flip) + mass(ones - j, (long) (n - 1) * each, flip));
                return Evidence.of(Math.log(held), mass(ones, all, flip));
            }

            @Override
            public double cost() {
                return all;
            }
        };
    }
}
