package io.sordino.loss;

import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Two laws on finitely many outcomes, in sixty digits: what is enumerated cannot be wrong. */
public final class FiniteLaws {
    private final BigDecimal[] p;
    private final BigDecimal[] q;

    private FiniteLaws(BigDecimal[] p, BigDecimal[] q) {
        this.p = p;
        this.q = q;
    }

    /** Masses that differ by up to e^spread from law to law; the last two outcomes may be impossible under one of them. */
    public static FiniteLaws random(SplittableRandom random, int outcomes, double spread, boolean certain) {
        double[] a = new double[outcomes + 2];
        double[] b = new double[outcomes + 2];
        double scale = spread * random.nextDouble();
        for (int i = 0; i < outcomes; i++) {
            a[i] = Math.exp(-3 * random.nextDouble());
            b[i] = a[i] * Math.exp(scale * (2 * random.nextDouble() - 1));
        }
        if (certain) {
            a[outcomes] = Math.exp(-20 * random.nextDouble());
            b[outcomes + 1] = Math.exp(-20 * random.nextDouble());
        }
        return new FiniteLaws(normalised(a), normalised(b));
    }

    /** The masses of every outcome under both laws. */
    public static FiniteLaws of(List<BigDecimal> p, List<BigDecimal> q) {
        return new FiniteLaws(p.toArray(new BigDecimal[0]), q.toArray(new BigDecimal[0]));
    }

    /** Binary randomized response. */
    public static FiniteLaws response(double epsilon) {
        BigDecimal odds = Oracle.exp(Oracle.big(epsilon), Contained.DIGITS);
        BigDecimal lie = BigDecimal.ONE.divide(BigDecimal.ONE.add(odds), Contained.MC);
        BigDecimal truth = BigDecimal.ONE.subtract(lie);
        return new FiniteLaws(new BigDecimal[] {truth, lie}, new BigDecimal[] {lie, truth});
    }

    /** So many binary randomized responses, told apart by the number of lies alone, from the least loss on. */
    public static FiniteLaws responses(double epsilon, int count) {
        FiniteLaws one = response(epsilon);
        BigDecimal[] p = new BigDecimal[count + 1];
        BigDecimal[] q = new BigDecimal[count + 1];
        BigDecimal choices = BigDecimal.ONE;
        for (int truths = 0; truths <= count; truths++) {
            p[truths] = choices.multiply(one.p[0].pow(truths, Contained.MC), Contained.MC)
                    .multiply(one.p[1].pow(count - truths, Contained.MC), Contained.MC);
            q[truths] = choices.multiply(one.p[1].pow(truths, Contained.MC), Contained.MC)
                    .multiply(one.p[0].pow(count - truths, Contained.MC), Contained.MC);
            choices = choices.multiply(BigDecimal.valueOf(count - truths))
                    .divide(BigDecimal.valueOf(truths + 1L), Contained.MC);
        }
        return new FiniteLaws(p, q);
    }

    /** P-masses, in the order in which the outcomes were given. */
    public List<BigDecimal> masses() {
        return List.of(p);
    }

    /** What a pair of atoms says, taken as exact; of its mass at infinity the upper end. */
    public static FiniteLaws of(Pair pair) {
        int n = pair.atoms().size();
        BigDecimal[] p = new BigDecimal[n + 2];
        BigDecimal[] q = new BigDecimal[n + 2];
        for (int i = 0; i < n; i++) {
            Atom atom = pair.atoms().get(i);
            p[i] = Oracle.big(atom.mass());
            BigDecimal loss = Oracle.big(atom.loss()).add(Oracle.big(atom.rest()));
            q[i] = p[i].multiply(Oracle.exp(loss.negate(), Contained.DIGITS), Contained.MC);
        }
        p[n] = Oracle.big(pair.infinity().upper());
        q[n] = BigDecimal.ZERO;
        p[n + 1] = BigDecimal.ZERO;
        q[n + 1] = Oracle.big(pair.missing().upper());
        return new FiniteLaws(p, q);
    }

    private static BigDecimal[] normalised(double[] weights) {
        BigDecimal[] law = new BigDecimal[weights.length];
        BigDecimal sum = BigDecimal.ZERO;
        for (double weight : weights) sum = sum.add(Oracle.big(weight));
        for (int i = 0; i < law.length; i++) law[i] = Oracle.big(weights[i]).divide(sum, Contained.MC);
        return law;
    }

    public FiniteLaws swapped() {
        return new FiniteLaws(q, p);
    }

    /** Both run, one after the other. */
    public FiniteLaws times(FiniteLaws other) {
        int n = other.p.length;
        List<BigDecimal> ps = new ArrayList<>();
        List<BigDecimal> qs = new ArrayList<>();
        for (int i = 0; i < p.length * n; i++) {
            BigDecimal a = p[i / n].multiply(other.p[i % n], Contained.MC);
            BigDecimal b = q[i / n].multiply(other.q[i % n], Contained.MC);
            if (a.signum() == 0 && b.signum() == 0) continue;
            ps.add(a);
            qs.add(b);
        }
        return new FiniteLaws(ps.toArray(new BigDecimal[0]), qs.toArray(new BigDecimal[0]));
    }

    /** Run so many times, once at random on the record and else on nothing, whose law is the second one. */
    public FiniteLaws allocated(int steps) {
        FiniteLaws nothing = new FiniteLaws(q, q);
        FiniteLaws first = this;
        for (int i = 1; i < steps; i++) first = first.product(nothing);
        BigDecimal[] mean = first.p.clone();
        for (int at = 1; at < steps; at++) {
            FiniteLaws all = nothing;
            for (int i = 1; i < steps; i++) all = all.product(i == at ? this : nothing);
            for (int i = 0; i < mean.length; i++) mean[i] = mean[i].add(all.p[i]);
        }
        for (int i = 0; i < mean.length; i++) mean[i] = mean[i].divide(BigDecimal.valueOf(steps), Contained.MC);
        return new FiniteLaws(mean, first.q);
    }

    /** Both run, with every outcome kept in its place. */
    private FiniteLaws product(FiniteLaws other) {
        int n = other.p.length;
        BigDecimal[] ps = new BigDecimal[p.length * n];
        BigDecimal[] qs = new BigDecimal[p.length * n];
        for (int i = 0; i < ps.length; i++) {
            ps[i] = p[i / n].multiply(other.p[i % n], Contained.MC);
            qs[i] = q[i / n].multiply(other.q[i % n], Contained.MC);
        }
        return new FiniteLaws(ps, qs);
    }

    public FiniteLaws power(int count) {
        FiniteLaws all = this;
        for (int i = 1; i < count; i++) all = all.times(this);
        return all;
    }

    /** Run on a sample that the record joins at a rate. */
    public FiniteLaws sampled(double rate, Change change) {
        BigDecimal in = Oracle.big(rate);
        BigDecimal out = BigDecimal.ONE.subtract(in);
        BigDecimal[] with = change == Change.REMOVED ? p : q;
        BigDecimal[] without = change == Change.REMOVED ? q : p;
        BigDecimal[] mixed = new BigDecimal[p.length];
        for (int i = 0; i < mixed.length; i++)
            mixed[i] = out.multiply(without[i]).add(in.multiply(with[i]), Contained.MC);
        return change == Change.REMOVED ? new FiniteLaws(mixed, q) : new FiniteLaws(p, mixed);
    }

    /** One of two, drawn by a coin that everybody sees. */
    public static FiniteLaws either(double rate, FiniteLaws one, FiniteLaws other) {
        List<BigDecimal> ps = new ArrayList<>();
        List<BigDecimal> qs = new ArrayList<>();
        BigDecimal in = Oracle.big(rate);
        BigDecimal out = BigDecimal.ONE.subtract(in);
        for (BigDecimal mass : one.p) ps.add(mass.multiply(in, Contained.MC));
        for (BigDecimal mass : one.q) qs.add(mass.multiply(in, Contained.MC));
        for (BigDecimal mass : other.p) ps.add(mass.multiply(out, Contained.MC));
        for (BigDecimal mass : other.q) qs.add(mass.multiply(out, Contained.MC));
        return new FiniteLaws(ps.toArray(new BigDecimal[0]), qs.toArray(new BigDecimal[0]));
    }

    /** The hockey-stick divergence of order e^epsilon. */
    public BigDecimal delta(double epsilon) {
        return delta(Oracle.big(epsilon));
    }

    public BigDecimal delta(BigDecimal epsilon) {
        BigDecimal order = Oracle.exp(epsilon, Contained.DIGITS);
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < p.length; i++)
            sum = sum.add(
                    p[i].subtract(order.multiply(q[i], Contained.MC), Contained.MC)
                            .max(BigDecimal.ZERO),
                    Contained.MC);
        return sum;
    }

    /** The Renyi divergence of an order above 1. */
    public BigDecimal divergence(double order) {
        BigDecimal power = Oracle.big(order).subtract(BigDecimal.ONE);
        BigDecimal moment = BigDecimal.ZERO;
        for (int i = 0; i < p.length; i++) {
            if (p[i].signum() == 0) continue;
            BigDecimal loss = Oracle.log(p[i].divide(q[i], Contained.MC), 50);
            BigDecimal grown = Oracle.exp(loss.multiply(power, Contained.MC), Contained.DIGITS);
            moment = moment.add(p[i].multiply(grown, Contained.MC), Contained.MC);
        }
        return Oracle.log(moment, 50).divide(power, Contained.MC);
    }

    public BigDecimal ofP() {
        return total(p);
    }

    public BigDecimal ofQ() {
        return total(q);
    }

    private static BigDecimal total(BigDecimal[] law) {
        BigDecimal sum = BigDecimal.ZERO;
        for (BigDecimal mass : law) sum = sum.add(mass);
        return sum;
    }

    /** The largest finite loss. */
    public BigDecimal largestLoss() {
        BigDecimal largest = BigDecimal.ZERO;
        for (int i = 0; i < p.length; i++)
            if (p[i].signum() > 0 && q[i].signum() > 0) largest = largest.max(p[i].divide(q[i], Contained.MC));
        return Oracle.log(largest, 50);
    }

    /** The largest finite loss, as a double. */
    public double lossMax() {
        return pair().lossMax();
    }

    /** The pair of these laws, every mass and loss to the nearest double, losses with their rest. */
    public AtomicPair pair() {
        List<Atom> atoms = new ArrayList<>();
        BigDecimal infinity = BigDecimal.ZERO;
        BigDecimal missing = BigDecimal.ZERO;
        for (int i = 0; i < p.length; i++) {
            if (q[i].signum() == 0) infinity = infinity.add(p[i]);
            else if (p[i].signum() == 0) missing = missing.add(q[i]);
            else {
                BigDecimal loss = Oracle.log(p[i].divide(q[i], Contained.MC), 50);
                double high = loss.doubleValue();
                double rest = loss.subtract(Oracle.big(high)).doubleValue();
                atoms.add(new Atom(high, p[i].doubleValue(), rest));
            }
        }
        return new AtomicPair(atoms, enclosed(infinity), enclosed(missing), Math.ulp(1.0), 0x1p-100);
    }

    private static Bracket enclosed(BigDecimal mass) {
        double near = mass.doubleValue();
        int side = Oracle.big(near).compareTo(mass);
        return Bracket.of(side > 0 ? Math.nextDown(near) : near, side < 0 ? Math.nextUp(near) : near);
    }
}
