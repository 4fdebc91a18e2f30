"use strict";
const { Agent, request: plainRequest } = require("node:http");
const { Agent: TLSAgent, request: tlsRequest } = require("node:https");
const { connect: connectPlain } = require("node:net");
const { connect: connectTLS } = require("node:tls");
const { URL } = require("node:url");
const { MockIdPError } = require("./errors.js");
const { MACHINE, fits, isThisMachine } = require("./names.js");
const { realm } = require("./realm.js");

/** Opens connections for one server: its own names and Microsoft's lead there, this machine is reached as ever, other hosts are refused. */
class Connections {
  constructor({ url, http, ca, hosts = [] }) {
    /** The names of Microsoft's that the server answers, as it says itself. */
    this.hosts = hosts;
    this.url = new URL(url);
    this.http = http ? new URL(http) : undefined;
    this.ca = ca;
  }

  learn(hosts, http) {
    this.hosts = hosts;
    if (http) this.http ??= new URL(http);
  }

  /** Whether a request for this host and port goes to the server. */
  answers(host, port) {
    if (fits(host, this.hosts) || host === MACHINE) return true;
    const ours = host === this.url.hostname || host.endsWith(`.${this.url.hostname}`);
    return ours && [this.url, this.http].some((one) => one && String(port) === portOf(one));
  }

  get address() {
    return isThisMachine(this.url.hostname) ? "127.0.0.1" : this.url.hostname;
  }

  /** The `proxy` of Playwright: this machine is reached without it. */
  proxy(bypass) {
    if (!this.http) throw new MockIdPError(`The server at ${this.url.origin} has no plain port, and a browser needs it as its proxy. Start it with --http-port.`);
    const machine = "localhost,.localhost,127.0.0.1,[::1]";
    return { server: `http://${this.address}:${portOf(this.http)}`, bypass: bypass ? `${machine},${bypass}` : machine };
  }

  /** A connected socket; `host` and `port` are those of the request's URL. */
  open(protocol, host, port, { cert, key, pfx, passphrase } = {}) {
    const secure = protocol === "https:";
    if (!this.answers(host, port)) {
      if (!isThisMachine(host)) throw new MockIdPError(`${host} is not a host that mockidp answers, and tests with it do not leave this machine.`);
      const at = { host: host.endsWith("localhost") ? "localhost" : host, port: Number(port) };
      return secure ? connectTLS({ ...at, servername: host, ALPNProtocols: ["http/1.1"] }) : connectPlain(at);
    }
    if (!secure) return connectPlain({ host: this.address, port: Number(portOf(this.http ?? this.url)) });
    return connectTLS({ host: this.address, port: Number(portOf(this.url)), servername: host, ca: this.ca, cert, key, pfx, passphrase, ALPNProtocols: ["http/1.1"] });
  }

  /** An agent for node:http or node:https whose requests carry the header fields. */
  agent(protocol, headers = {}) {
    const agent = new (protocol === "https:" ? TLSAgent : Agent)({ keepAlive: true, maxSockets: 8 });
    return Object.assign(agent, this.#ways(protocol, headers, { addRequest: ADD_REQUEST }));
  }

  /** From now on every agent of node:http and node:https leads here, that of a library too. Gives the function that ends it. */
  leadAgents(headers) {
    const ends = [[Agent.prototype, "http:"], [TLSAgent.prototype, "https:"]].map(([prototype, protocol]) => {
      const before = ["addRequest", "createConnection"].map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)]);
      const { addRequest, createConnection } = prototype;
      Object.assign(prototype, this.#ways(protocol, headers, { addRequest, createConnection }));
      return () => {
        for (const [name, property] of before) {
          if (property) Object.defineProperty(prototype, name, property);
          else delete prototype[name];
        }
      };
    });
    return () => ends.forEach((end) => end());
  }

  /** The two functions of an agent: one adds the header fields, one connects. What is not for the server goes on to `createConnection`. */
  #ways(protocol, headers, { addRequest, createConnection }) {
    const connections = this;
    return {
      addRequest(request, options, ...rest) {
        if (!options.socketPath && connections.answers(hostOf(options), portIn(options, protocol))) {
          for (const [name, value] of Object.entries(headers)) if (!request.hasHeader(name)) request.setHeader(name, value);
        }
        return addRequest.call(this, request, options, ...rest);
      },

      createConnection(options, done) {
        const [host, port] = [hostOf(options), portIn(options, protocol)];
        const isOthers = options.socketPath || (!connections.answers(host, port) && isThisMachine(host) && !host.endsWith(".localhost"));
        if (createConnection && isOthers) return createConnection.call(this, options, done);
        try {
          return connections.open(protocol, host, port, options);
        } catch (error) {
          done(error);
        }
      },
    };
  }

  /** One request with node:https, one answer; redirects are the caller's. */
  exchange(agent, method, url, headers, body) {
    return new Promise((resolve, reject) => {
      const send = new URL(url).protocol === "https:" ? tlsRequest : plainRequest;
      const request = send(url, { method, agent, headers }, (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (part) => (text += part));
        answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
        answer.on("error", reject);
      });
      request.on("error", reject);
      request.end(body);
    });
  }

  /**
   * A dispatcher for the `fetch` of Node, whose requests carry the header fields. Node keeps its undici to itself; the class of its global
   * dispatcher is the way to it. With the npm package undici: `connections.dispatcher(headers, undici.Agent)`.
   */
  async dispatcher(headers = {}, AgentClass = undefined) {
    const Dispatcher = AgentClass ?? (await builtInAgent());
    const agent = new Dispatcher({
      connect: (options, done) => {
        try {
          const socket = this.open(options.protocol, options.servername ?? options.hostname, options.port || (options.protocol === "https:" ? "443" : "80"));
          const failed = (error) => done(error, null);
          socket.once("error", failed);
          socket.once(options.protocol === "https:" ? "secureConnect" : "connect", () => {
            socket.off("error", failed);
            done(null, socket);
          });
        } catch (error) {
          done(inRealm(error), null);
        }
      },
    });
    return {
      dispatch: (options, handler) => {
        const origin = new URL(options.origin);
        return agent.dispatch(this.answers(origin.hostname, portOf(origin)) ? { ...options, headers: withFields(options.headers, headers) } : options, handler);
      },
      close: () => agent.close(),
      destroy: () => agent.destroy(),
    };
  }
}

const ADD_REQUEST = Agent.prototype.addRequest;
const GLOBAL_DISPATCHER = Symbol.for("undici.globalDispatcher.1");

async function builtInAgent() {
  if (!realm[GLOBAL_DISPATCHER]) await realm.fetch("data:,"); // Node makes it when fetch is first called
  if (!realm[GLOBAL_DISPATCHER]) throw new MockIdPError("The fetch of this process is not Node's, and takes no dispatcher. Use world.fetch, or hand in the Agent of undici.");
  let found = realm[GLOBAL_DISPATCHER];
  while (found.mockidpBefore) found = found.mockidpBefore;
  return found.constructor;
}

/** The error as `fetch` knows errors: of one that a test file's global object made it would keep no more than the text. */
function inRealm(error) {
  return error instanceof realm.Error ? error : Object.assign(new realm.Error(error.message), { name: error.name });
}

/** The header fields of a dispatched request, which are a list of names and values, an object or an iterable, with more of them. */
function withFields(given, more) {
  const pairs = Object.entries(more);
  if (Array.isArray(given)) return [...given, ...pairs.flat()];
  if (given && typeof given[Symbol.iterator] === "function") return [...[...given].flat(), ...pairs.flat()];
  return { ...given, ...more };
}

function hostOf(options) {
  return options.servername || options.hostname || options.host || "localhost";
}

function portIn(options, protocol) {
  return options.port || (protocol === "http:" ? "80" : "443");
}

function portOf(url) {
  return url.port || (url.protocol === "http:" ? "80" : "443");
}

module.exports = { Connections, GLOBAL_DISPATCHER, portOf };
