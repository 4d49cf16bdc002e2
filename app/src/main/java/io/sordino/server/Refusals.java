package io.sordino.server;

import io.sordino.report.Failure;

/** What a client is told that cannot be served, whatever it asked. */
final class Refusals {
    private Refusals() {}

    static Reply stopping() {
        return limit(503, "the server is stopping", "ask again when it is back")
                .with("Retry-After", "5")
                .with("Connection", "close");
    }

    static Reply busy(int seconds) {
        return limit(503, "the server has more requests than it can answer", "ask again in " + seconds + " s")
                .with("Retry-After", String.valueOf(seconds));
    }

    static Reply late(int seconds) {
        return limit(
                        503,
                        "the request was not answered within " + Lanes.WALL_NANOSECONDS / 1_000_000_000L
                                + " s, which includes its wait",
                        "ask again in " + seconds + " s, or ask for a larger width")
                .with("Retry-After", String.valueOf(seconds));
    }

    static Reply overtaken() {
        return limit(429, "a later question was asked already", "ask again");
    }

    static Reply slow(String what) {
        return limit(408, what + " took too long to arrive", "send it in one piece")
                .with("Connection", "close");
    }

    static Reply large(int most) {
        return limit(
                        413,
                        "the body has more than " + most + " bytes",
                        "write repeated parts with a count, such as 1000 * gaussian(1)")
                .with("Connection", "close");
    }

    static Reply full() {
        return limit(503, "the server holds as many large bodies as it can", "ask again in 2 s")
                .with("Retry-After", "2")
                .with("Connection", "close");
    }

    static Reply invalid(int status, String message, String remedy) {
        return Reply.refused(status, Failure.invalid(message, remedy));
    }

    private static Reply limit(int status, String message, String remedy) {
        return Reply.refused(status, new Failure(Failure.Kind.LIMIT, message, remedy));
    }
}
