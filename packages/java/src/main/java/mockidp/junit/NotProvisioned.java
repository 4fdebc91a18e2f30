package mockidp.junit;

/** A product did not take what was sent. The message says who, what and why. */
public final class NotProvisioned extends AssertionError {
    private static final long serialVersionUID = 1;

    NotProvisioned(String message) {
        super(message);
    }
}
