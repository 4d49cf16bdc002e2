package io.sordino.server;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Refuses what a page of another site makes a browser send.
 *
 * <p>A site can point its own name at this machine and so be of the same origin; but the browser then sends that name as Host. A site
 * can also send requests across origins; browsers then say Origin or Sec-Fetch-Site. Programs that are no browsers send neither.
 */
final class Guard {
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]+]");

    private final Set<String> names;
    private final boolean anyAddress;

    /**
     * @param names under which clients know this server
     * @param anyAddress whether it is also known by a bare address, which no site can point elsewhere
     */
    Guard(Set<String> names, boolean anyAddress) {
        this.names = Stream.concat(LOCAL.stream(), names.stream())
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
        this.anyAddress = anyAddress;
    }

    /**
     * @param header the value of a header, empty if it is not there
     * @param room whether a page is asked for, to which other sites may link
     */
    Optional<Reply> refusal(UnaryOperator<String> header, String method, boolean room) {
        String host = header.apply("Host").toLowerCase(Locale.ROOT);
        if (!isOurs(host))
            return Optional.of(Refusals.invalid(
                    421,
                    "the Host header names another server",
                    "use the address that the server printed, or tell it its name with --name"));
        String origin = header.apply("Origin").toLowerCase(Locale.ROOT);
        if (!origin.isEmpty() && !(origin.equals("http://" + host) || origin.equals("https://" + host)))
            return Optional.of(foreign());
        String site = header.apply("Sec-Fetch-Site").toLowerCase(Locale.ROOT);
        boolean own = site.isEmpty() || site.equals("same-origin") || site.equals("none");
        return own || isLink(header, method, room) ? Optional.empty() : Optional.of(foreign());
    }

    /** Whether somebody follows a link, so that no script of the other site sees the answer. */
    private static boolean isLink(UnaryOperator<String> header, String method, boolean room) {
        return room
                && method.equals("GET")
                && header.apply("Sec-Fetch-Mode").equals("navigate")
                && header.apply("Sec-Fetch-Dest").equals("document");
    }

    private boolean isOurs(String host) {
        // HTTP/1.0 has none, and no browser speaks it
        if (host.isEmpty()) return true;
        String name = host.replaceFirst(":\\d*$", "");
        return names.contains(name) || (anyAddress && ADDRESS.matcher(name).matches());
    }

    private static Reply foreign() {
        return Refusals.invalid(
                403,
                "the request comes from a page of another site",
                "ask from the page of this server, or by program");
    }
}
