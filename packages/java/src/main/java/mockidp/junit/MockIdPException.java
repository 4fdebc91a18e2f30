package mockidp.junit;

/** The server cannot be started or reached, or it refused a call of the control API. */
public class MockIdPException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int status;
    private final String problem;
    private final String detail;

    MockIdPException(String message) {
        this(message, 0, null);
    }

    MockIdPException(String message, int status, Throwable cause) {
        super(message, cause);
        this.status = status;
        this.problem = "";
        this.detail = "";
    }

    MockIdPException(String message, int status, String problem, String detail) {
        super(message);
        this.status = status;
        this.problem = problem;
        this.detail = detail;
    }

    /** {@return the HTTP status of a refused call; 0 when the server did not refuse} */
    public final int status() {
        return status;
    }

    /** {@return the last word of the type of a refused call, such as {@code unknown-user}; empty when the server did not refuse} */
    public final String problem() {
        return problem;
    }

    final String detail() {
        return detail;
    }
}
