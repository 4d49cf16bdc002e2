package io.sordino.spark;

import java.util.function.DoubleConsumer;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Which share of the tasks that are known by now has ended. */
final class TaskShare extends SparkListener {
    private final DoubleConsumer watcher;
    private long known;
    private long done;

    TaskShare(DoubleConsumer watcher) {
        this.watcher = watcher;
    }

    @Override
    public synchronized void onStageSubmitted(SparkListenerStageSubmitted stage) {
        known += stage.stageInfo().numTasks();
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd task) {
        done++;
        // more stages may come
        watcher.accept(0.95 * Math.min(done, known) / Math.max(1, known));
    }
}
