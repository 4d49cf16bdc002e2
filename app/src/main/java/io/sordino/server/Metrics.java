package io.sordino.server;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Counts requests and their times, in the text format that Prometheus reads. */
final class Metrics {
    private static final double[] BOUNDS = {0.001, 0.005, 0.025, 0.05, 0.1, 0.3, 0.5, 1, 2, 5, 10};

    private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();
    private final Map<String, Times> times = new ConcurrentSkipListMap<>();
    private final Map<String, Gauge> gauges = new LinkedHashMap<>();
    private final LongAdder inFlight = new LongAdder();

    private record Gauge(String help, Map<String, LongSupplier> values) {}

    /** How long one route took. */
    private static final class Times {
        private final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
        private final LongAdder nanoseconds = new LongAdder();

        Times() {
            for (int i = 0; i < buckets.length; i++) buckets[i] = new LongAdder();
        }

        void count(long took) {
            nanoseconds.add(took);
            int bucket = 0;
            while (bucket < BOUNDS.length && took / 1e9 > BOUNDS[bucket]) bucket++;
            buckets[bucket].increment();
        }

        void write(String route, StringBuilder text) {
            long sum = 0;
            String name = "sordino_request_seconds";
            for (int i = 0; i < buckets.length; i++) {
                sum += buckets[i].sum();
                String bound = i < BOUNDS.length ? String.valueOf(BOUNDS[i]) : "+Inf";
                line(name + "_bucket{route=\"" + route + "\",le=\"" + bound + "\"}", String.valueOf(sum), text);
            }
            String seconds = String.format(Locale.ROOT, "%.6f", nanoseconds.sum() / 1e9);
            line(name + "_sum{route=\"" + route + "\"}", seconds, text);
            line(name + "_count{route=\"" + route + "\"}", String.valueOf(sum), text);
        }
    }

    /** Before the server starts: what is read whenever somebody looks, under labels such as {@code {lane="small"}}. */
    void gauge(String name, String help, Map<String, LongSupplier> values) {
        gauges.put(name, new Gauge(help, values));
    }

    void begin() {
        inFlight.increment();
    }

    void end() {
        inFlight.decrement();
    }

    long inFlight() {
        return inFlight.sum();
    }

    /** @param route one of few names, never what a client wrote */
    void count(String route, int status, long took) {
        String labels = "route=\"" + route + "\",status=\"" + status + "\"";
        requests.computeIfAbsent(labels, name -> new LongAdder()).increment();
        times.computeIfAbsent(route, name -> new Times()).count(took);
    }

    String text() {
        StringBuilder text = new StringBuilder();
        head("sordino_requests_total", "Requests answered.", "counter", text);
        requests.forEach(
                (labels, count) -> line("sordino_requests_total{" + labels + "}", String.valueOf(count.sum()), text));
        head(
                "sordino_request_seconds",
                "How long requests took, from their first line to the last byte sent.",
                "histogram",
                text);
        times.forEach((route, one) -> one.write(route, text));
        head("sordino_requests_in_flight", "Requests that are not answered yet.", "gauge", text);
        line("sordino_requests_in_flight", String.valueOf(inFlight()), text);
        gauges.forEach((name, gauge) -> {
            head(name, gauge.help, "gauge", text);
            gauge.values.forEach((labels, value) -> line(name + labels, String.valueOf(value.getAsLong()), text));
        });
        return text.toString();
    }

    private static void head(String name, String help, String type, StringBuilder text) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static void line(String name, String value, StringBuilder text) {
        text.append(name).append(' ').append(value).append('\n');
    }
}
