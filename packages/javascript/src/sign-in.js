"use strict";
const { MockIdPError } = require("./errors.js");
const { Pages } = require("./pages.js");

/** Stands for a browser in which a user stays signed in as long as the object lives. The session of its pages is one of its own. */
class Browser {
  #world;
  #session = "";
  #pages;

  constructor(world) {
    this.#world = world;
    this.#pages = new Pages(world);
  }

  /** Goes from an authorization request to the app's redirect URI. `answers` say what else the user does: consent, mfa, cancel. */
  async signIn(url, user = this.#world.user, answers = {}) {
    try {
      const { session, ...arrival } = await this.#world.call("POST", "signIn", { url: String(url), user: user.alias, session: this.#session, ...answers });
      this.#session = session;
      return arrival;
    } catch (cause) {
      if (!(cause instanceof MockIdPError)) throw cause;
      throw new MockIdPError(`${cause.message}\n${await this.#world.describe()}`, { cause, status: cause.status, problem: cause.problem });
    }
  }

  /** The same at the pages, as a person fills them in. A page that does not go on throws a `PageRefused`, and the browser goes on. */
  signInAtPages(url, user = this.#world.user) {
    return this.#pages.signIn(String(url), user);
  }
}

module.exports = { Browser };
