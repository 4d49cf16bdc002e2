package io.sordino.cli.train;

import io.sordino.cli.Clusters;
import io.sordino.cli.CommandException;
import io.sordino.train.Recipe;
import io.sordino.train.gradient.RecordCluster;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Records that are on other machines. */
final class ClusterOptions {
    @Option(
            names = "--spark",
            paramLabel = "MASTER",
            description =
                    "Trains on Spark, such as local[2] or spark://host:7077, with the weights of one machine: --data is then a Parquet file, a folder of them or a table. The launcher fetches Spark once (280 MB); inside spark-submit write 'submitted'.")
    private Optional<String> spark = Optional.empty();

    @Option(
            names = "--number",
            paramLabel = "COLUMN",
            description = "With --spark: the column that numbers the records 0, 1, 2, ..., by which batches are drawn.")
    private Optional<String> number = Optional.empty();

    boolean isPresent() {
        return spark.isPresent();
    }

    String number() {
        return number.orElseThrow();
    }

    /** Refuses what sums of gradients do not suffice for, before anything is started. */
    void check(Optional<Recipe.Kind> kind, boolean findsBounds, boolean looksAtRecords) {
        if (number.isPresent() != spark.isPresent())
            throw CommandException.invalid(
                    "--spark and --number go together",
                    "name the column that numbers the records, 0, 1, 2, ..., or leave both out");
        if (!isPresent()) return;
        if (kind.map(Recipe.Kind::isLastIterate).orElse(false))
            throw CommandException.invalid(
                    "a guarantee for the last iterate alone needs the records here: its gradients are not added up on a grid",
                    "choose --sampling full, poisson or allocation, or leave --spark out");
        if (findsBounds)
            throw CommandException.invalid(
                    "--find-bounds needs the records here", "give bounds that are public, or leave --spark out");
        if (looksAtRecords)
            throw CommandException.invalid(
                    "--show-loss, --show-constants and --show-misfits need the records here",
                    "leave them or --spark out");
    }

    RecordCluster.Opened open(String data) {
        return Clusters.find(RecordCluster.class).open(spark.orElseThrow(), data);
    }
}
