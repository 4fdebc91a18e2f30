import { MockIdPError } from "./errors.js";

/** Stands for a browser: the server answers the sign-in pages itself. A user stays signed in as long as the object lives. */
export class Browser {
  #world;
  #session = "";

  constructor(world) {
    this.#world = world;
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
}
