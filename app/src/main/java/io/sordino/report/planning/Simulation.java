package io.sordino.report.planning;

import io.sordino.engine.Estimate;
import io.sordino.engine.Release;
import io.sordino.engine.protocol.ResponseProtocol;
import io.sordino.engine.protocol.SumProtocol;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongConsumer;

/** One run of a protocol on data that were made up, so that the truth is known. */
public record Simulation(
        String protocol,
        int clients,
        List<Double> truths,
        List<Estimate> estimates,
        Mechanism plan,
        Relation relation) {
    /** In a count, so many of ten clients hold a one. */
    private static final int ONES_IN_TEN = 3;

    public Simulation {
        truths = List.copyOf(truths);
        estimates = List.copyOf(estimates);
    }

    /** Three of ten hold a one; of more values, each is held by half as many as the one before. */
    public static Simulation histogram(
            ResponseProtocol protocol, int clients, double confidence, RandomSource random, LongConsumer progress) {
        int k = (int) protocol.law().k();
        int[] ends = new int[k];
        double[] truth = new double[k];
        int left = clients;
        for (int value = 0; value < k; value++) {
            int share = value == k - 1 ? left : k == 2 ? clients - (int) ((long) clients * ONES_IN_TEN / 10) : left / 2;
            truth[value] = share;
            left -= share;
            ends[value] = clients - left;
        }
        Release<List<Estimate>> release = protocol.run(clients, i -> held(i, ends), confidence, random, progress);
        List<Double> truths = new ArrayList<>();
        for (int value = k == 2 ? 1 : 0; value < k; value++) truths.add(truth[value]);
        List<Estimate> estimates = k == 2 ? release.value().subList(1, 2) : release.value();
        return new Simulation(
                k == 2 ? "count" : "histogram", clients, truths, estimates, release.plan(), release.relation());
    }

    /** The first value whose clients end beyond this one. */
    private static int held(int client, int[] ends) {
        int low = 0;
        int high = ends.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (client < ends[middle]) high = middle;
            else low = middle + 1;
        }
        return low;
    }

    /** Numbers spread evenly over [0, 1]. */
    public static Simulation sum(
            SumProtocol protocol, int clients, double confidence, RandomSource random, LongConsumer progress) {
        IntToDoubleFunction value = i -> (i + 0.5) / clients;
        double truth = 0;
        for (int i = 0; i < clients; i++) truth += value.applyAsDouble(i);
        Release<Estimate> release = protocol.run(clients, value, confidence, random, progress);
        return new Simulation(
                "sum", clients, List.of(truth), List.of(release.value()), release.plan(), release.relation());
    }

    /** The largest distance of an estimate from its truth. */
    double error() {
        double most = 0;
        for (int i = 0; i < truths.size(); i++)
            most = Math.max(most, Math.abs(estimates.get(i).value() - truths.get(i)));
        return most;
    }
}
