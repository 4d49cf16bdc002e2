package io.sordino.loss.composition;

import io.sordino.loss.CountedPair;
import io.sordino.loss.lattice.CellMasses;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The cells of a part, by step; both sides read the same ones. */
final class CellCache {
    final List<CountedPair> parts;
    private final SaddlePoints tilt;
    private final double growth;
    private final Map<List<Object>, CellMasses> cells = new HashMap<>();

    CellCache(List<CountedPair> parts, SaddlePoints tilt, double growth) {
        this.parts = parts;
        this.tilt = tilt;
        this.growth = growth;
    }

    CellMasses cells(int part, double step) {
        return cells.computeIfAbsent(
                List.of(part, step),
                key -> new CellMasses(
                        parts.get(part).pair(),
                        step,
                        tilt.of(part).from,
                        tilt.of(part).to,
                        tilt.of(part).middle,
                        growth));
    }

    /** Leaves room for the next part. */
    void forget() {
        cells.clear();
    }
}
