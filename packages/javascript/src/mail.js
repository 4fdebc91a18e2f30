"use strict";
const { URLSearchParams } = require("node:url");
const { MockIdPError } = require("./errors.js");

/** A message that was sent, whole. */
class Message {
  constructor(told) {
    Object.assign(this, told);
  }

  /** The address of the first link whose text or address has `text` in it. */
  link(text = "") {
    const found = this.links.find((link) => link.text.includes(text) || link.url.includes(text));
    if (found) return found.url;
    throw new MockIdPError(`'${this.subject}' has no link '${text}'. It has: ${this.links.map((link) => link.text).join(", ") || "none"}.`);
  }

  /** What the pattern finds in the text first: its first group, if it has one. */
  code(pattern = /\b\d{4,8}\b/) {
    const found = new RegExp(pattern).exec(this.text) ?? new RegExp(pattern).exec(this.subject);
    if (found) return found[1] ?? found[0];
    throw new MockIdPError(`'${this.subject}' has nothing like ${pattern}. Its text is: ${this.text}`);
  }
}

/** The mail of a world. Nothing in it has left the machine. */
class Mail {
  #world;

  constructor(world) {
    this.#world = world;
  }

  /**
   * The newest message that fits, as soon as it is there: `wait({ to: "kim@example.com", subject: "Welcome" })`. A message that came before counts
   * too. `timeout` is a text such as "5s".
   */
  async wait({ timeout = "5s", ...filters } = {}) {
    const { mail } = await this.#world.call("POST", "mail/wait", { ...filters, timeout });
    return this.#whole(mail[0]);
  }

  /** The messages that fit, the newest first. */
  async all(filters = {}) {
    const { mail } = await this.#world.call("GET", `mail?${new URLSearchParams(filters)}`);
    return Promise.all(mail.map((one) => this.#whole(one)));
  }

  /** Forgets all messages. */
  async clear() {
    await this.#world.call("DELETE", "mail");
  }

  async #whole({ id }) {
    return new Message(await this.#world.call("GET", `mail/${id}`));
  }
}

module.exports = { Mail };
