package mockidp.junit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a person sees of a page: its forms, and what it complains about. It knows of HTML what the server's pages use: attributes in double quotes.
 */
final class Html {
    private static final Pattern IGNORED = Pattern.compile("<!--.*?-->|<style\\b.*?</style>|<script\\b.*?</script>", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    private static final Pattern TAG = Pattern.compile("<(/?[a-zA-Z][a-zA-Z0-9]*)((?:\\s+[^\\s=>\"]+(?:=\"[^\"]*\")?)*)\\s*/?>");
    private static final Pattern ATTRIBUTE = Pattern.compile("([^\\s=>\"]+)(?:=\"([^\"]*)\")?");
    /** A first page says 50058: nobody is signed in. */
    private static final Pattern CONFIG_CODE = Pattern.compile("\"sErrorCode\":\"(?!50058\")(\\d+)\"");
    private static final Pattern REFERENCE = Pattern.compile("&(#\\d+|#[xX][0-9a-fA-F]+|\\w+);");
    private static final Map<String, String> NAMED = Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", " ");

    final List<Form> forms = new ArrayList<>();
    String alert = "";
    String title = "";
    final String code;

    /** A form; each control is its attributes, and "" is its tag. */
    static final class Form {
        final String action;
        final List<Map<String, String>> controls = new ArrayList<>();

        Form(String action) {
            this.action = action;
        }

        /** The control of this name, or nothing in it. */
        Map<String, String> control(String name) {
            return controls.stream().filter(one -> name.equals(one.get("name"))).findFirst().orElse(Map.of());
        }

        boolean hasButton(String name, String value) {
            return controls.stream().anyMatch(one -> "button".equals(one.get("")) && name.equals(one.get("name")) && value.equals(one.get("value")));
        }

        /** What a browser sends when nobody types anything. */
        Map<String, String> hidden() {
            Map<String, String> fields = new LinkedHashMap<>();
            controls.stream().filter(one -> "hidden".equals(one.get("type")) && one.containsKey("name"))
                .forEach(one -> fields.put(one.get("name"), one.getOrDefault("value", "")));
            return fields;
        }
    }

    Html(String whole) {
        Matcher config = CONFIG_CODE.matcher(whole);
        code = config.find() ? "AADSTS" + config.group(1) : "";
        String text = IGNORED.matcher(whole).replaceAll("");
        Form form = null;
        for (Matcher tag = TAG.matcher(text); tag.find();) {
            String name = tag.group(1).toLowerCase(Locale.ROOT);
            Map<String, String> attributes = attributes(tag.group(2));
            attributes.put("", name);
            switch (name) {
                case "form":
                    form = new Form(attributes.getOrDefault("action", ""));
                    forms.add(form);
                    break;
                case "/form":
                    form = null;
                    break;
                case "input":
                case "button":
                    if (form != null) {
                        form.controls.add(attributes);
                    }
                    break;
                case "h1":
                    title = textOf(text.substring(tag.end()), name);
                    break;
                default:
            }
            if ("alert".equals(attributes.get("role")) && alert.isEmpty()) {
                alert = textOf(text.substring(tag.end()), name);
            }
        }
    }

    private static Map<String, String> attributes(String text) {
        Map<String, String> attributes = new HashMap<>();
        for (Matcher found = ATTRIBUTE.matcher(text); found.find();) {
            attributes.put(found.group(1), unescaped(found.group(2) == null ? "" : found.group(2)));
        }
        return attributes;
    }

    /** What stands before the end of an element, without the tags in it. */
    private static String textOf(String text, String element) {
        int end = text.indexOf("</" + element);
        return unescaped(TAG.matcher(end < 0 ? text : text.substring(0, end)).replaceAll("")).strip().replaceAll("\\s+", " ");
    }

    private static String unescaped(String text) {
        return REFERENCE.matcher(text).replaceAll(found -> {
            String word = found.group(1);
            if (!word.startsWith("#")) {
                return Matcher.quoteReplacement(NAMED.getOrDefault(word, found.group()));
            }
            boolean isHex = word.charAt(1) == 'x' || word.charAt(1) == 'X';
            int sign = Integer.parseInt(word.substring(isHex ? 2 : 1), isHex ? 16 : 10);
            return Matcher.quoteReplacement(Character.toString(sign));
        });
    }
}
