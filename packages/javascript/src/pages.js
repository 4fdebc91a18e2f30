"use strict";
const { Buffer } = require("node:buffer");
const { URL, URLSearchParams } = require("node:url");
const { portOf } = require("./connections.js");
const { MockIdPError, PageRefused } = require("./errors.js");
const { readPage } = require("./html.js");
const { MOST_STEPS, typedBy } = require("./typed.js");

/** A person with a browser that nobody sees: it follows redirects, keeps cookies, and fills in the pages of the sign-in. */
class Pages {
  #world;
  #cookies = new Map();

  constructor(world) {
    this.#world = world;
  }

  /** Goes from an authorization request to the app's redirect URI. The arrival also tells how many pages were filled in. */
  async signIn(url, user) {
    const until = new URL(url).searchParams.get("redirect_uri");
    let way = { url: new URL(url), form: undefined };
    let pages = 0;
    for (let step = 0; step < MOST_STEPS; step++) {
      if (step > 0 && this.#isLeft(way.url, until)) return { ...arrivalOf(way), pages };
      const answer = await this.#ask(way);
      if (answer.headers.location) {
        way = { url: new URL(answer.headers.location, way.url) };
        continue;
      }
      const page = readPage(answer.text);
      if (page.link) way = { url: new URL(page.link, way.url) };
      else if (page.form && this.#isLeft(new URL(page.form.action, way.url), until)) way = next(way.url, page.form, hidden(page.form)); // form_post
      else {
        if (page.alert || !page.form) throw new PageRefused({ ...page, text: page.alert ?? "nothing" }, await this.#world.describe());
        way = next(way.url, page.form, filledIn(page.form, user));
        pages += 1;
      }
    }
    throw new MockIdPError(`The sign-in goes round in a circle.\n${await this.#world.describe()}`);
  }

  #isLeft(url, until) {
    if (until && withoutEnd(url) === withoutEnd(new URL(until))) return true;
    return !/^https?:$/.test(url.protocol) || !this.#world.server.connections.answers(url.hostname, portOf(url));
  }

  async #ask({ url, form }) {
    const jar = this.#cookies.get(url.hostname) ?? new Map();
    const fields = jar.size ? { Cookie: [...jar].map((pair) => pair.join("=")).join("; ") } : {};
    const body = form && String(new URLSearchParams(form));
    if (body !== undefined) Object.assign(fields, { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": Buffer.byteLength(body) });
    const { connections } = this.#world.server;
    const answer = await connections.exchange(this.#world.agent(url.protocol), body === undefined ? "GET" : "POST", url.href, fields, body);
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
      if (/;\s*max-age=0\b|;\s*expires=[^;]*\b1970\b/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    this.#cookies.set(url.hostname, jar);
    return answer;
  }
}

function hidden({ controls }) {
  return Object.fromEntries(controls.filter((one) => one.type === "hidden").map((one) => [one.name, one.value ?? ""]));
}

/** The fields that the form sends when the user has answered it with its main button. */
function filledIn(form, user) {
  const fields = hidden(form);
  const tiles = form.controls.filter((one) => one.name === "account");
  if (tiles.length) {
    const tile = tiles.find((one) => one["data-test-id"]?.toLowerCase() === user.userPrincipalName.toLowerCase());
    return { ...fields, ...(tile ? { account: tile.value } : { action: "other" }) };
  }
  for (const [name, text] of Object.entries(typedBy(user))) {
    const box = form.controls.find((one) => one.tag === "input" && one.name === name && one.type !== "hidden");
    if (box) fields[name] = text;
  }
  if (fields.newPassword) user.password = fields.newPassword;
  return fields;
}

function next(from, { action }, fields) {
  return { url: new URL(action, from), form: fields };
}

function arrivalOf({ url, form }) {
  const sent = form ?? Object.fromEntries([...url.searchParams, ...new URLSearchParams(url.hash.slice(1))]);
  const whole = new URL(url);
  if (form) for (const [name, text] of Object.entries(form)) whole.searchParams.set(name, text);
  return { redirectUri: withoutEnd(url), parameters: sent, url: whole.href };
}

function withoutEnd(url) {
  return url.href.replace(/[?#].*$/, "");
}

module.exports = { Pages };
