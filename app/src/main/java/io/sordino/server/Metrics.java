package io.sordino.server;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts requests and their times, in the text format that Prometheus reads. */
final class Metrics {
    private static final double[] BOUNDS = {0.001, 0.005, 0.025, 0.1, 0.5, 1, 2, 5};

    private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();
    private final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
    private final LongAdder nanoseconds = new LongAdder();

    Metrics() {
        for (int i = 0; i < buckets.length; i++) buckets[i] = new LongAdder();
    }

    /** @param route one of few names, never what a client wrote */
    void count(String route, int status, long took) {
        String labels = "route=\"" + route + "\",status=\"" + status + "\"";
        requests.computeIfAbsent(labels, name -> new LongAdder()).increment();
        nanoseconds.add(took);
        int bucket = 0;
        while (bucket < BOUNDS.length && took / 1e9 > BOUNDS[bucket]) bucket++;
        buckets[bucket].increment();
    }

    String text() {
        StringBuilder text = new StringBuilder("# HELP sordino_requests_total Requests answered.\n");
        text.append("# TYPE sordino_requests_total counter\n");
        requests.forEach((labels, count) -> text.append("sordino_requests_total{")
                .append(labels)
                .append("} ")
                .append(count.sum())
                .append('\n'));
        text.append("# HELP sordino_request_seconds How long requests took.\n");
        text.append("# TYPE sordino_request_seconds histogram\n");
        long sum = 0;
        for (int i = 0; i < buckets.length; i++) {
            sum += buckets[i].sum();
            String bound = i < BOUNDS.length ? String.valueOf(BOUNDS[i]) : "+Inf";
            text.append("sordino_request_seconds_bucket{le=\"")
                    .append(bound)
                    .append("\"} ")
                    .append(sum)
                    .append('\n');
        }
        text.append(String.format(Locale.ROOT, "sordino_request_seconds_sum %.6f\n", nanoseconds.sum() / 1e9));
        text.append("sordino_request_seconds_count ").append(sum).append('\n');
        Runtime runtime = Runtime.getRuntime();
        text.append(
                "# HELP sordino_memory_bytes Memory in use.\n# TYPE sordino_memory_bytes gauge\nsordino_memory_bytes ");
        return text.append(runtime.totalMemory() - runtime.freeMemory())
                .append('\n')
                .toString();
    }
}
