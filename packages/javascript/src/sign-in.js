import { MockIdPError } from "./errors.js";
import { portOf } from "./connections.js";

/** The code that the server always accepts. */
const ONE_TIME_CODE = "123456";
const NEW_PASSWORD = "Passw0rd!2";
const MOST_STEPS = 30;

/** A browser without a window. It keeps the cookies of the sign-in, so a user stays signed in as long as it lives. */
export class Pages {
  #world;
  #cookies = new Map();

  constructor(world) {
    this.#world = world;
  }

  /** Fills in the sign-in pages, from an authorization request to the app's redirect URI. */
  async signIn(address, user = this.#world.user) {
    let url = new URL(address);
    let form;
    for (let step = 0; step < MOST_STEPS; step++) {
      if (!this.#isPage(url)) return arrival(url, form);
      const answer = await this.#ask(url, form);
      if (answer.headers.location && Math.floor(answer.status / 100) === 3) {
        url = new URL(answer.headers.location, url);
        form = undefined;
        continue;
      }
      const page = readPage(answer.text);
      if (page.action === undefined || page.alert) {
        throw new MockIdPError(`The sign-in came no further than the page "${page.heading}" (${answer.status}) ${page.alert}\n${await this.#world.describe()}`);
      }
      url = new URL(page.action, url);
      form = this.#isPage(url) ? filled(page, user) : hidden(page);
    }
    throw new MockIdPError(`The sign-in goes round in a circle.\n${await this.#world.describe()}`);
  }

  /** Whether the address is a page of the server. The redirect URI of native apps has a sign-in host, and is the app's. */
  #isPage(url) {
    return /^https?:$/.test(url.protocol) && this.#world.server.connections.answers(url.hostname, portOf(url)) && !url.pathname.endsWith("/nativeclient");
  }

  async #ask(url, form) {
    const body = form && new URLSearchParams(form).toString();
    const kept = this.#cookies.get(url.host) ?? new Map();
    this.#cookies.set(url.host, kept);
    const headers = {
      ...(kept.size ? { Cookie: [...kept].map(([name, value]) => `${name}=${value}`).join("; ") } : {}),
      ...(body === undefined ? {} : { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": Buffer.byteLength(body) }),
    };
    const agent = this.#world.agent(url.protocol);
    const answer = await this.#world.server.connections.exchange(agent, body === undefined ? "GET" : "POST", url, headers, body);
    for (const cookie of answer.headers["set-cookie"] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value && !/;\s*max-age=0/i.test(cookie)) kept.set(name, value);
      else kept.delete(name);
    }
    return answer;
  }
}

function arrival(url, form) {
  const parameters = form ?? Object.fromEntries(new URLSearchParams(url.hash ? url.hash.slice(1) : url.search));
  return { redirectUri: url.href.replace(/[?#].*$/, ""), parameters, url: form ? `${url.href}?${new URLSearchParams(form)}` : url.href };
}

function hidden(page) {
  return Object.fromEntries(page.controls.filter((one) => one.type === "hidden" && one.name).map((one) => [one.name, one.value ?? ""]));
}

/** What the user's browser would send after the user has typed. */
function filled(page, user) {
  const typed = {
    loginfmt: user.userPrincipalName, passwd: user.password, otc: ONE_TIME_CODE,
    currentPassword: user.password, newPassword: NEW_PASSWORD, confirmNewPassword: NEW_PASSWORD,
  };
  const form = hidden(page);
  const tiles = page.controls.filter((one) => one.tag === "button" && one.name === "account");
  if (tiles.length) {
    const tile = tiles.find((one) => one["data-test-id"]?.toLowerCase() === user.userPrincipalName.toLowerCase());
    return { ...form, ...(tile ? { account: tile.value } : { action: "other" }) };
  }
  for (const { tag, type, name, value } of page.controls) {
    if (tag === "input" && type !== "hidden" && name) form[name] = (name === "loginfmt" && value) || (typed[name] ?? "");
  }
  return form;
}

/** The first form of a page, and what the page says. It knows of HTML what the server's pages use: attributes in double quotes. */
function readPage(html) {
  const page = { action: undefined, controls: [], heading: "", alert: "" };
  let forms = 0;
  for (const [, tag, inside = "", text = ""] of html.matchAll(/<!--[^]*?-->|<script[^]*?<\/script>|<style[^]*?<\/style>|<(\/?\w+)([^>]*)>([^<]*)/g)) {
    if (!tag) continue;
    const named = { tag };
    for (const [, name, value = ""] of inside.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) named[name] = unescaped(value);
    if (tag === "form" && ++forms === 1) page.action = named.action ?? "";
    if ((tag === "input" || tag === "button") && forms === 1) page.controls.push(named);
    if (tag === "h1") page.heading = unescaped(text).trim();
    if (named.role === "alert") page.alert ||= unescaped(text).trim();
  }
  return page;
}

function unescaped(text) {
  const words = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, word) =>
    word ? (words[word] ?? all) : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)));
}
