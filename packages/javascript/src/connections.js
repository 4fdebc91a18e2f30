import { Agent, request as plainRequest } from "node:http";
import { Agent as TLSAgent, request as tlsRequest } from "node:https";
import { connect as connectPlain } from "node:net";
import { connect as connectTLS } from "node:tls";
import { MockIdPError } from "./errors.js";
import { fits, isThisMachine } from "./names.js";

/** Opens connections for one server: its own names and Microsoft's lead there, this machine is reached as ever, other hosts are refused. */
export class Connections {
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
    if (fits(host, this.hosts)) return true;
    const ours = host === this.url.hostname || host.endsWith(`.${this.url.hostname}`);
    return ours && [this.url, this.http].some((one) => one && String(port) === portOf(one));
  }

  get address() {
    return isThisMachine(this.url.hostname) ? "127.0.0.1" : this.url.hostname;
  }

  /** A connected socket; `host` and `port` are those of the request's URL. */
  open(protocol, host, port) {
    const secure = protocol === "https:";
    if (!this.answers(host, port)) {
      if (!isThisMachine(host)) throw new MockIdPError(`${host} is not a host that mockidp answers, and tests with it do not leave this machine.`);
      const at = { host: host.endsWith("localhost") ? "localhost" : host, port: Number(port) };
      return secure ? connectTLS({ ...at, servername: host, ALPNProtocols: ["http/1.1"] }) : connectPlain(at);
    }
    if (!secure) return connectPlain({ host: this.address, port: Number(portOf(this.http ?? this.url)) });
    return connectTLS({ host: this.address, port: Number(portOf(this.url)), servername: host, ca: this.ca, ALPNProtocols: ["http/1.1"] });
  }

  /** An agent for node:http or node:https whose requests carry the header fields. */
  agent(protocol, headers = {}) {
    const connections = this;
    const Base = protocol === "https:" ? TLSAgent : Agent;
    return new (class extends Base {
      addRequest(request, options, ...rest) {
        if (connections.answers(hostOf(options), options.port)) for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
        return super.addRequest(request, options, ...rest);
      }

      createConnection(options, done) {
        try {
          return connections.open(protocol, hostOf(options), options.port);
        } catch (error) {
          done(error);
        }
      }
    })({ keepAlive: true, maxSockets: 8 });
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
          done(error, null);
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

export const GLOBAL_DISPATCHER = Symbol.for("undici.globalDispatcher.1");

async function builtInAgent() {
  if (!globalThis[GLOBAL_DISPATCHER]) await fetch("data:,"); // Node makes it when fetch is first called
  let found = globalThis[GLOBAL_DISPATCHER];
  while (found.mockidpBefore) found = found.mockidpBefore;
  return found.constructor;
}

/** The header fields of a dispatched request, which are a list of names and values, an object or an iterable, with more of them. */
function withFields(given, more) {
  const pairs = Object.entries(more);
  if (Array.isArray(given)) return [...given, ...pairs.flat()];
  if (given && typeof given[Symbol.iterator] === "function") return [...[...given].flat(), ...pairs.flat()];
  return { ...given, ...more };
}

function hostOf(options) {
  return options.servername || options.hostname || options.host;
}

export function portOf(url) {
  return url.port || (url.protocol === "http:" ? "80" : "443");
}
