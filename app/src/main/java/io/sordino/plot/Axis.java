package io.sordino.plot;

/**
 * What a direction of a picture measures.
 *
 * @param unit in what it is measured; may be empty
 */
public record Axis(String name, String unit, Scale scale) {
    /** How numbers become places. */
    public enum Scale {
        LINEAR,
        LOG
    }

    public static Axis linear(String name) {
        return new Axis(name, "", Scale.LINEAR);
    }

    public static Axis log(String name) {
        return new Axis(name, "", Scale.LOG);
    }

    public Axis in(String newUnit) {
        return new Axis(name, newUnit, scale);
    }

    /** The name with its unit. */
    public String label() {
        return unit.isEmpty() ? name : name + " (" + unit + ")";
    }

    /** Whether a number has a place on this axis. */
    boolean holds(double value) {
        return scale == Scale.LOG ? value > 0 && value < Double.POSITIVE_INFINITY : Double.isFinite(value);
    }

    double place(double value) {
        return scale == Scale.LOG ? Math.log10(value) : value;
    }
}
