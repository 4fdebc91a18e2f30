package mockidp.junit;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A message that was sent, whole. */
public final class Message {
    private final Map<String, Object> told;

    Message(Map<String, Object> told) {
        this.told = told;
    }

    public String subject() {
        return Json.text(told.get("subject"));
    }

    /** What a person reads. */
    public String text() {
        return Json.text(told.get("text"));
    }

    public String html() {
        return Json.text(told.get("html"));
    }

    public String from() {
        return Json.text(told.get("from"));
    }

    public List<String> to() {
        return Json.list(told.get("to")).stream().map(Json::text).collect(Collectors.toList());
    }

    /** Everything that the control API says of it. */
    public Map<String, Object> told() {
        return told;
    }

    /** The address of the first link whose text or address has {@code text} in it. */
    public String link(String text) {
        for (Object one : Json.list(told.get("links"))) {
            String url = Json.text(Json.object(one).get("url"));
            if (url.contains(text) || Json.text(Json.object(one).get("text")).contains(text)) {
                return url;
            }
        }
        throw new MockIdPException("'" + subject() + "' has no link '" + text + "'");
    }

    /** What the pattern finds in the text first: its first group, if it has one. */
    public String code(String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(text());
        if (!found.find()) {
            throw new MockIdPException("'" + subject() + "' has nothing like " + pattern + ". Its text is: " + text());
        }
        return found.groupCount() > 0 ? found.group(1) : found.group();
    }
}
