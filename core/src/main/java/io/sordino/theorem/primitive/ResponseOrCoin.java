package io.sordino.theorem.primitive;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.mechanism.SampledResponse;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.List;

/**
 * Randomized response with probability p and else a uniform answer, exactly, under every relation: it is randomized response again, with
 * e^eps' - 1 = p a k / (k + (1 - p) a) in the place of a = e^eps - 1.
 *
 * <p>The algorithm A_p of lecture notes on amplification by sampling; counted out. Theory: docs/theory/ResponseOrCoin.md
 */
public final class ResponseOrCoin implements Theorem<SampledResponse> {
    /** Of masses and losses that are some ten operations away from the parameters. */
    private static final double ERROR = 1e-14;

    private static final double LEAST = 1e-290;

    @Override
    public Class<SampledResponse> about() {
        return SampledResponse.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(ResponseOrCoin.class, "two answers of one response, counted out; derivation on its page");
    }

    @Override
    public Verdict apply(SampledResponse m, Inquiry inquiry) {
        if (m.rate() == 1) return Theorem.exact(RandomizedResponsePair.pair(m.epsilon(), m.k()));
        if (m.epsilon() == 0) return Theorem.exact(AtomicPair.equal());
        double loss = loss(m.rate(), m.epsilon(), (double) m.k());
        // losses below that have no digits; the coin only helps
        if (!(loss > LEAST)) return Theorem.above(RandomizedResponsePair.pair(m.epsilon(), m.k()));
        return Theorem.exact(pair(loss, m.rate(), m.epsilon(), (double) m.k()));
    }

    private static Pair pair(double loss, double p, double epsilon, double k) {
        double ratio = Math.exp(-epsilon);
        double truth = p / (1 + (k - 1) * ratio);
        double coin = (1 - p) / k;
        double other = truth * ratio + coin;
        return new AtomicPair(
                List.of(new Atom(loss, truth + coin), new Atom(0, (k - 2) * other), new Atom(-loss, other)),
                Bracket.exactly(0),
                ERROR,
                ERROR);
    }

    /** log(1 + p a k / (k + (1 - p) a)), by the way that does not overflow. */
    static double loss(double p, double epsilon, double k) {
        double a = Math.expm1(epsilon);
        return Math.log1p(epsilon < 1 ? p * a * k / (k + (1 - p) * a) : p * k / (k / a + (1 - p)));
    }
}
