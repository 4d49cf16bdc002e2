package io.sordino.table.duck;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;
import org.duckdb.DuckDBPreparedStatement;

/** A statement that says how far it has come, from a thread of its own. */
final class Watched implements AutoCloseable {
    private static final long MILLISECONDS = 200;

    private final Statement statement;
    private final DoubleConsumer watcher;

    Watched(Statement statement, DoubleConsumer watcher) {
        this.statement = statement;
        this.watcher = watcher;
    }

    /** Without anybody who watches. */
    Statement plain() {
        return statement;
    }

    ResultSet query(String sql) throws SQLException {
        CountDownLatch done = new CountDownLatch(1);
        Thread thread = new Thread(() -> watch(done), "progress");
        thread.setDaemon(true);
        thread.start();
        try {
            return statement.executeQuery(sql);
        } finally {
            done.countDown();
        }
    }

    private void watch(CountDownLatch done) {
        try {
            while (!done.await(MILLISECONDS, TimeUnit.MILLISECONDS))
                if (statement instanceof DuckDBPreparedStatement duck) {
                    double percent = duck.getQueryProgress().getPercentage();
                    if (percent >= 0) watcher.accept(percent / 100);
                }
        } catch (SQLException e) {
            // the statement has just ended, or says nothing: nobody depends on it
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
