package io.sordino.account;

import io.sordino.loss.iteration.ShiftedInterpolation;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.Schedule;
import io.sordino.numeric.Down;
import io.sordino.refusal.InvalidException;
import io.sordino.theorem.iteration.Descent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The noise of a one-pass run that gives every record a distance of at most mu with the least total energy, the sum of
 * noise^2 over the steps, next to the constant noise that does the same.
 *
 * <p>Later noise protects every earlier record, so early steps may carry less: without contraction, record t has
 * mu_t = s_t / sqrt(the sum of v_i^2 over i >= t).
 */
public record NoiseSchedule(Schedule noise, double energy, double constantNoise, double constantEnergy) {
    /*
     * With g_i the product of contractions after step i, record t asks for a sum of (g_i v_i)^2 over i >= t of at least
     * (g_t s_t / mu)^2. The least sums are the running maximum of these from the end. What the maximum rises by at t may be
     * placed at any step from t on, and one unit of it costs 1 / (g_i eta_i)^2 of energy there: the cheapest is taken, the
     * latest among equals.
     */
    private static final double MARGIN = 1e-9;

    /**
     * @param shape a one-pass run, whose own noise is not looked at
     * @param mu what every record's distance may be
     * @param floor the least noise of a step, as a share of the constant noise that reaches mu; above 0
     */
    public static NoiseSchedule least(LastIterate shape, double mu, double floor) {
        if (!(mu > 0 && mu < Double.POSITIVE_INFINITY))
            throw new InvalidException("mu must be above 0 and finite, was " + mu);
        if (!(floor > 0 && floor <= 1)) throw new InvalidException("floor must be in (0, 1], was " + floor);
        if (!(shape.order() == Order.ONE_PASS))
            throw new InvalidException("order must be one_pass, was " + shape.order());
        Descent descent = new Descent(shape);
        descent.expansion().ifPresent(why -> {
            throw new InvalidException(why);
        });
        int steps = Math.toIntExact(shape.steps());
        double constant = worst(shape, constant(steps, 1)) / mu;
        double[] noise = placed(descent, mu, floor * constant);
        double excess = worst(shape, noise) / mu;
        double energy = 0;
        List<Double> values = new ArrayList<>(steps);
        for (double sigma : noise) {
            double safe = sigma * Math.max(1, excess) * (1 + MARGIN);
            values.add(safe);
            energy += safe * safe;
        }
        double safeConstant = constant * (1 + MARGIN);
        return new NoiseSchedule(new Schedule(values), energy, safeConstant, steps * safeConstant * safeConstant);
    }

    /** How many times less energy the schedule takes than constant noise. */
    public double saving() {
        return constantEnergy / energy;
    }

    private static double[] placed(Descent descent, double mu, double floor) {
        double[] contraction = descent.contractions();
        double[] shift = descent.shifts();
        int steps = shift.length;
        double[] squares = new double[steps];
        double product = 1;
        double gathered = 0;
        int cheapest = steps - 1;
        double dearness = 0;
        for (int t = steps - 1; t >= 0; t--) {
            double seen = product * descent.plan().stepSize().at(t);
            if (seen > dearness) {
                dearness = seen;
                cheapest = t;
            }
            squares[t] = floor * floor;
            gathered += seen * seen * squares[t];
            double asked = Math.pow(product * shift[t] / mu, 2);
            if (asked > gathered) {
                squares[cheapest] += (asked - gathered) / (dearness * dearness);
                gathered = asked;
            }
            product *= contraction[t];
        }
        double[] noise = new double[steps];
        for (int t = 0; t < steps; t++) noise[t] = Math.sqrt(squares[t]);
        return noise;
    }

    private static double[] constant(int steps, double sigma) {
        double[] noise = new double[steps];
        Arrays.fill(noise, sigma);
        return noise;
    }

    /** The largest distance of a record. */
    private static double worst(LastIterate shape, double[] noise) {
        Descent descent = new Descent(shape);
        double[] deviations = new double[noise.length];
        for (int t = 0; t < noise.length; t++)
            deviations[t] = Down.mul(shape.stepSize().at(t), noise[t]);
        ShiftedInterpolation engine = new ShiftedInterpolation(descent.contractions(), deviations, shape.diameter());
        double[] shifts = descent.shifts();
        double worst = 0;
        for (int t = 0; t < noise.length; t++) worst = Math.max(worst, engine.distance(t, noise.length, shifts));
        return worst;
    }
}
