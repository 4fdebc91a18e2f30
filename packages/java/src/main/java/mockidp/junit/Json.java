package mockidp.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON as maps, lists, texts, numbers and booleans, because the JDK has no reader of its own. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        return new Json(text).value();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return value instanceof Map ? (Map<String, Object>) value : Map.of();
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return value instanceof List ? (List<Object>) value : List.of();
    }

    static String text(Object value) {
        return value == null ? "" : value.toString();
    }

    static String write(Object value) {
        if (value instanceof Map) {
            return ((Map<?, ?>) value).entrySet().stream().map(e -> write(e.getKey()) + ":" + write(e.getValue())).collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof Iterable) {
            List<String> parts = new ArrayList<>();
            ((Iterable<?>) value).forEach(part -> parts.add(write(part)));
            return "[" + String.join(",", parts) + "]";
        }
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        StringBuilder out = new StringBuilder("\"");
        for (char c : value.toString().toCharArray()) {
            out.append(c == '"' || c == '\\' ? "\\" + c : c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return out.append('"').toString();
    }

    private Object value() {
        char c = next();
        if (c == '{') {
            Map<String, Object> object = new LinkedHashMap<>();
            at++;
            while (next() != '}') {
                String name = string();
                expect(':');
                object.put(name, value());
                if (next() == ',') {
                    at++;
                }
            }
            at++;
            return object;
        }
        if (c == '[') {
            List<Object> list = new ArrayList<>();
            at++;
            while (next() != ']') {
                list.add(value());
                if (next() == ',') {
                    at++;
                }
            }
            at++;
            return list;
        }
        return c == '"' ? string() : word();
    }

    private Object word() {
        int start = at;
        while (at < text.length() && "+-.0123456789abcdefghijklmnopqrstuvwxyzE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String word = text.substring(start, at);
        switch (word) {
            case "true": return true;
            case "false": return false;
            case "null": return null;
            case "": throw new IllegalArgumentException("JSON at " + at + ": " + text);
            default: return word.matches("-?\\d+") ? (Object) Long.valueOf(word) : Double.valueOf(word);
        }
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escaped = text.charAt(at++);
            int known = "bfnrt".indexOf(escaped);
            if (escaped == 'u') {
                out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                at += 4;
            } else {
                out.append(known < 0 ? escaped : "\b\f\n\r\t".charAt(known));
            }
        }
        return out.toString();
    }

    private void expect(char c) {
        if (next() != c) {
            throw new IllegalArgumentException("JSON at " + at + ": " + text);
        }
        at++;
    }

    private char next() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            throw new IllegalArgumentException("JSON ends early: " + text);
        }
        return text.charAt(at);
    }
}
