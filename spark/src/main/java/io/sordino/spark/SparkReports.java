package io.sordino.spark;

import io.sordino.client.Campaign;
import io.sordino.reports.Analysis;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/**
 * Opens and counts batches of reports on a cluster, a task for each file: the digest at a file's end is of all of it, so that one machine reads it from its beginning. What is
 * counted is what {@link Analysis} counts.
 */
public final class SparkReports {
    private SparkReports() {}

    /**
     * Counts each batch.
     *
     * @param campaign the text of the campaign
     * @param secrets of the analyzer; they travel to the executors
     * @param batches files that every machine can read
     */
    public static List<Analysis.Counted> count(
            SparkSession session, String campaign, Map<Integer, byte[]> secrets, List<String> batches) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
        Opener opener = new Opener(campaign, new HashMap<>(secrets));
        List<Told<Numbers>> told;
        try {
            told = context.parallelize(batches, Math.max(1, batches.size()))
                    .map(opener::told)
                    .collect();
        } catch (Exception e) {
            // Spark throws what it does not declare
            throw SparkEngine.failed(session, "count the batches");
        }
        return told.stream().map(Told::value).map(Numbers::counted).toList();
    }

    /** What all batches of one day say together. A guarantee is one of each batch alone: clients of one batch do not hide those of another. */
    public static Map<Integer, Analysis.Counted> byDay(List<Analysis.Counted> batches) {
        Map<Integer, Analysis.Counted> days = new HashMap<>();
        for (Analysis.Counted one : batches) days.merge(one.day(), one, SparkReports::sum);
        return days;
    }

    private static Analysis.Counted sum(Analysis.Counted one, Analysis.Counted other) {
        List<Long> supports = new ArrayList<>();
        for (int i = 0; i < one.supports().size(); i++)
            supports.add(one.supports().get(i) + other.supports().get(i));
        return new Analysis.Counted(
                one.day(),
                one.clients() + other.clients(),
                one.reports() + other.reports(),
                one.refused() + other.refused(),
                supports);
    }

    /** As it travels back: sums alone. */
    private record Numbers(int day, long clients, long reports, long refused, ArrayList<Long> supports)
            implements Serializable {
        Analysis.Counted counted() {
            return new Analysis.Counted(day, clients, reports, refused, supports);
        }
    }

    private static final class Opener implements Serializable {
        private static final long serialVersionUID = 1L;

        private final String campaign;
        private final HashMap<Integer, byte[]> secrets;

        Opener(String campaign, HashMap<Integer, byte[]> secrets) {
            this.campaign = campaign;
            this.secrets = secrets;
        }

        Told<Numbers> told(String batch) {
            return Told.by(() -> counted(batch));
        }

        private Numbers counted(String batch) {
            Path file = Path.of("");
            boolean copied = false;
            try {
                copied = batch.contains("://");
                file = copied ? copy(batch) : Path.of(batch);
                Analysis.Counted counted = new Analysis(Campaign.read(campaign), secrets, 1).of(file);
                return new Numbers(
                        counted.day(),
                        counted.clients(),
                        counted.reports(),
                        counted.refused(),
                        new ArrayList<>(counted.supports()));
            } catch (IOException e) {
                // tried again by Spark
                throw new UncheckedIOException(e);
            } finally {
                if (copied) file.toFile().delete();
            }
        }

        private static Path copy(String batch) throws IOException {
            org.apache.hadoop.fs.Path from = new org.apache.hadoop.fs.Path(batch);
            Path to = Files.createTempFile("batch", ".bin");
            try (InputStream in = from.getFileSystem(new Configuration()).open(from)) {
                Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
            }
            return to;
        }

        @Override
        public String toString() {
            return "Opener";
        }
    }
}
