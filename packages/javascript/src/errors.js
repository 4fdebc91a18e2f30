"use strict";

/** The server cannot be started or reached, or it refused a call of the control API. */
class MockIdPError extends Error {
  name = "MockIdPError";

  constructor(message, { status, problem, cause } = {}) {
    super(message, { cause });
    this.status = status;
    this.problem = problem;
    /** The number that the service gives a refusal, `AADSTS50126`, where there is one. */
    this.code = /\bAADSTS\d+/.exec(message)?.[0];
  }
}

/** A page of the sign-in that does not go on: a wrong password, a locked user, an error page. */
class PageRefused extends MockIdPError {
  name = "PageRefused";

  constructor({ heading, text, code }, journal) {
    super(`The sign-in came no further than the page "${heading}", which says: ${text}${code ? ` (${code})` : ""}\n${journal}`);
    this.heading = heading;
    /** What the page says to the user. */
    this.text = text;
    this.code = code;
  }
}

module.exports = { MockIdPError, PageRefused };
