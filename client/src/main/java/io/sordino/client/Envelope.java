package io.sordino.client;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The bytes of a sealed report, of one length for all reports of a campaign:
 *
 * <pre>
 * version 1 | campaign 8 | key 1 | day 2 | crowd 4 | id 16 | key sent along 32 | sealed message, 16 longer than the message
 * </pre>
 *
 * All but the crowd is bound to the message by the cipher. The id is a digest of the key that is sent along, so that a copy under another
 * id is seen to be one without opening it.
 */
public final class Envelope {
    /** How many bytes an id has. */
    public static final int ID_BYTES = 16;

    /** Where the id begins. */
    public static final int ID_AT = 16;

    private static final byte VERSION = 1;
    private static final int TAG_BYTES = 8;
    private static final int KEY_AT = 9;
    private static final int DAY_AT = 10;
    private static final int CROWD_AT = 12;
    private static final int ENC_AT = ID_AT + ID_BYTES;
    private static final int SEALED_AT = ENC_AT + Hpke.KEY_BYTES;

    private final Campaign campaign;
    private final byte[] tag;
    private final int length;

    /** Of the reports of this campaign. */
    public Envelope(Campaign campaign) {
        this.campaign = campaign;
        this.tag = Arrays.copyOf(campaign.id(), TAG_BYTES);
        this.length = SEALED_AT + campaign.randomizer().length() + Hpke.TAG_BYTES;
    }

    /** How many bytes a report has. */
    public int length() {
        return length;
    }

    /** What both sides know that reports under this key are for. */
    public static byte[] info(Campaign campaign, int key) {
        return Hpke.concat(Hpke.ascii("sordino report 1"), campaign.id(), new byte[] {(byte) key});
    }

    /** A key for one report, and the id that comes from it. */
    static final class Once {
        final byte[] secret;
        final byte[] enc;
        final byte[] id;

        Once(SecureRandom random) {
            secret = Hpke.newSecret(random);
            enc = Hpke.publicKey(secret);
            id = id(enc);
        }
    }

    private static byte[] id(byte[] enc) {
        return Arrays.copyOf(PublicCoins.digest("sordino id", enc), ID_BYTES);
    }

    byte[] seal(Once once, Campaign.Key key, int day, int crowd, byte[] message) {
        byte[] report = new byte[length];
        report[0] = VERSION;
        System.arraycopy(tag, 0, report, 1, TAG_BYTES);
        report[KEY_AT] = (byte) key.number();
        report[DAY_AT] = (byte) (day >>> 8);
        report[DAY_AT + 1] = (byte) day;
        System.arraycopy(Randomizer.four(crowd), 0, report, CROWD_AT, 4);
        System.arraycopy(once.id, 0, report, ID_AT, ID_BYTES);
        System.arraycopy(once.enc, 0, report, ENC_AT, Hpke.KEY_BYTES);
        byte[] sealed =
                new Hpke(key.bytes(), info(campaign, key.number())).seal(once.secret, once.enc, bound(report), message);
        System.arraycopy(sealed, 0, report, SEALED_AT, sealed.length);
        Arrays.fill(once.secret, (byte) 0);
        return report;
    }

    /** All that stands before the message and is bound to it. */
    private static byte[] bound(byte[] report) {
        byte[] aad = new byte[CROWD_AT + ID_BYTES];
        System.arraycopy(report, 0, aad, 0, CROWD_AT);
        System.arraycopy(report, ID_AT, aad, CROWD_AT, ID_BYTES);
        return aad;
    }

    /** Whether these bytes can be a report of the campaign on this day; nothing is opened. */
    public void check(byte[] report, int day) {
        if (!(report.length == length)) throw new Refused("a report of this campaign has " + length + " bytes");
        if (!(report[0] == VERSION)) throw new Refused("the report's version is not " + VERSION);
        for (int i = 0; i < TAG_BYTES; i++)
            if (!(report[1 + i] == tag[i])) throw new Refused("the report is one of another campaign");
        if (!(day(report) == day))
            throw new Refused("the report is one of another day: check the clock of the device, today is day " + day);
        boolean known = false;
        for (Campaign.Key key : campaign.keys()) known |= key.number() == key(report) && key.covers(day);
        if (!known)
            throw new Refused("the report is sealed for a key that is not used on day " + day
                    + ": ask for the campaign's newest file");
        if (!Arrays.equals(id(enc(report)), idOf(report)))
            throw new Refused("the report's id is not the one that belongs to it");
    }

    /** The day that a report says it is of. */
    public static int day(byte[] report) {
        return (report[DAY_AT] & 0xff) << 8 | (report[DAY_AT + 1] & 0xff);
    }

    /** The number of the key that a report says it is sealed for. */
    public static int key(byte[] report) {
        return report[KEY_AT] & 0xff;
    }

    /** The crowd that a report says it belongs to. */
    public static int crowd(byte[] report) {
        return (report[CROWD_AT] & 0xff) << 24
                | (report[CROWD_AT + 1] & 0xff) << 16
                | (report[CROWD_AT + 2] & 0xff) << 8
                | (report[CROWD_AT + 3] & 0xff);
    }

    /** Takes the crowd away, which is for the shuffler alone. */
    public static void forgetCrowd(byte[] report) {
        for (int i = 0; i < 4; i++) report[CROWD_AT + i] = 0;
    }

    private static byte[] enc(byte[] report) {
        return Arrays.copyOfRange(report, ENC_AT, SEALED_AT);
    }

    /** The id of a report. */
    public static byte[] idOf(byte[] report) {
        return Arrays.copyOfRange(report, ID_AT, ID_AT + ID_BYTES);
    }

    /**
     * Opens a report.
     *
     * @param hpke made for the key that the report names
     * @throws GeneralSecurityException where it was not sealed for this key, campaign, day and id
     */
    public byte[] open(Hpke hpke, byte[] secret, byte[] report) throws GeneralSecurityException {
        return hpke.open(secret, enc(report), bound(report), Arrays.copyOfRange(report, SEALED_AT, report.length));
    }
}
