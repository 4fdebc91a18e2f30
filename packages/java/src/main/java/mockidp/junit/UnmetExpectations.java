package mockidp.junit;

/** Carries the journal itself. */
final class UnmetExpectations extends AssertionError {
    private static final long serialVersionUID = 1;

    UnmetExpectations(String message) {
        super(message);
    }
}
