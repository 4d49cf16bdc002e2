package io.sordino.client;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** As much of JSON as a campaign needs, read strictly: maps in order of their names, lists, strings, decimals and truths. */
final class Json {
    private static final int DEEPEST = 16;
    private static final int LONGEST_NUMBER = 60;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Map<String, Object> object(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.space();
        if (!(json.at == text.length() && value instanceof Map)) throw json.wrong("one object was expected");
        return map(value);
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        if (!(value instanceof Map)) throw new Refused("an object was expected in the campaign");
        return (Map<String, Object>) value;
    }

    /** One form for equal values, so that equal campaigns have equal digests. */
    static void canonical(Object value, StringBuilder out) {
        if (value instanceof Map) {
            out.append('{');
            for (Map.Entry<String, Object> field : map(value).entrySet()) {
                quote(field.getKey(), out);
                out.append(':');
                canonical(field.getValue(), out);
                out.append(';');
            }
            out.append('}');
        } else if (value instanceof List) {
            out.append('[');
            for (Object item : (List<?>) value) {
                canonical(item, out);
                out.append(';');
            }
            out.append(']');
        } else if (value instanceof BigDecimal) {
            BigDecimal number = (BigDecimal) value;
            // stripTrailingZeros leaves a zero its scale on older platforms
            out.append(number.signum() == 0 ? "0" : number.stripTrailingZeros().toString());
        } else if (value instanceof String) {
            quote((String) value, out);
        } else {
            out.append(value);
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append(text.length()).append('"').append(text);
    }

    private Object value(int depth) {
        if (depth > DEEPEST) throw wrong("too deep");
        space();
        char first = peek();
        if (first == '{') return object(depth);
        if (first == '[') return list(depth);
        if (first == '"') return string();
        if (text.startsWith("true", at)) return word("true", Boolean.TRUE);
        if (text.startsWith("false", at)) return word("false", Boolean.FALSE);
        return number();
    }

    private Object word(String word, Boolean value) {
        at += word.length();
        return value;
    }

    private Object object(int depth) {
        Map<String, Object> fields = new TreeMap<>();
        at++;
        space();
        if (peek() == '}') {
            at++;
            return fields;
        }
        while (true) {
            space();
            if (peek() != '"') throw wrong("a name was expected");
            String name = string();
            space();
            if (peek() != ':') throw wrong("a : was expected");
            at++;
            if (fields.put(name, value(depth + 1)) != null) throw wrong("the name " + name + " stands twice");
            if (ends('}')) return fields;
        }
    }

    private Object list(int depth) {
        List<Object> items = new ArrayList<>();
        at++;
        space();
        if (peek() == ']') {
            at++;
            return items;
        }
        while (true) {
            items.add(value(depth + 1));
            if (ends(']')) return items;
        }
    }

    private boolean ends(char end) {
        space();
        char c = peek();
        at++;
        if (c != ',' && c != end) throw wrong("a , or " + end + " was expected");
        return c == end;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        at++;
        while (true) {
            char c = peek();
            at++;
            if (c == '"') return out.toString();
            if (c < ' ') throw wrong("a control character inside a text");
            out.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = peek();
        at++;
        int known = "\"\\/bfnrt".indexOf(c);
        if (known >= 0) return "\"\\/\b\f\n\r\t".charAt(known);
        if (c != 'u' || at + 4 > text.length()) throw wrong("an unknown escape");
        try {
            char escaped = (char) Integer.parseInt(text.substring(at, at + 4), 16);
            at += 4;
            return escaped;
        } catch (NumberFormatException e) {
            throw wrong("an unknown escape");
        }
    }

    private Object number() {
        int start = at;
        while (at < text.length() && "+-0123456789.eE".indexOf(text.charAt(at)) >= 0) at++;
        if (!(at > start && at - start <= LONGEST_NUMBER)) throw wrong("a value was expected");
        try {
            BigDecimal number = new BigDecimal(text.substring(start, at));
            if (!(Math.abs((long) number.scale()) <= 400)) throw wrong("a number is out of range");
            return number;
        } catch (NumberFormatException e) {
            throw wrong("a number was expected");
        }
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private char peek() {
        if (at >= text.length()) throw wrong("it ends too early");
        return text.charAt(at);
    }

    private Refused wrong(String what) {
        return new Refused("the campaign is not JSON: " + what + ", at character " + (at + 1));
    }
}
