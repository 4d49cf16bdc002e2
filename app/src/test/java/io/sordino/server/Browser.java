package io.sordino.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A real Chromium without a window, driven by its debugging protocol. */
final class Browser implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    /** What never comes true; no test is about how soon. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final int MOST_LOOKS = 6000;

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requested = new CopyOnWriteArrayList<>();
    private final StringBuilder partial = new StringBuilder();
    private int calls;

    /** Where a browser is, if there is one. */
    static Optional<Path> installed() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    Browser(Path executable) throws IOException, InterruptedException, ExecutionException, TimeoutException {
        profile = Files.createTempDirectory("sordino-browser");
        process = new ProcessBuilder(
                        executable.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--force-device-scale-factor=1",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        int port = port();
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(page(port), new Listener())
                .get(20, TimeUnit.SECONDS);
        for (String domain : List.of("Page", "Runtime", "Log", "Network"))
            call(domain + ".enable", MAPPER.createObjectNode());
        call("Network.setCacheDisabled", MAPPER.createObjectNode().put("cacheDisabled", true));
    }

    private int port() throws IOException, InterruptedException {
        Path file = profile.resolve("DevToolsActivePort");
        // a machine that builds may take its time: what ends the wait is the end of the process
        while (process.isAlive()) {
            if (Files.exists(file)) {
                List<String> lines = Files.readAllLines(file);
                if (lines.size() >= 2) return Integer.parseInt(lines.get(0));
            }
            Thread.sleep(50);
        }
        throw new IOException("the browser did not start");
    }

    private static URI page(int port) throws IOException, InterruptedException {
        for (int i = 0; i < MOST_LOOKS; i++) {
            JsonNode targets = MAPPER.readTree(
                    URI.create("http://127.0.0.1:" + port + "/json/list").toURL());
            for (JsonNode target : targets)
                if (target.path("type").asText().equals("page"))
                    return URI.create(target.path("webSocketDebuggerUrl").asText());
            Thread.sleep(50);
        }
        throw new IOException("the browser has no page");
    }

    private final class Listener implements WebSocket.Listener {
        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            partial.append(data);
            if (last) {
                try {
                    heard(MAPPER.readTree(partial.toString()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                partial.setLength(0);
            }
            webSocket.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }

    private void heard(JsonNode message) {
        if (message.has("id")) {
            CompletableFuture<JsonNode> answer =
                    waiting.remove(message.path("id").asInt());
            if (answer != null) answer.complete(message);
            return;
        }
        JsonNode params = message.path("params");
        switch (message.path("method").asText()) {
            case "Runtime.exceptionThrown" ->
                complaints.add(params.path("exceptionDetails").toString());
            case "Runtime.consoleAPICalled" -> {
                if (List.of("error", "warning").contains(params.path("type").asText()))
                    complaints.add(params.path("args").toString());
            }
            case "Log.entryAdded" -> {
                if (List.of("error", "warning")
                        .contains(params.path("entry").path("level").asText()))
                    complaints.add(params.path("entry").toString());
            }
            case "Network.requestWillBeSent" ->
                requested.add(params.path("request").path("url").asText());
            default -> {
                // the rest is of no interest
            }
        }
    }

    private synchronized JsonNode call(String method, ObjectNode params) {
        int id = ++calls;
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        ObjectNode message = MAPPER.createObjectNode().put("id", id).put("method", method);
        message.set("params", params);
        try {
            socket.sendText(message.toString(), true).get(20, TimeUnit.SECONDS);
            JsonNode heard = answer.get(60, TimeUnit.SECONDS);
            if (heard.has("error")) throw new AssertionError(method + ": " + heard.path("error"));
            return heard.path("result");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(method, e);
        }
    }

    void open(String url) {
        // from an empty page, so that a new fragment is a new page as well
        call("Page.navigate", MAPPER.createObjectNode().put("url", "about:blank"));
        await("location.href === 'about:blank'");
        call("Page.navigate", MAPPER.createObjectNode().put("url", url));
        await("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /** The value of an expression, or of the promise that it gives. */
    JsonNode value(String expression) {
        JsonNode result = call(
                "Runtime.evaluate",
                MAPPER.createObjectNode()
                        .put("expression", expression)
                        .put("awaitPromise", true)
                        .put("userGesture", true)
                        .put("returnByValue", true));
        if (result.has("exceptionDetails"))
            throw new AssertionError(expression + " -> " + result.path("exceptionDetails"));
        return result.path("result").path("value");
    }

    void await(String condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!value("Boolean(" + condition + ")").asBoolean()) {
            if (System.nanoTime() > end) throw new AssertionError("never true: " + condition);
            try {
                Thread.sleep(25);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }

    /** Types over what a field holds. */
    void fill(String selector, String text) {
        value("(() => { const e = document.querySelector(" + quoted(selector) + "); e.focus(); e.value = "
                + quoted(text) + "; e.dispatchEvent(new Event('input', {bubbles: true})); })()");
    }

    void click(String selector) {
        value("document.querySelector(" + quoted(selector) + ").click()");
    }

    /** Presses a key where the focus is. */
    void press(String key, int code) {
        for (String type : List.of("keyDown", "keyUp"))
            call(
                    "Input.dispatchKeyEvent",
                    MAPPER.createObjectNode()
                            .put("type", type)
                            .put("key", key)
                            .put("code", key)
                            .put("windowsVirtualKeyCode", code));
    }

    void resize(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                MAPPER.createObjectNode()
                        .put("width", width)
                        .put("height", height)
                        .put("deviceScaleFactor", 1)
                        .put("mobile", false));
    }

    void dark(boolean dark) {
        ObjectNode params = MAPPER.createObjectNode();
        params.putArray("features")
                .addObject()
                .put("name", "prefers-color-scheme")
                .put("value", dark ? "dark" : "light");
        call("Emulation.setEmulatedMedia", params);
    }

    /** In WebP, which keeps words sharp in a third of the space; the page from its top, down to so many pixels. */
    byte[] screenshot(int most) {
        JsonNode page = call("Page.getLayoutMetrics", MAPPER.createObjectNode()).path("cssContentSize");
        ObjectNode params = MAPPER.createObjectNode()
                .put("format", "webp")
                .put("quality", 80)
                .put("captureBeyondViewport", true);
        params.putObject("clip")
                .put("x", 0)
                .put("y", 0)
                .put("width", page.path("width").asDouble())
                .put("height", Math.min(most, page.path("height").asDouble()))
                .put("scale", 1);
        return Base64.getDecoder()
                .decode(call("Page.captureScreenshot", params).path("data").asText());
    }

    static String quoted(String text) {
        return MAPPER.valueToTree(text).toString();
    }

    /** What the console said since the last look. */
    List<String> complaints() {
        List<String> all = new ArrayList<>(complaints);
        complaints.clear();
        return all;
    }

    /** What was asked of the network since the last look. */
    List<String> requested() {
        List<String> all = new ArrayList<>(requested);
        requested.clear();
        return all;
    }

    @Override
    public void close() throws InterruptedException {
        socket.abort();
        List<ProcessHandle> helpers = process.descendants().toList();
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) process.destroyForcibly().waitFor();
        helpers.forEach(ProcessHandle::destroyForcibly);
        // its helpers may write to the profile for a moment longer
        for (int attempt = 0; attempt < 50 && !profileIsGone(); attempt++) Thread.sleep(100);
    }

    private boolean profileIsGone() {
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
            return true;
        } catch (IOException | UncheckedIOException stillWritten) {
            return false;
        }
    }
}
