package io.sordino.plot;

/** Colours, on light and on dark ground: at least 4.5 to 1 for text and 3 to 1 for lines. */
enum Ink {
    GROUND("#ffffff", "#14171c"),
    TEXT("#1c2026", "#e8eaed"),
    FAINT("#5a626d", "#a3abb5"),
    GRID("#e6e8eb", "#2b3038"),
    AXIS("#8a929c", "#6c747f"),
    FIRST("#0b62b8", "#6cb2ff"),
    SECOND("#c2410c", "#ff9757"),
    THIRD("#157f3b", "#5fd38a"),
    FOURTH("#9222ad", "#dd8bf2"),
    FIFTH("#0e7490", "#4fd0e6"),
    SIXTH("#be1240", "#ff8aa5"),
    SEVENTH("#8a5a00", "#e5b84a"),
    EIGHTH("#4b5563", "#b7bfca");

    private static final Ink[] SERIES = {FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH, EIGHTH};

    private final String light;
    private final String dark;

    Ink(String light, String dark) {
        this.light = light;
        this.dark = dark;
    }

    static Ink series(int index) {
        return SERIES[Math.floorMod(index, SERIES.length)];
    }

    String light() {
        return light;
    }

    String dark() {
        return dark;
    }
}
