package io.sordino.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The files of the page, from the jar. */
final class Assets {
    private static final Pattern NAME = Pattern.compile("/(?:[a-z0-9-]+/)*[a-z0-9-]+\\.[a-z]+");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "json", "application/json");
    /** The rooms of the page, and where they are. */
    private static final Map<String, String> ROOMS = Map.of(
            "/",
            "/index.html",
            "/shuffle",
            "/shuffle.html",
            "/last-iterate",
            "/last-iterate.html",
            "/budget",
            "/budget.html");

    /** Only names that exist, so that no client can fill it. */
    private final Map<String, Kept> loaded = new ConcurrentHashMap<>();

    static boolean isRoom(String path) {
        return ROOMS.containsKey(path) || ROOMS.containsValue(path);
    }

    Optional<Kept> get(String path) {
        String name = ROOMS.getOrDefault(path, path);
        Optional<Kept> found = Optional.ofNullable(loaded.get(name)).or(() -> load(name));
        found.ifPresent(asset -> loaded.put(name, asset));
        return found;
    }

    private static Optional<Kept> load(String name) {
        String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "");
        if (type.isEmpty() || !NAME.matcher(name).matches()) return Optional.empty();
        try (InputStream in = Assets.class.getResourceAsStream("/web" + name)) {
            return in == null ? Optional.empty() : Optional.of(new Kept(type, in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
