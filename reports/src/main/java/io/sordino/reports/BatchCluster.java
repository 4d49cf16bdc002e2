package io.sordino.reports;

import java.util.List;
import java.util.Map;

/** Other machines that open and count batches; found as a service where its module is on the class path. */
public interface BatchCluster {
    /**
     * Counts each batch.
     *
     * @param master where the machines are
     * @param campaign the text of the campaign
     * @param secrets of the analyzer; they travel to the machines
     * @param batches files that every machine can read
     */
    List<Analysis.Counted> count(String master, String campaign, Map<Integer, byte[]> secrets, List<String> batches);
}
