package io.sordino.server.budget;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.ledger.store.Chain;
import io.sordino.refusal.InvalidException;
import io.sordino.report.text.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Who may do what: a line of JSON for everybody, with the hash of a token that only they have. */
public final class Tokens {
    private static final String BEARER = "bearer ";

    private final Map<String, Holder> byHash;
    private final Optional<Holder> everybody;

    /**
     * Somebody with a token.
     *
     * @param budgets to which it is good; all where it is empty
     */
    public record Holder(String name, Role role, List<String> budgets) {
        public Holder {
            // what follows the first colon of a note is the note of the one whose name stands before it
            if (name.contains(":"))
                throw new InvalidException(
                        "the name of a token has no colon, was '" + name + "'", "choose another name");
            budgets = List.copyOf(budgets);
        }

        /** The note of this one's requests. */
        String noted(String note) {
            return note.isEmpty() ? name : name + ": " + note;
        }

        /** Whether a request with this note was this one's. */
        boolean asked(String note) {
            return note.equals(name) || note.startsWith(name + ": ");
        }

        boolean mayTouch(String budget) {
            return budgets.isEmpty() || budgets.contains(budget);
        }
    }

    private Tokens(Map<String, Holder> byHash, Optional<Holder> everybody) {
        this.byHash = byHash;
        this.everybody = everybody;
    }

    /** Everybody may look, and nobody may spend: for those who sit at the machine. */
    public static Tokens lookOnly() {
        return new Tokens(Map.of(), Optional.of(new Holder("", Role.LOOK, List.of())));
    }

    /** Of a file's text. */
    public static Tokens of(String text) {
        Map<String, Holder> byHash = new HashMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank()) continue;
            Holder holder;
            String hash;
            try {
                JsonNode read = Json.read(line);
                List<String> budgets = new ArrayList<>();
                read.path("budgets").forEach(budget -> budgets.add(budget.asText()));
                holder = new Holder(
                        read.path("name").asText(), Role.of(read.path("role").asText()), budgets);
                hash = read.path("sha256").asText();
            } catch (JacksonException e) {
                throw wrong(number);
            }
            if (!(hash.matches("[0-9a-f]{64}") && !holder.name.isBlank())) throw wrong(number);
            if (byHash.put(hash, holder) != null)
                throw new InvalidException("line " + number + " of the tokens has a token of another line");
        }
        if (byHash.isEmpty())
            throw new InvalidException(
                    "there is no token in the file", "make one: sordino ledger token --tokens FILE ...");
        return new Tokens(byHash, Optional.empty());
    }

    private static InvalidException wrong(int number) {
        return new InvalidException(
                "line " + number + " of the tokens is not {\"name\": .., \"role\": .., \"sha256\": ..}",
                "let sordino ledger token write it");
    }

    /** A token that nobody has; it is told once, and only its hash is kept. */
    public static String fresh() {
        // twice 122 bits of the system's generator for secrets
        String two = UUID.randomUUID().toString() + UUID.randomUUID();
        return "sordino-" + two.replace("-", "");
    }

    /** The line that lets a token in. */
    public static String line(Holder holder, String token) {
        ObjectNode line = Json.object();
        line.put("name", holder.name);
        line.put("role", holder.role.label());
        line.put("sha256", hash(token));
        if (!holder.budgets.isEmpty()) holder.budgets.forEach(line.putArray("budgets")::add);
        return Json.text(line);
    }

    private static String hash(String token) {
        return Chain.of(token.getBytes(StandardCharsets.UTF_8));
    }

    /** Who sends this header; empty where nobody is known by it. */
    Optional<Holder> holder(String authorization) {
        if (everybody.isPresent()) return everybody;
        if (!authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) return Optional.empty();
        return Optional.ofNullable(
                byHash.get(hash(authorization.substring(BEARER.length()).strip())));
    }
}
