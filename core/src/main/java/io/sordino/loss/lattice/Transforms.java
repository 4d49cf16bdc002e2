package io.sordino.loss.lattice;

import java.util.HashMap;
import java.util.Map;

/**
 * Transforms of laws that are added up in many numbers: a law that comes again, in a window of the same length, is not transformed
 * again. What a transform is off by is kept with it, and counts in every sum as it does in the first.
 */
public final class Transforms {
    /** Laws are told apart by identity. */
    private record Key(TiltedLaw law, int length) {}

    /** Values for frequencies 0 to n/2, and how far each may be off. */
    static final class Transform {
        final double[] re;
        final double[] im;
        final double error;

        private Transform(TiltedLaw law, int centre, int length) {
            re = new double[length / 2 + 1];
            im = new double[length / 2 + 1];
            error = Spectrum.transform(law.weight(), centre, new double[length], re, im);
        }
    }

    private final Map<Key, Transform> made = new HashMap<>();

    /** Of a law with its place {@code centre} taken for 0. */
    Transform of(TiltedLaw law, int centre, int length) {
        return made.computeIfAbsent(new Key(law, length), key -> new Transform(law, centre, length));
    }

    /** Numbers that are kept. */
    public double size() {
        double size = 0;
        for (Key key : made.keySet()) size += key.length;
        return size;
    }
}
