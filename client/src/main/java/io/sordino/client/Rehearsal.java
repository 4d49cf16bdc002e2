package io.sordino.client;

import java.security.SecureRandom;

/** What devices would say, neither sealed nor written down: for simulations of a campaign, where nobody has a secret. */
public final class Rehearsal {
    private final Campaign campaign;
    private final SecureRandom random;
    private final Bits bits;

    /** Of devices of this campaign. */
    public Rehearsal(Campaign campaign, SecureRandom random) {
        this.campaign = campaign;
        this.random = random;
        this.bits = new Bits(random);
    }

    /** A new id, as that of a report would be. */
    public byte[] id() {
        byte[] id = new byte[Envelope.ID_BYTES];
        random.nextBytes(id);
        return id;
    }

    /** The messages of an answer under an id that no message leans on, or under a new one. */
    public byte[][] say(int value, byte[] id) {
        return campaign.randomizer().say(value, id, bits);
    }

    /** True with this probability, to 2^-62. */
    public boolean happens(double probability) {
        return bits.happens((long) (probability * (1L << Bits.FINE)));
    }

    /** Uniform among so many. */
    public long below(long bound) {
        return bits.below(bound);
    }
}
