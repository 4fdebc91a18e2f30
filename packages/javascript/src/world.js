import https from "node:https";
import { GLOBAL_DISPATCHER } from "./connections.js";
import { LOGIN } from "./names.js";
import { Browser } from "./sign-in.js";

/** The directory of one test: tenants, users, apps, a clock, rules and a journal. */
export class World {
  #expected = [];
  #agents = {};
  #dispatcher;

  constructor(server, told, user) {
    this.server = server;
    this.name = told.name;
    this.scenario = told.scenario;
    this.tenants = byAlias(told.tenants, (tenant) => ({ ...tenant, authority: `https://${LOGIN}/${tenant.id}` }));
    this.users = byAlias(told.users, (one) => one);
    this.apps = byAlias(told.apps, (app) => app);
    this.tenant = Object.values(this.tenants).find((tenant) => tenant.main);
    this.user = user ? this.users[user] : Object.values(this.users).find((one) => one.main);
  }

  // How an app gets there

  /** `fetch`, whose requests reach this world under Microsoft's names. A host outside this machine is refused. */
  fetch = async (input, init = {}) => fetch(input, { ...init, dispatcher: await this.dispatcher() });

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

  /** From now on `fetch` and node:https of this process reach the world under Microsoft's names. Call what it gives to end that. */
  async install() {
    const ours = await this.dispatcher();
    await fetch("data:,");
    const before = { dispatcher: globalThis[GLOBAL_DISPATCHER], agent: https.globalAgent };
    globalThis[GLOBAL_DISPATCHER] = Object.assign(Object.create(ours), { mockidpBefore: before.dispatcher });
    https.globalAgent = this.agent();
    return () => {
      globalThis[GLOBAL_DISPATCHER] = before.dispatcher;
      https.globalAgent = before.agent;
    };
  }

  /** Options of Playwright: `launch` for the browser, `context` for `newContext`. */
  playwright() {
    const { address, url, hosts } = this.server.connections;
    const rules = hosts.map((name) => `MAP ${name}:443 ${address}:${url.port}`).join(", ");
    return { launch: { args: [`--host-resolver-rules=${rules}`] }, context: { ignoreHTTPSErrors: true, extraHTTPHeaders: this.#fields } };
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

  change(user, verb, members = {}) {
    return this.call("POST", `users/${encodeURIComponent(user.alias)}/${verb}`, members);
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
    const lines = [`mockidp, world ${this.name}, scenario ${this.scenario}:${exchanges.length ? "" : " no request came"}`];
    for (const { number, method, path, status, events, reasons, refusal, client, user } of exchanges) {
      lines.push([`  #${number} ${method} ${path} → ${status}`, ...events, refusal?.code, client?.alias, user?.alias].filter(Boolean).join(" "));
      lines.push(...reasons.map((reason) => `     ${reason}`));
    }
    const explained = await this.explain();
    return [...lines, ...(explained ? [`  ${explained}`] : [])].join("\n");
  }

  async remove() {
    for (const agent of Object.values(this.#agents)) agent.destroy();
    if (this.#dispatcher) await (await this.#dispatcher).destroy();
    await this.call("DELETE");
  }
}

function byAlias(list, make) {
  return Object.fromEntries(list.map((one) => [one.alias, make(one)]));
}
