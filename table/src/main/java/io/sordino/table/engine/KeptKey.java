package io.sordino.table.engine;

import io.sordino.engine.sample.SampleId;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.HexFormat;

/** The key of a sample, and its public name: who has the key knows who is in the sample. It is never printed. */
public final class KeptKey {
    private final SampleId id;
    private final byte[] key;

    private KeptKey(SampleId id, byte[] key) {
        this.id = id;
        this.key = key;
    }

    /** One that nobody has seen. */
    public static KeptKey fresh(RandomSource random) {
        return new KeptKey(SampleId.fresh(random), UnitPrf.fresh(random).key());
    }

    /** As it was kept. */
    public static KeptKey of(SampleId id, String digits) {
        if (!digits.matches("[0-9a-f]{32}"))
            throw new InvalidException("the key of a sample has 32 hexadecimal digits");
        return new KeptKey(id, HexFormat.of().parseHex(digits));
    }

    /** The sample's public name. */
    public SampleId id() {
        return id;
    }

    /** For the file that keeps it. */
    public String secret() {
        return HexFormat.of().formatHex(key);
    }

    /** The function that says who is in the sample. */
    public UnitPrf prf() {
        return UnitPrf.kept(key);
    }

    @Override
    public String toString() {
        return "KeptKey[" + id + "]";
    }
}
