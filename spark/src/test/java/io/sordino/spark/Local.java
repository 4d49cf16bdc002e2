package io.sordino.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** The one session of all tests: two threads, and tasks that may fail three times. */
final class Local {
    /** Where Spark keeps its event log. */
    static final Path EVENTS = folder("events");

    static final SparkSession SESSION = session();

    private Local() {}

    private static Path folder(String name) {
        try {
            return Files.createTempDirectory("sordino-" + name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SparkSession session() {
        SparkSession session = SparkSession.builder()
                .master("local[2, 4]")
                .appName("tests")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 3)
                .config("spark.sql.codegen.wholeStage", false)
                .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                .config("spark.sql.warehouse.dir", folder("warehouse").toUri().toString())
                .config("spark.local.dir", folder("local").toString())
                .config("spark.eventLog.enabled", true)
                .config("spark.eventLog.compress", false)
                .config("spark.eventLog.rolling.enabled", false)
                .config("spark.eventLog.dir", EVENTS.toUri().toString())
                .config("spark.speculation", true)
                .config("spark.speculation.multiplier", 1.0)
                .config("spark.speculation.quantile", 0.1)
                .config("spark.speculation.minTaskRuntime", "10ms")
                .config("spark.speculation.interval", "10ms")
                .getOrCreate();
        session.sparkContext().setLogLevel("OFF");
        return session;
    }

    /** Does something under other settings, and puts the old ones back. */
    static <T> T with(Settings settings, java.util.function.Supplier<T> work) {
        settings.apply();
        try {
            return work.get();
        } finally {
            Settings.USUAL.apply();
        }
    }

    /** What a session may be told. */
    record Settings(boolean adaptive, boolean ansi, boolean codegen, int partitions) {
        static final Settings USUAL = new Settings(true, true, false, 3);

        void apply() {
            SESSION.conf().set("spark.sql.adaptive.enabled", adaptive);
            SESSION.conf().set("spark.sql.ansi.enabled", ansi);
            SESSION.conf().set("spark.sql.codegen.wholeStage", codegen);
            SESSION.conf().set("spark.sql.codegen.factoryMode", codegen ? "FALLBACK" : "NO_CODEGEN");
            SESSION.conf().set("spark.sql.shuffle.partitions", partitions);
        }
    }
}
