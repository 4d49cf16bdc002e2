package io.sordino.client;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The fields of an object, each asked for by name and kind; what nobody asked for is an error. */
final class Fields {
    private final Map<String, Object> words;
    private final Set<String> asked = new HashSet<>();

    Fields(Map<String, Object> words) {
        this.words = words;
    }

    Object any(String name) {
        asked.add(name);
        Object value = words.get(name);
        if (value == null) throw new Refused("the campaign has no " + name);
        return value;
    }

    boolean has(String name) {
        return words.containsKey(name);
    }

    String text(String name) {
        Object value = any(name);
        if (!(value instanceof String)) throw new Refused(name + " must be a text in the campaign");
        return (String) value;
    }

    boolean truth(String name) {
        Object value = any(name);
        if (!(value instanceof Boolean)) throw new Refused(name + " must be true or false in the campaign");
        return (Boolean) value;
    }

    double number(String name) {
        Object value = any(name);
        if (!(value instanceof BigDecimal)) throw new Refused(name + " must be a number in the campaign");
        return ((BigDecimal) value).doubleValue();
    }

    long whole(String name, long least, long most) {
        Object value = any(name);
        try {
            if (value instanceof BigDecimal) {
                long number = ((BigDecimal) value).longValueExact();
                if (number >= least && number <= most) return number;
            }
        } catch (ArithmeticException notWhole) {
            throw new Refused(name + " must be a whole number in the campaign");
        }
        throw new Refused(name + " must be a whole number in [" + least + ", " + most + "] in the campaign");
    }

    /** A probability over 2^62. */
    long threshold(String name) {
        return whole(name, 0, 1L << Bits.FINE);
    }

    void done() {
        for (String name : words.keySet())
            if (!asked.contains(name)) throw new Refused("the campaign has a field " + name + " that is not known");
    }
}
