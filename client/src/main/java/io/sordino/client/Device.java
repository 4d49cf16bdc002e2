package io.sordino.client;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One device in one campaign. It answers at most once a day and draws at most as many answers as the campaign allows; what it has said
 * and drawn is written down before it is handed out, so that a device that stops in between says less, never more.
 *
 * <p>Asked again on the same day it hands out the same report, byte for byte, which a shuffler takes once.
 */
public final class Device {
    private static final String DAY = "day";
    private static final String DRAWN = "drawn";
    private static final String SENT = "sent";

    private final Campaign campaign;
    private final Envelope envelope;
    private final Memory memory;
    private final SecureRandom random;
    private final Bits bits;

    /** Where a device keeps what it must not forget; a write is there for good when it returns. */
    public interface Memory {
        /** What was written under this name last. */
        Optional<byte[]> read(String name);

        /** Writes all of these or none. */
        void write(Map<String, byte[]> changes);
    }

    /** A device that has this memory of the campaign. */
    public Device(Campaign campaign, Memory memory, SecureRandom random) {
        this.campaign = campaign;
        this.envelope = new Envelope(campaign);
        this.memory = memory;
        this.random = random;
        this.bits = new Bits(random);
    }

    /** What to send on this day for one of the values of the campaign: how many reports in two bytes, then the reports. */
    public byte[] report(int day, int value) {
        return reportFrom(day, 0, value);
    }

    /** What to send on this day for a number in [0, 1], rounded at random to the campaign's grid so that it is right on average. */
    public byte[] reportNumber(int day, double number) {
        return reportNumberFrom(day, 0, number);
    }

    /** As {@link #reportNumber(int, double)}, from a crowd that the shuffler may know. */
    public byte[] reportNumberFrom(int day, int crowd, double number) {
        long steps = campaign.randomizer().steps();
        if (!(steps > 0)) throw new Refused("the campaign asks for one of " + campaign.values() + " values");
        if (!(number >= 0 && number <= 1)) throw new Refused("a number must be in [0, 1]");
        double place = number * steps;
        long below = (long) Math.floor(place);
        // exact: the difference of neighbours is a multiple of the last bit of the larger one
        boolean up = bits.happens((long) ((place - below) * (1L << Bits.FINE)));
        return report(day, crowd, up ? below + 1 : below, Double.doubleToLongBits(number));
    }

    /** As {@link #report(int, int)}, from a crowd that the shuffler may know. */
    public byte[] reportFrom(int day, int crowd, int value) {
        check(value);
        return report(day, crowd, value, value);
    }

    private void check(int value) {
        if (!(campaign.randomizer().steps() == 0)) throw new Refused("the campaign asks for a number in [0, 1]");
        if (!(value >= 0 && value < campaign.values()))
            throw new Refused("a value must be in [0, " + campaign.values() + ")");
    }

    private byte[] report(int day, int crowd, long value, long named) {
        if (!(day >= 1 && day <= campaign.days()))
            throw new Refused("the campaign has days 1 to " + campaign.days() + ", not " + day);
        String prefix = Hex.write(campaign.id()) + "/";
        int last = number(memory.read(prefix + DAY));
        if (day == last) return memory.read(prefix + SENT).orElseThrow(() -> new Refused("the memory is not whole"));
        if (day < last) throw new Refused("day " + day + " is over on this device: check its clock");
        Envelope.Once first = new Envelope.Once(random);
        Map<String, byte[]> changes = new TreeMap<>();
        byte[][] said = answer(prefix, value, named, first.id, changes);
        Campaign.Key key = campaign.key(day);
        byte[] sent = new byte[2 + said.length * envelope.length()];
        sent[0] = (byte) (said.length >>> 8);
        sent[1] = (byte) said.length;
        for (int i = 0; i < said.length; i++) {
            byte[] report = envelope.seal(i == 0 ? first : new Envelope.Once(random), key, day, crowd, said[i]);
            System.arraycopy(report, 0, sent, 2 + i * report.length, report.length);
        }
        changes.put(prefix + DAY, Randomizer.four(day));
        changes.put(prefix + SENT, sent.clone());
        memory.write(changes);
        return sent;
    }

    private byte[][] answer(String prefix, long value, long named, byte[] id, Map<String, byte[]> changes) {
        String kept = prefix + "answer/" + named;
        if (campaign.memoised()) {
            Optional<byte[]> before = memory.read(kept);
            if (before.isPresent()) return new byte[][] {before.get().clone()};
        }
        int drawn = number(memory.read(prefix + DRAWN));
        if (!(drawn < campaign.answers()))
            throw new Refused("this device has drawn the " + campaign.answers()
                    + " answers that the campaign allows it; it says nothing more");
        byte[][] said = campaign.randomizer().say(value, id, bits);
        changes.put(prefix + DRAWN, Randomizer.four(drawn + 1L));
        if (campaign.memoised()) changes.put(kept, said[0].clone());
        return said;
    }

    private static int number(Optional<byte[]> bytes) {
        if (!bytes.isPresent()) return 0;
        byte[] four = Arrays.copyOf(bytes.get(), 4);
        return (four[0] & 0xff) << 24 | (four[1] & 0xff) << 16 | (four[2] & 0xff) << 8 | (four[3] & 0xff);
    }
}
