package io.sordino.client;

import java.util.Map;

/**
 * What a device says instead of its value. Every probability is a whole number over 2^62 that the campaign states, so that what is
 * drawn on a device is exactly what the analyzer corrects for; the planner rounds towards more noise.
 */
public abstract class Randomizer {
    /** The longest message, in bytes. */
    public static final int LONGEST = 1024;

    /** The most messages of one device a day: what one that lies can do grows with them. */
    public static final int MOST_MESSAGES = 120;

    private final int length;

    Randomizer(int length) {
        if (!(length >= 1 && length <= LONGEST)) throw new Refused("a message must have 1 to " + LONGEST + " bytes");
        this.length = length;
    }

    /** How many bytes a message has, whatever it says. */
    public final int length() {
        return length;
    }

    /** The most messages that one device sends a day. */
    public int mostMessages() {
        return 1;
    }

    /** The fewest messages that one device sends a day. */
    public int leastMessages() {
        return 1;
    }

    /** Whether the same words may be said again another day: a message must not lean on the id of its report. */
    public boolean repeatable() {
        return true;
    }

    /** How many steps there are from 0 to 1 where values are numbers; 0 where they are names. */
    public long steps() {
        return 0;
    }

    /**
     * What is said of a value: one message, or several that are sent apart.
     *
     * @param id the id of the report, from which public coins come
     */
    abstract byte[][] say(long value, byte[] id, Bits bits);

    /**
     * As a campaign describes it.
     *
     * @param values how many values there are
     */
    static Randomizer of(Map<String, Object> words, int values) {
        Fields fields = new Fields(words);
        String name = fields.text("name");
        Randomizer made;
        if (name.equals("randomized_response")) made = new Response(values, fields.threshold("truth"));
        else if (name.equals("unary") || name.equals("rappor")) made = new OneHot(values, fields.threshold("flip"));
        else if (name.equals("subset"))
            made = new Subset(values, fields.whole("w", 1, values - 1L), fields.threshold("inside"));
        else if (name.equals("local_hash"))
            made = new Hashed(values, fields.whole("l", 2, 1 << 30), fields.threshold("truth"));
        else if (name.equals("hadamard")) made = new Hadamard(values, fields.threshold("truth"));
        else if (name.equals("local_laplace"))
            made = new Laplace(fields.whole("cells", 1, 1 << 20), fields.threshold("further"));
        else if (name.equals("blanket"))
            made = new Blanket(
                    values,
                    fields.threshold("extra"),
                    fields.whole("messages", 2, Math.min(MOST_MESSAGES, 1 + (long) values)));
        else if (name.equals("split"))
            made = new Split(
                    (int) fields.whole("messages", 3, MOST_MESSAGES),
                    fields.whole("modulus", 2, 1L << 50),
                    fields.whole("steps", 1, 1 << 16),
                    new NoiseShare(
                            fields.whole("shares", 1, 1L << 50),
                            fields.whole("times", 1, 64),
                            fields.threshold("rate")));
        else throw new Refused("a randomizer called " + name + " is not known; a newer client may know it");
        fields.done();
        return made;
    }

    static byte[] four(long number) {
        return new byte[] {(byte) (number >>> 24), (byte) (number >>> 16), (byte) (number >>> 8), (byte) number};
    }

    /** k-ary response: the truth, or any other value alike. */
    private static final class Response extends Randomizer {
        private final long k;
        private final long truth;

        Response(long k, long truth) {
            super(4);
            this.k = k;
            this.truth = truth;
        }

        @Override
        byte[][] say(long value, byte[] id, Bits bits) {
            return new byte[][] {four(respond(value, k, truth, bits))};
        }
    }

    static long respond(long value, long k, long truth, Bits bits) {
        if (bits.happens(truth)) return value;
        long other = bits.below(k - 1);
        return other < value ? other : other + 1;
    }

    /** A bit a value, the true one set, each flipped by itself. */
    private static final class OneHot extends Randomizer {
        private final int values;
        private final long flip;

        OneHot(int values, long flip) {
            super((values + 7) / 8);
            this.values = values;
            this.flip = flip;
        }

        @Override
        byte[][] say(long value, byte[] id, Bits bits) {
            byte[] message = new byte[length()];
            for (int v = 0; v < values; v++)
                if (bits.happens(flip) != (v == value)) message[v >>> 3] |= (byte) (1 << (v & 7));
            return new byte[][] {message};
        }
    }

    /** A set of w values, which holds the true one with a stated probability. */
    private static final class Subset extends Randomizer {
        private final int values;
        private final long w;
        private final long inside;

        Subset(int values, long w, long inside) {
            super((values + 7) / 8);
            this.values = values;
            this.w = w;
            this.inside = inside;
        }

        @Override
        byte[][] say(long value, byte[] id, Bits bits) {
            byte[] message = new byte[length()];
            boolean in = bits.happens(inside);
            long wanted = in ? w - 1 : w;
            long left = values - 1L;
            for (int v = 0; v < values; v++) {
                boolean taken;
                if (v == value) {
                    taken = in;
                } else {
                    // each of the others with the share that is still wanted: a uniform set
                    taken = bits.below(left) < wanted;
                    left--;
                    if (taken) wanted--;
                }
                if (taken) message[v >>> 3] |= (byte) (1 << (v & 7));
            }
            return new byte[][] {message};
        }
    }

    /** The response to the image of the value under a function that the report's id chooses. */
    private static final class Hashed extends Randomizer {
        private final HashFamily family;
        private final long l;
        private final long truth;

        Hashed(int values, long l, long truth) {
            super(4);
            this.family = new HashFamily(values, l);
            this.l = l;
            this.truth = truth;
        }

        @Override
        public boolean repeatable() {
            return false;
        }

        @Override
        byte[][] say(long value, byte[] id, Bits bits) {
            int image = family.image(family.function(id), (int) value);
            return new byte[][] {four(respond(image, l, truth, bits))};
        }
    }

    /** The response to one entry of the value's code word, in a column that the report's id chooses. */
    private static final class Hadamard extends Randomizer {
        private final int values;
        private final long truth;

        Hadamard(int values, long truth) {
            super(1);
            this.values = values;
            this.truth = truth;
        }

        @Override
        public boolean repeatable() {
            return false;
        }

        @Override
        byte[][] say(long value, byte[] id, Bits bits) {
            int column = PublicCoins.column(id, values);
            return new byte[][] {{(byte) respond(PublicCoins.entry((int) value, column), 2, truth, bits)}};
        }
    }

    /**
     * A number on a grid with Laplace noise rounded to it: none with probability 1 - s, else a sign and one step and one more for every
     * two tosses of s that succeed, s = e^-(1/(2 b)) for noise of scale b steps.
     */
    private static final class Laplace extends Randomizer {
        private final long cells;
        private final long s;

        Laplace(long cells, long s) {
            super(4);
            if (!(s < 1L << Bits.FINE)) throw new Refused("noise must end: further must be below 2^62");
            this.cells = cells;
            this.s = s;
        }

        @Override
        public long steps() {
            return cells;
        }

        @Override
        byte[][] say(long value, byte[] id, Bits bits) {
            long noise = 0;
            if (bits.happens(s)) {
                noise = 1;
                while (noise < Integer.MAX_VALUE && bits.happens(s) && bits.happens(s)) noise++;
                if (bits.bits(1) == 1) noise = -noise;
            }
            // what does not fit is cut, which is done to the report alone
            long said = Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value + noise));
            return new byte[][] {four(said)};
        }
    }

    /** The value, and every cell once more with a small probability: several messages that nobody can tell apart. */
    private static final class Blanket extends Randomizer {
        private final int values;
        private final long extra;
        private final int most;

        Blanket(int values, long extra, long most) {
            super(4);
            this.values = values;
            this.extra = extra;
            this.most = (int) most;
        }

        @Override
        public int mostMessages() {
            return most;
        }

        @Override
        byte[][] say(long value, byte[] id, Bits bits) {
            byte[][] drawn = new byte[most][];
            int count = 0;
            drawn[count++] = four(value);
            // what is beyond the cap is left out: the planner charges its probability to delta
            for (int v = 0; v < values; v++) if (bits.happens(extra) && count < most) drawn[count++] = four(v);
            byte[][] messages = new byte[count][];
            // in a random order: which of them is sent first must tell nothing
            for (int i = 0; i < count; i++) {
                int at = (int) bits.below(i + 1L);
                messages[i] = messages[at];
                messages[at] = drawn[i];
            }
            return messages;
        }
    }

    /**
     * The value with a share of noise, cut into residues of which all but one are random: any of them, and all but one together, say nothing.
     */
    private static final class Split extends Randomizer {
        private final int messages;
        private final long modulus;
        private final long steps;
        private final NoiseShare noise;

        Split(int messages, long modulus, long steps, NoiseShare noise) {
            super(8);
            this.messages = messages;
            this.modulus = modulus;
            this.steps = steps;
            this.noise = noise;
        }

        @Override
        public int mostMessages() {
            return messages;
        }

        @Override
        public int leastMessages() {
            return messages;
        }

        @Override
        public long steps() {
            return steps > 1 ? steps : 0;
        }

        @Override
        byte[][] say(long value, byte[] id, Bits bits) {
            long more = noise.draw(bits) % modulus;
            long less = noise.draw(bits) % modulus;
            long left = (value % modulus + more + modulus - less) % modulus;
            byte[][] said = new byte[messages][];
            for (int i = 1; i < messages; i++) {
                long residue = bits.below(modulus);
                said[i] = eight(residue);
                left = (left + modulus - residue) % modulus;
            }
            said[0] = eight(left);
            return said;
        }

        private static byte[] eight(long number) {
            byte[] bytes = new byte[8];
            for (int i = 0; i < 8; i++) bytes[i] = (byte) (number >>> (56 - 8 * i));
            return bytes;
        }
    }
}
