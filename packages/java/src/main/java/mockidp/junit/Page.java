package mockidp.junit;

import java.net.URI;
import java.util.Map;

/** Where the way of a browser ended. */
public final class Page {
    private final URI address;
    private final int status;
    private final String body;
    private final Map<String, String> arrived;

    Page(URI address, int status, String body, Map<String, String> arrived) {
        this.address = address;
        this.status = status;
        this.body = body;
        this.arrived = arrived;
    }

    /** {@return the address of the page} */
    public URI address() {
        return address;
    }

    /** {@return the HTTP status; 0 when nobody was asked} */
    public int status() {
        return status;
    }

    /** {@return the text of the page} */
    public String body() {
        return body;
    }

    /** What the app receives at its redirect URI, where the way ended there. */
    Map<String, String> arrived() {
        return arrived;
    }
}
