package mockidp.junit;

/** The server cannot be started or reached, or it refused a call of the control API. */
public final class MockIdPException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int status;

    MockIdPException(String message) {
        this(message, 0, null);
    }

    MockIdPException(String message, int status, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /** The HTTP status of a refused call; 0 when the server did not refuse. */
    public int status() {
        return status;
    }
}
