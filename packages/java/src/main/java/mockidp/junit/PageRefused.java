package mockidp.junit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of the server that a sign-in does not get past, as a person reads it. */
public final class PageRefused extends MockIdPException {
    private static final long serialVersionUID = 1;
    private static final Pattern REFUSAL = Pattern.compile("(AADSTS\\d+): (.*?)\\.?\\.?", Pattern.DOTALL);

    private final String code;
    private final String text;
    private final String journal;

    private PageRefused(String code, String text, String journal) {
        super("The sign-in ends on a page of the server: " + (code.isEmpty() ? "" : code + ": ") + text + "\n" + journal);
        this.code = code;
        this.text = text;
        this.journal = journal;
    }

    /** The server says the code in front of the text, or the page has it elsewhere. */
    static PageRefused saying(String said, String code, String journal) {
        int start = said.indexOf("AADSTS");
        Matcher found = REFUSAL.matcher(start < 0 ? "" : said.substring(start));
        return found.matches() ? new PageRefused(found.group(1), found.group(2) + ".", journal) : new PageRefused(code, said, journal);
    }

    /** {@return the number of the refusal, such as {@code AADSTS50057}; empty for a page that has none} */
    public String code() {
        return code;
    }

    /** {@return what the page says} */
    public String text() {
        return text;
    }

    /** {@return the journal of the world, with the reasons} */
    public String journal() {
        return journal;
    }
}
