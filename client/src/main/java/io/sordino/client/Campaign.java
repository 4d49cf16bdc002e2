package io.sordino.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What devices, shuffler and analyzer agree on: a question, how it is answered, on how many days, among how many others, and for whose key
 * answers are sealed. Its id is a digest of all of it but the keys, which may be changed while it runs.
 */
public final class Campaign {
    /** The format that this version reads. */
    public static final String FORMAT = "sordino-campaign-1";

    /** The most values that are told apart. */
    public static final int MOST_VALUES = 1 << 20;

    private static final String ID = "id";
    private static final String KEYS = "keys";

    private final Map<String, Object> words;
    private final byte[] id;
    private final int values;
    private final int days;
    private final boolean memoised;
    private final int answers;
    private final Randomizer randomizer;
    private final List<Key> keys;

    /** A public key of the analyzer, and from which day to which reports are sealed for it. */
    public static final class Key {
        private final int number;
        private final int fromDay;
        private final int toDay;
        private final byte[] key;

        private Key(Fields fields, int days) {
            number = (int) fields.whole(ID, 0, 255);
            fromDay = (int) fields.whole("from_day", 1, days);
            toDay = (int) fields.whole("to_day", fromDay, days);
            key = Hex.read(fields.text("public"), Hpke.KEY_BYTES);
            fields.done();
        }

        /** What a report calls it. */
        public int number() {
            return number;
        }

        /** Whether reports of this day are sealed for it. */
        public boolean covers(int day) {
            return day >= fromDay && day <= toDay;
        }

        /** The 32 bytes. */
        public byte[] bytes() {
            return key.clone();
        }
    }

    private Campaign(Map<String, Object> words) {
        this.words = words;
        Fields fields = new Fields(words);
        if (!fields.text("format").equals(FORMAT))
            throw new Refused("the campaign's format is not " + FORMAT + "; use the version that wrote it");
        values = (int) fields.whole("values", 2, MOST_VALUES);
        days = (int) fields.whole("days", 1, 65_535);
        memoised = fields.truth("memoised");
        answers = (int) fields.whole("device_answers", 1, days);
        randomizer = Randomizer.of(Json.map(fields.any("randomizer")), values);
        if (!(!memoised || randomizer.repeatable()))
            throw new Refused("this randomizer's answers lean on the id of their report and cannot be memoised");
        if (!(!memoised || randomizer.mostMessages() == 1))
            throw new Refused("answers of several messages cannot be memoised");
        id = digest(words);
        if (!Hex.write(id).equals(fields.text(ID)))
            throw new Refused("the campaign was changed after it was planned: its id does not fit; plan it again");
        keys = keys(fields.any(KEYS), days);
    }

    /** Reads the file of a campaign. */
    public static Campaign read(String text) {
        return new Campaign(Json.object(text));
    }

    /** The id that belongs to a campaign of this text, whatever id it has or lacks. */
    public static String idOf(String text) {
        return Hex.write(digest(Json.object(text)));
    }

    private static byte[] digest(Map<String, Object> words) {
        Map<String, Object> agreed = new TreeMap<>(words);
        agreed.remove(ID);
        agreed.remove(KEYS);
        StringBuilder text = new StringBuilder();
        Json.canonical(agreed, text);
        return PublicCoins.digest(FORMAT, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static List<Key> keys(Object listed, int days) {
        if (!(listed instanceof List)) throw new Refused("keys must be a list in the campaign");
        List<Key> keys = new ArrayList<>();
        for (Object one : (List<?>) listed) {
            Key key = new Key(new Fields(Json.map(one)), days);
            for (Key other : keys)
                if (other.number == key.number) throw new Refused("two keys of the campaign have one number");
            keys.add(key);
        }
        return Collections.unmodifiableList(keys);
    }

    /** What the campaign says of a name that only some programs ask for; a decimal, a text, a truth, a list or a map. */
    public Object word(String name) {
        return new Fields(words).any(name);
    }

    /** Whether it says anything of that name. */
    public boolean says(String name) {
        return words.containsKey(name);
    }

    /** Its 32 bytes. */
    public byte[] id() {
        return id.clone();
    }

    /** How many values a device may hold, counted from 0. */
    public int values() {
        return values;
    }

    /** On how many days a device is asked, counted from 1. */
    public int days() {
        return days;
    }

    /** Whether an answer is drawn once for a value and then said again. */
    public boolean memoised() {
        return memoised;
    }

    /** How many answers a device may draw in all. */
    public int answers() {
        return answers;
    }

    /** How a device answers. */
    public Randomizer randomizer() {
        return randomizer;
    }

    /** All keys, those of other days too. */
    public List<Key> keys() {
        return keys;
    }

    /** The newest key that is used on a day. */
    public Key key(int day) {
        for (int i = keys.size() - 1; i >= 0; i--) if (keys.get(i).covers(day)) return keys.get(i);
        throw new Refused("the campaign has no key for day " + day + "; ask for its newest file");
    }
}
