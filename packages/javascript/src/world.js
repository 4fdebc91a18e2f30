"use strict";
const { URL, URLSearchParams } = require("node:url");
const { GLOBAL_DISPATCHER } = require("./connections.js");
const { MockIdPError } = require("./errors.js");
const { fetchInto, isNodes } = require("./fetch.js");
const { LOGIN, isThisMachine } = require("./names.js");
const { realm } = require("./realm.js");
const { Browser } = require("./sign-in.js");

/** The directory of one test: tenants, users, apps, a clock, rules and a journal. */
class World {
  #expected = [];
  #agents = {};
  #dispatcher;

  constructor(server, told, { user } = {}) {
    this.server = server;
    this.name = told.name;
    this.scenario = told.scenario;
    /** The host that the issuer of minted tokens names, as in the tokens of a sign-in; the server keeps it. */
    this.issuer = told.issuer;
    this.tenants = named("tenant", told.tenants, (tenant) => ({ ...tenant, authority: `https://${LOGIN}/${tenant.id}` }));
    this.users = named("user", told.users, (one) => one);
    this.apps = named("app", told.apps, (app) => app);
    this.tenant = Object.values(this.tenants).find((tenant) => tenant.main);
    this.user = user ? this.users[user] : Object.values(this.users).find((one) => one.main);
  }

  // How an app gets there

  /** `fetch`, whose requests reach this world under Microsoft's names. A host outside this machine is refused. */
  fetch = (input, init) => fetchInto(this, input, init);

  /** A dispatcher of undici; with the npm package undici hand its `Agent` in. */
  async dispatcher(AgentClass) {
    if (AgentClass) return this.server.connections.dispatcher(this.#fields, AgentClass);
    this.#dispatcher ??= this.server.connections.dispatcher(this.#fields);
    return this.#dispatcher;
  }

  /** An agent for node:https (or node:http), axios and others that take one. */
  agent(protocol = "https:") {
    this.#agents[protocol] ??= this.server.connections.agent(protocol, this.#fields);
    return this.#agents[protocol];
  }

  /** The `system.networkClient` of @azure/msal-node. */
  msalNetworkClient() {
    const send = async (method, url, options = {}) => {
      const answer = await this.fetch(url, { method, headers: options.headers, body: options.body });
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.json() };
    };
    return {
      sendGetRequestAsync: (url, options) => send("GET", url, options),
      sendPostRequestAsync: (url, options) => send("POST", url, options),
    };
  }

  /**
   * From now on `fetch`, node:http and node:https of this process reach the world under Microsoft's names, also by an agent that a library makes for
   * itself. Call what it gives to end that.
   */
  async install() {
    const endDispatcher = isNodes() ? await this.#leadFetch() : () => {};
    const endAgents = this.server.connections.leadAgents(this.#fields);
    const endOwn = globalThis.fetch === realm.fetch && isNodes() ? () => {} : this.#replaceFetch();
    return () => [endDispatcher, endAgents, endOwn].forEach((end) => end());
  }

  async #leadFetch() {
    const ours = await this.dispatcher();
    await realm.fetch("data:,");
    const before = realm[GLOBAL_DISPATCHER];
    realm[GLOBAL_DISPATCHER] = Object.assign(Object.create(ours), { mockidpBefore: before });
    return () => (realm[GLOBAL_DISPATCHER] = before);
  }

  /** The `fetch` of happy-dom knows no dispatcher, and jsdom has none. */
  #replaceFetch() {
    const before = Object.getOwnPropertyDescriptor(globalThis, "fetch");
    Object.defineProperty(globalThis, "fetch", { value: this.fetch, writable: true, configurable: true, enumerable: true });
    return () => {
      if (before) Object.defineProperty(globalThis, "fetch", before);
      else delete globalThis.fetch;
    };
  }

  /**
   * The variables of a place where the libraries of Azure look for an identity: `app-service` and `managed-identity` (a virtual machine), and
   * `service-principal` with an app of the world. Together with `install()`, which knows the names in them.
   */
  environment(place, { identity } = {}) {
    const app = identity && this.apps[identity];
    const plain = () => this.#plainBase();
    const named = app ? { AZURE_CLIENT_ID: app.clientId } : {};
    const places = {
      "app-service": () => ({ IDENTITY_ENDPOINT: `${plain()}/MSI/token`, IDENTITY_HEADER: "mockidp", ...named }),
      "managed-identity": () => ({ AZURE_POD_IDENTITY_AUTHORITY_HOST: plain(), MSAL_MANAGED_IDENTITY_ENDPOINT: `${plain()}/metadata/identity/oauth2/token`, ...named }),
      "service-principal": () => {
        const { clientId, secret } = app ?? this.apps.daemon;
        return { AZURE_CLIENT_ID: clientId, AZURE_CLIENT_SECRET: secret, AZURE_TENANT_ID: this.tenant.id };
      },
    };
    if (!places[place]) throw new MockIdPError(`There is no place '${place}'. Known are: ${Object.keys(places).join(", ")}.`);
    return places[place]();
  }

  /** Options of Playwright: `launch` for the browser, `context` for `newContext`. The server is the proxy, which refuses hosts that it does not answer. */
  playwright() {
    return { launch: {}, context: { ignoreHTTPSErrors: true, proxy: this.server.connections.proxy(), extraHTTPHeaders: this.#fields } };
  }

  /** The server's plain address under the world's own name. */
  #plainBase() {
    const { http, url } = this.server.connections;
    if (!http) throw new MockIdPError(`The server at ${this.server.url} has no plain port. Start it with --http-port.`);
    const name = isThisMachine(url.hostname) ? "localhost" : url.hostname;
    return `http://${this.name}.${name}:${http.port}`;
  }

  get #fields() {
    return this.server.headers(this.name);
  }

  /** A browser that nobody sees, in which a user stays signed in. */
  browser() {
    return new Browser(this);
  }

  /** Signs a user in, from an authorization request to the redirect URI, as a new browser. */
  signIn(url, user = this.user, answers = {}) {
    return this.browser().signIn(url, user, answers);
  }

  /** The same at the pages, as a person fills them in; a page that does not go on throws a `PageRefused`. */
  signInAtPages(url, user = this.user) {
    return this.browser().signInAtPages(url, user);
  }

  // Let something happen

  /** Any call of the control API about this world. */
  call(method, path = "", body = undefined) {
    return this.server.call(method, `worlds/${this.name}${path && `/${path}`}`, body);
  }

  async age(kind = "refreshTokens", { by, user, client } = {}) {
    return (await this.call("POST", "age", { kind, by, user, client })).aged;
  }

  async advance(by) {
    return (await this.call("POST", "clock", { advance: by })).now;
  }

  lifetime(kind, time) {
    return this.call("PATCH", "lifetimes", { [kind]: time });
  }

  async revoke(user = this.user) {
    await this.advance("1s"); // tokens of the second of the revocation stay good
    await this.change(user, "revokeSessions");
  }

  async change(user, verb, members = {}) {
    const told = await this.call("POST", `users/${encodeURIComponent(user.alias)}/${verb}`, members);
    if (/^(change|reset)Password$/.test(verb) && typeof members.to === "string") user.password = members.to;
    return told;
  }

  /** Keeps the world as it is, under a name. */
  async snapshot(name) {
    await this.call("POST", "snapshots", { name });
  }

  /** Goes back to a snapshot. Passwords are again what they were then. */
  async restore(name) {
    await this.call("POST", `snapshots/${encodeURIComponent(name)}/restore`);
    const { users } = await this.call("GET");
    for (const { alias, password } of users) if (this.users[alias]) this.users[alias].password = password;
  }

  rule(when, then) {
    const scope = "endpoint" in when || "event" in when ? when : { endpoint: "token", ...when };
    return this.call("POST", "rules", { when: scope, then });
  }

  do(...actions) {
    return this.call("POST", "actions", actions);
  }

  async token(order) {
    return (await this.call("POST", "tokens", order)).token;
  }

  // See what happened

  expect(expectation) {
    this.#expected.push(expectation);
  }

  async verify({ scenario = true } = {}) {
    const orders = [...(scenario ? [{}] : []), ...(this.#expected.length ? [{ expect: this.#expected }] : [])];
    const unmet = [];
    for (const order of orders) {
      for (const expectation of (await this.call("POST", "verify", order)).expectations) {
        if (!expectation.met) unmet.push(`not met: ${expectation.text}`);
      }
    }
    if (unmet.length) throw new Error([...unmet, await this.describe()].join("\n"));
  }

  async journal(filters = {}) {
    return (await this.call("GET", `exchanges?${new URLSearchParams({ limit: 1000, ...filters })}`)).exchanges;
  }

  async explain() {
    const last = (await this.journal()).filter((exchange) => exchange.refusal?.meaning).pop();
    if (!last) return "";
    const { code, error, meaning, remedy = "" } = last.refusal;
    return `#${last.number} ended with ${code ?? error}: ${meaning} ${remedy}`.trim();
  }

  async describe() {
    const exchanges = await this.journal();
    const lines = [`mockidp, world ${this.name}, scenario ${this.scenario}:${exchanges.length ? "" : NO_REQUEST}`];
    for (const { number, method, path, status, events, reasons, refusal, client, user } of exchanges) {
      lines.push([`  #${number} ${method} ${path} → ${status}`, ...events, refusal?.code, client?.alias, user?.alias].filter(Boolean).join(" "));
      lines.push(...reasons.map((reason) => `     ${reason}`));
    }
    lines.push(...idleRules((await this.call("GET", "rules")).rules));
    const explained = await this.explain();
    return [...lines, ...(explained ? [`  ${explained}`] : [])].join("\n");
  }

  async remove() {
    for (const agent of Object.values(this.#agents)) agent.destroy();
    if (this.#dispatcher) await (await this.#dispatcher).destroy();
    await this.call("DELETE");
  }
}

/** What runners and printers ask every object for. None of it is a short name. */
const ASKED_OF_ALL = new Set(["then", "constructor", "inspect", "length", "size", "type", "ref", "key", "props", "window", "document", "prototype"]);

/** Things by their short names. One that is not there is answered with those that are. */
function named(kind, list, make) {
  const known = Object.fromEntries(list.map((one) => [one.alias, make(one)]));
  return new Proxy(known, {
    get(target, name) {
      if (typeof name === "string" && !Object.hasOwn(target, name) && /^[a-z][a-z0-9-]*$/.test(name) && !ASKED_OF_ALL.has(name)) {
        throw new MockIdPError(`The world has no ${kind} '${name}'. Known are: ${Object.keys(target).join(", ") || "none"}.`);
      }
      return target[name];
    },
  });
}

/** The rules that nothing has fitted, each with the exchange that came nearest and what differed. */
function idleRules(rules) {
  return rules.filter((rule) => rule.matched === 0 && rule.enabled !== false)
    .map((rule) => `  nothing has fitted the rule ${rule.name} (${rule.when})${rule.nearest ? `; nearest: ${rule.nearest.text}` : ""}`);
}

const NO_REQUEST = " no request came. Does the app use world.fetch, world.agent() or world.msalNetworkClient(), or did the test call world.install()?";

module.exports = { World };
