package io.sordino.loss.composition;

import io.sordino.loss.Part;
import io.sordino.loss.lattice.Cells;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The cells of every part, by step; both sides and several refinements read the same ones. */
final class Work {
    final List<Part> parts;
    private final Tilt tilt;
    private final double growth;
    private final Map<List<Object>, Cells> cells = new HashMap<>();

    Work(List<Part> parts, Tilt tilt, double growth) {
        this.parts = parts;
        this.tilt = tilt;
        this.growth = growth;
    }

    Cells cells(int part, double step) {
        return cells.computeIfAbsent(
                List.of(part, step),
                key -> new Cells(
                        parts.get(part).pair(),
                        step,
                        tilt.of(part).from,
                        tilt.of(part).to,
                        tilt.of(part).middle,
                        growth));
    }
}
