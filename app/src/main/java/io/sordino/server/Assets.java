package io.sordino.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;

/** The files of the page, from the jar. */
final class Assets {
    private static final Pattern NAME = Pattern.compile("/(?:[a-z0-9-]+/)*[a-z0-9-]+\\.[a-z]+");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "json", "application/json");
    private static final Map<String, String> ROOMS =
            Map.of("/", "/index.html", "/shuffle", "/shuffle.html", "/last-iterate", "/last-iterate.html");

    /** Only names that exist, so that no client can fill it. */
    private final Map<String, Asset> loaded = new ConcurrentHashMap<>();

    /** A file, as it is and compressed. */
    private static final class Asset {
        private final String type;
        private final byte[] plain;
        private final byte[] compressed;
        private final String tag;

        Asset(String type, byte[] plain) {
            this.type = type;
            this.plain = plain;
            compressed = gzip(plain);
            CRC32 sum = new CRC32();
            sum.update(plain);
            tag = "\"" + Long.toHexString(sum.getValue()) + "-" + plain.length + "\"";
        }
    }

    /**
     * @param encodings what the client accepts
     * @param known the version that the client has
     */
    Optional<Reply> get(String path, String encodings, String known) {
        String name = ROOMS.getOrDefault(path, path);
        Optional<Asset> found = Optional.ofNullable(loaded.get(name)).or(() -> load(name));
        found.ifPresent(asset -> loaded.put(name, asset));
        return found.map(asset -> reply(asset, encodings, known));
    }

    private static Reply reply(Asset asset, String encodings, String known) {
        Map<String, String> headers = new HashMap<>();
        headers.put("ETag", asset.tag);
        headers.put("Cache-Control", "no-cache");
        headers.put("Vary", "Accept-Encoding");
        if (known.equals(asset.tag)) return Reply.of(304, asset.type, new byte[0], headers);
        if (!encodings.contains("gzip")) return Reply.of(200, asset.type, asset.plain, headers);
        headers.put("Content-Encoding", "gzip");
        return Reply.of(200, asset.type, asset.compressed, headers);
    }

    private static Optional<Asset> load(String name) {
        String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "");
        if (type.isEmpty() || !NAME.matcher(name).matches()) return Optional.empty();
        try (InputStream in = Assets.class.getResourceAsStream("/web" + name)) {
            return in == null ? Optional.empty() : Optional.of(new Asset(type, in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
