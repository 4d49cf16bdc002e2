package io.sordino.spark;

import io.sordino.reports.Analysis;
import io.sordino.reports.BatchCluster;
import java.util.List;
import java.util.Map;

/** Spark as {@code analyze} knows it. */
public final class SparkBatches implements BatchCluster {
    @Override
    public List<Analysis.Counted> count(
            String master, String campaign, Map<Integer, byte[]> secrets, List<String> batches) {
        try (Sessions session = Sessions.at(master)) {
            return SparkReports.count(session.session(), campaign, secrets, batches);
        }
    }
}
