/** The server cannot be started or reached, or it refused a call of the control API. */
export class MockIdPError extends Error {
  name = "MockIdPError";

  constructor(message, { status, problem, cause } = {}) {
    super(message, { cause });
    this.status = status;
    this.problem = problem;
  }
}
