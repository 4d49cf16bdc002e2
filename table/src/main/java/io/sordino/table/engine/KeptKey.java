package io.sordino.table.engine;

import io.sordino.engine.sample.SampleId;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.HexFormat;

/** The key of a sample, and its public name: who has the key knows who is in the sample. It is never printed. */
public final class KeptKey {
    private final SampleId id;
    private final byte[] key;
    private final boolean byPlaces;

    private KeptKey(SampleId id, byte[] key, boolean byPlaces) {
        this.id = id;
        this.key = key;
        this.byPlaces = byPlaces;
    }

    /** One that nobody has seen. */
    public static KeptKey fresh(RandomSource random, boolean byPlaces) {
        return new KeptKey(SampleId.fresh(random), UnitPrf.fresh(random).key(), byPlaces);
    }

    /**
     * As it was kept.
     *
     * @param byPlaces whether rows are drawn by their places; a function of each says who is in the sample otherwise, and one key must not draw two samples
     */
    public static KeptKey of(SampleId id, String digits, boolean byPlaces) {
        if (!digits.matches("[0-9a-f]{32}"))
            throw new InvalidException("the key of a sample has 32 hexadecimal digits");
        return new KeptKey(id, HexFormat.of().parseHex(digits), byPlaces);
    }

    /** The sample's public name. */
    public SampleId id() {
        return id;
    }

    /** For the file that keeps it. */
    public String secret() {
        return HexFormat.of().formatHex(key);
    }

    /** Whether {@link PlaceSampler} draws the sample. */
    public boolean byPlaces() {
        return byPlaces;
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
