package io.sordino.audit;

import io.sordino.engine.protocol.ShuffledReports;
import io.sordino.engine.protocol.Shuffler;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.SubsetSelection;
import io.sordino.noise.LocalSampler;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.List;

/** Shuffled local reports: the victim holds one of two values, all others hold the same one. */
final class ReportRunners {
    private ReportRunners() {}

    /** Others hold the second value, or one that is neither where there is one. */
    static List<Runner> shuffled(Shuffled m, int victims) {
        Mechanism law = m.randomizer();
        if (law instanceof LocalDp local)
            throw new InvalidException(
                    "local(" + local.epsilon() + ") names no randomizer that could be run",
                    "write for example shuffled(" + m.reports() + ", randomized_response(" + local.epsilon() + "))");
        if (law instanceof Repeated bundle) return List.of(MessageRunners.bundled(m.reports(), bundle, victims));
        int n = SchemeRunners.size("reports", m.reports());
        int values = valuesOf(law);
        LocalSampler sampler = LocalSampler.of(law, values);
        // of numbers, 0 is the least and the last one the largest
        int first = values - 1;
        List<Runner> datasets = new ArrayList<>();
        datasets.add(among(0, first, 0, n, victims, sampler));
        if (values > 2) datasets.add(among(0, first, 1, n, victims, sampler));
        return datasets;
    }

    /** One report on its own; who is absent reports as the second one would. */
    static Runner one(Mechanism law, Neighbours neighbours) {
        int values = valuesOf(law);
        LocalSampler sampler = LocalSampler.of(law, values);
        int largest = values - 1;
        return (copies, first, random) -> {
            long report = sampler.report(first && copies > 0 ? largest : 0, random);
            return Evidence.of(sampler.logLikelihood(largest, report) - sampler.logLikelihood(0, report), 0);
        };
    }

    private static int valuesOf(Mechanism law) {
        boolean two = (law instanceof RandomizedResponse response && response.k() == 2)
                || (law instanceof SubsetSelection subset && subset.d() == 2);
        return two ? 2 : 3;
    }

    private static Runner among(int second, int first, int others, int n, int victims, LocalSampler sampler) {
        int changed = Math.min(victims, n);
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean isFirst, RandomSource random) {
                long[] reports = new long[n];
                int held = isFirst && copies > 0 ? first : second;
                for (int i = 0; i < n; i++) reports[i] = sampler.report(i < changed ? held : others, random);
                ShuffledReports shuffled = new Shuffler(random).shuffle(reports);
                double forFirst = 0;
                double forSecond = 0;
                // any of the reports may be the victim's
                for (int i = 0; i < n; i++) {
                    long report = shuffled.report(i);
                    double rest = sampler.logLikelihood(others, report);
                    forFirst += exp(sampler.logLikelihood(first, report) - rest);
                    forSecond += exp(sampler.logLikelihood(second, report) - rest);
                }
                return Evidence.of(Math.log(forFirst / n), Math.log(forSecond / n));
            }

            @Override
            public double cost() {
                return 4.0 * n;
            }
        };
    }

    /** Most reports say nothing. */
    private static double exp(double log) {
        return log == 0 ? 1 : Math.exp(log);
    }
}
