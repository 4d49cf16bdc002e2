package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.client.Hex;
import io.sordino.client.Hpke;
import io.sordino.client.Refused;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A campaign as a file that three programs read, and beside it the analyzer's secret keys, which nobody else may have. */
public final class CampaignFile {
    private static final int LONGEST = 1_000_000;
    private static final List<String> NUMBERS =
            List.of("clients", "floor", "corrupt", "honest", "crowd_floor", "delta", "certified_epsilon");
    private static final List<String> TEXTS = List.of("question", "plan", "day_plan");

    private CampaignFile() {}

    /** The two texts of a new campaign. */
    public record Texts(String campaign, String secrets) {}

    /**
     * Of a planned way of answering, with a first key for all days.
     *
     * @param crowdFloor reports of crowds with fewer clients are left out of a batch
     */
    public static Texts of(Question question, Planner.Way way, boolean memoised, long crowdFloor, SecureRandom random) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("format", Campaign.FORMAT);
        words.put("id", "");
        words.put("question", question.text());
        words.put("values", question.values());
        if (question.numbers()) words.put("numbers", true);
        words.put("days", question.days());
        words.put("randomizer", way.words());
        words.put("memoised", memoised);
        words.put("device_answers", memoised ? 1 : question.days());
        words.put("clients", question.clients());
        words.put("floor", question.floor());
        words.put("corrupt", question.corruptClients());
        words.put("honest", question.honest());
        words.put("crowd_floor", crowdFloor);
        way.local().ifPresent(local -> {
            words.put("local_plan", Plans.print(local));
            words.put("local_epsilon", way.localEpsilon());
        });
        words.put("day_plan", Plans.print(way.day()));
        if (!way.guaranteesLocally()) words.put("slack", SeveralMessages.LEFT * question.delta());
        words.put("plan", Plans.print(way.campaign().mechanism()));
        words.put("epsilon", question.epsilon());
        words.put("delta", question.delta());
        words.put("certified_epsilon", way.campaign().epsilon().upper());
        byte[] secret = Hpke.newSecret(random);
        words.put("keys", List.of(key(1, 1, question.days(), secret)));
        words.put("id", Campaign.idOf(text(words)));
        Map<String, Object> secrets = new LinkedHashMap<>();
        secrets.put("campaign", String.valueOf(words.get("id")));
        secrets.put("1", Hex.write(secret));
        return new Texts(text(words), text(secrets));
    }

    private static Map<String, Object> key(int number, int from, int to, byte[] secret) {
        Map<String, Object> key = new LinkedHashMap<>();
        key.put("id", number);
        key.put("from_day", from);
        key.put("to_day", to);
        key.put("public", Hex.write(Hpke.publicKey(secret)));
        return key;
    }

    /** Reads a campaign, and looks whether all is there that one of the programs may ask for. */
    public static Campaign read(Path file) {
        Campaign campaign = parsed(content(file), file);
        for (String name : NUMBERS) Numbers.real(campaign, name);
        for (String name : TEXTS) text(campaign, name);
        if (campaign.says("local_plan")) text(campaign, "local_plan");
        if (campaign.says("local_epsilon")) Numbers.real(campaign, "local_epsilon");
        return campaign;
    }

    private static void text(Campaign campaign, String name) {
        if (!(campaign.says(name) && campaign.word(name) instanceof String))
            throw new InvalidException("the campaign has no text " + name, "plan the campaign again");
    }

    static Campaign parsed(String text, Path file) {
        try {
            return Campaign.read(text);
        } catch (Refused e) {
            throw new InvalidException(
                    "'" + file + "': " + e.getMessage(), "give a file that campaign plan has written", e);
        }
    }

    /** The analyzer's secrets of a campaign, by the numbers of the keys. */
    public static Map<Integer, byte[]> secrets(Path file, Campaign campaign) {
        Map<Integer, byte[]> found = new LinkedHashMap<>();
        String text = content(file);
        java.util.regex.Matcher fields = java.util.regex.Pattern.compile("\"(\\w+)\": *\"([0-9a-f]{64})\"")
                .matcher(text);
        String named = "";
        while (fields.find()) {
            if (fields.group(1).equals("campaign")) named = fields.group(2);
            else found.put(Integer.parseInt(fields.group(1)), Hex.read(fields.group(2), Hpke.KEY_BYTES));
        }
        if (!named.equals(Hex.write(campaign.id())))
            throw new InvalidException(
                    "'" + file + "' has the keys of another campaign",
                    "give the file that was written with the campaign");
        for (Campaign.Key key : campaign.keys())
            if (!(found.containsKey(key.number())
                    && java.util.Arrays.equals(Hpke.publicKey(found.get(key.number())), key.bytes())))
                throw new InvalidException(
                        "'" + file + "' lacks the secret of key " + key.number(), "give the newest file of keys");
        return found;
    }

    /** The two texts with one more key, used from this day on; reports of earlier days keep theirs. */
    public static Texts rotated(Path file, Path secretFile, int fromDay, SecureRandom random) {
        Campaign campaign = read(file);
        Map<Integer, byte[]> secrets = secrets(secretFile, campaign);
        if (!(fromDay >= 2 && fromDay <= campaign.days()))
            throw new InvalidException(
                    "a new key must start on a day in [2, " + campaign.days() + "], was " + fromDay,
                    "name a later day");
        int number =
                campaign.keys().stream().mapToInt(Campaign.Key::number).max().orElse(0) + 1;
        byte[] secret = Hpke.newSecret(random);
        List<Object> keys = new ArrayList<>();
        for (Campaign.Key old : campaign.keys()) {
            int last = 0;
            int first = 0;
            for (int day = 1; day <= campaign.days(); day++)
                if (old.covers(day)) {
                    if (first == 0) first = day;
                    last = day;
                }
            if (!(first < fromDay))
                throw new InvalidException(
                        "a key that starts on day " + first + " is there already", "name a later day");
            keys.add(key(old.number(), first, Math.min(last, fromDay - 1), found(secrets, old.number())));
        }
        keys.add(key(number, fromDay, campaign.days(), secret));
        String text = content(file);
        int at = text.indexOf("\"keys\":");
        StringBuilder out = new StringBuilder(text.substring(0, at)).append("\"keys\": ");
        write(keys, out);
        out.append("}\n");
        Map<String, Object> kept = new LinkedHashMap<>();
        kept.put("campaign", Hex.write(campaign.id()));
        secrets.forEach((id, bytes) -> kept.put(String.valueOf(id), Hex.write(bytes)));
        kept.put(String.valueOf(number), Hex.write(secret));
        Campaign.read(out.toString());
        return new Texts(out.toString(), text(kept));
    }

    private static byte[] found(Map<Integer, byte[]> secrets, int number) {
        return secrets.getOrDefault(number, new byte[0]);
    }

    public static String content(Path file) {
        try {
            if (Files.size(file) > LONGEST)
                throw new InvalidException("'" + file + "' is too long for a campaign", "check the name");
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new InvalidException("cannot read '" + file + "'", "check the name", e);
        }
    }

    private static String text(Map<String, Object> words) {
        StringBuilder out = new StringBuilder();
        write(words, out);
        return out.append('\n').toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> fields) {
            String separator = "{";
            for (Map.Entry<?, ?> field : fields.entrySet()) {
                out.append(separator);
                write(field.getKey(), out);
                out.append(": ");
                write(field.getValue(), out);
                separator = ", ";
            }
            out.append('}');
        } else if (value instanceof List<?> items) {
            String separator = "[";
            for (Object item : items) {
                out.append(separator);
                write(item, out);
                separator = ", ";
            }
            out.append(']');
        } else if (value instanceof Number || value instanceof Boolean) out.append(value);
        else out.append('"').append(escaped(String.valueOf(value))).append('"');
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < ' ') out.append(String.format(java.util.Locale.ROOT, "\\u%04x", (int) c));
            else out.append(c);
        }
        return out.toString();
    }
}
