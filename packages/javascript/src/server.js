"use strict";
const { Buffer } = require("node:buffer");
const { readFileSync } = require("node:fs");
const { request } = require("node:https");
const { URL } = require("node:url");
const { Connections } = require("./connections.js");
const { MockIdPError } = require("./errors.js");
const { LOGIN } = require("./names.js");
const { Process } = require("./process.js");
const { isFile, textOf } = require("./scenario.js");
const { World } = require("./world.js");

/** A server that this process started, or one that runs already. It holds thousands of worlds, which do not see each other. */
class Server {
  #process;
  #agent;

  constructor({ url, http, ca, hosts, controlToken, process }) {
    this.url = new URL(url).origin;
    this.ca = ca;
    this.controlToken = controlToken;
    this.connections = new Connections({ url, http, ca, hosts });
    this.#agent = this.connections.agent("https:");
    this.#process = process;
  }

  /** Starts a server on free ports. With MOCKIDP_URL in the environment, as under `mockidp exec`, that one is used. */
  static async start({ args = [] } = {}) {
    if (process.env.MOCKIDP_URL && args.length === 0) return Server.attach(process.env.MOCKIDP_URL);
    return Server.#of(await Process.start(args));
  }

  /** The server that all test files of this process share. */
  static async shared() {
    if (process.env.MOCKIDP_URL) return Server.attach(process.env.MOCKIDP_URL);
    return Server.#of(await Process.shared());
  }

  static #of(started) {
    const { authority, http, caCertificate, hosts } = started.ready;
    return new Server({ url: authority, http, ca: caCertificate, hosts, process: started });
  }

  /** Resolves when the server ends that this object or this process started; never for one that runs elsewhere. */
  get ended() {
    return this.#process?.ended ?? new Promise(() => {});
  }

  /** The variables that lead another process with this package to the server. */
  get environment() {
    const { ready } = this.#process ?? {};
    const { http } = this.connections;
    return { MOCKIDP_URL: this.url, ...(ready ? { MOCKIDP_CA: ready.ca } : {}), ...(http ? { MOCKIDP_PROXY: http.origin } : {}) };
  }

  /** Uses a server that somebody else started. Without `ca` (PEM) or MOCKIDP_CA the test trusts the authority that it finds there. */
  static async attach(url, { ca, controlToken = process.env.MOCKIDP_CONTROL_TOKEN } = {}) {
    const file = process.env.MOCKIDP_CA;
    const trusted = ca ?? (file ? readFileSync(file, "utf8") : await fetchCA(url));
    const server = new Server({ url, http: process.env.MOCKIDP_PROXY, ca: trusted, controlToken });
    await server.learn();
    await server.call("GET", "worlds/default");
    return server;
  }

  /** Asks a server that runs already for the names that it answers, and for its plain port. */
  async learn() {
    const { hosts, http, version } = await this.call("GET", "health");
    if (!hosts) throw new MockIdPError(`The mockidp ${version} at ${this.url} is older than this package. Start one of the same version.`);
    this.connections.learn(hosts, http);
  }

  /**
   * Makes a world. The scenario is a name of the library, a file, the text of one, or an object in its words. The world of a file keeps the ids, domains
   * and names that the file states, unless `ids: "own"` says otherwise.
   */
  async world(scenario, { user, issuer = LOGIN, overrides, name, ids = isFile(scenario) ? "asWritten" : undefined, clientIds, seed, idleTimeout } = {}) {
    const order = { scenario: textOf(scenario), overrides, name, ids, clientIds, seed, idleTimeout, issuer };
    return new World(this, await this.call("POST", "worlds", order), { user });
  }

  /** The header fields that lead a request into a world. */
  headers(world) {
    return { "Mockidp-World": world, ...(this.controlToken ? { "Mockidp-Control-Token": this.controlToken } : {}) };
  }

  /** Any call of the control API. The path follows /_mockidp/v1/. */
  async call(method, path, body) {
    const fields = this.controlToken ? { Authorization: `Bearer ${this.controlToken}` } : {};
    const sent = body === undefined ? undefined : JSON.stringify(body);
    if (sent !== undefined) fields["Content-Length"] = Buffer.byteLength(sent);
    let answer;
    try {
      answer = await this.connections.exchange(this.#agent, method, `${this.url}/_mockidp/v1/${path}`, fields, sent);
    } catch (cause) {
      throw new MockIdPError(`No mockidp answers at ${this.url}: ${cause.message}`, { cause });
    }
    const told = parsed(answer.text);
    if (answer.status < 400) return told;
    const words = `${told?.detail ?? answer.text} ${told?.remedy ?? ""}${answer.status === 401 ? " Set MOCKIDP_CONTROL_TOKEN." : ""}`.trim();
    throw new MockIdPError(`${method} ${path}: ${answer.status} ${words}`, { status: answer.status, problem: told?.type?.split(":").pop() });
  }

  /** Ends the server if this object started it. */
  async stop() {
    this.#agent.destroy();
    await this.#process?.stop();
    this.#process = undefined;
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The authority of a server that runs; the first request to it cannot be verified. */
function fetchCA(url) {
  return new Promise((resolve, reject) => {
    const failed = (cause) => reject(new MockIdPError(`No mockidp answers at ${url}: ${cause.message}`, { cause }));
    request(new URL("/_mockidp/ca.pem", url), { rejectUnauthorized: false, agent: false }, (answer) => {
      let text = "";
      answer.on("data", (part) => (text += part));
      answer.on("end", () => (answer.statusCode === 200 ? resolve(text) : failed(new Error(`${answer.statusCode} for /_mockidp/ca.pem`))));
    }).on("error", failed).end();
  });
}

module.exports = { Server };
