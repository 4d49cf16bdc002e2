package io.sordino.examples;

import io.sordino.Privacy;
import io.sordino.engine.Release;
import io.sordino.engine.query.VectorSum;
import io.sordino.engine.sample.Batch;
import io.sordino.engine.sample.PoissonSampler;
import io.sordino.engine.sample.Sampling;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.noise.RandomSource;
import io.sordino.plan.Plans;

/** Batches for a training loop of your own. Who draws them also counts them, so that the plan is that of what was run. */
public final class AccountForBatches {
    private AccountForBatches() {}

    public static void main(String[] arguments) {
        int records = 10_000;
        double clip = 1;
        Gaussian noise = new Gaussian(1.1);
        PoissonSampler sampler = new PoissonSampler(records, 0.01);
        RandomSource random = RandomSource.secure();
        Sampling sampling = sampler.start(random);
        double[] weights = new double[2];
        for (int step = 0; step < 100; step++) {
            Batch batch = sampling.next();
            VectorSum sum = new VectorSum(weights.length, clip);
            for (int i = 0; i < batch.size(); i++) sum.add(gradient(batch.record(i), weights));
            Release<double[]> noisy = sum.release(noise, random);
            // divided by a public number, never by the size of the batch
            for (int j = 0; j < weights.length; j++) weights[j] -= noisy.value()[j] / sampler.expectedSize();
        }
        Mechanism plan = sampling.plan(noise);
        System.out.println("ran " + Plans.print(plan));
        System.out.printf(
                "epsilon is at most %s at delta = 1e-5, for neighbours of %s%n",
                Outwards.up(Privacy.of(plan)
                        .under(sampler.relation())
                        .epsilon(1e-5)
                        .epsilon()
                        .upper()),
                sampler.relation().label());
        System.out.printf("weights %.1f and %.1f%n", weights[0], weights[1]);
    }

    /** Every record pulls towards a point of its own; their mean is (3, -3). */
    private static double[] gradient(int record, double[] weights) {
        double shift = (record % 5 - 2) / 10.0;
        return new double[] {weights[0] - 3 + shift, weights[1] + 3 - shift};
    }
}
