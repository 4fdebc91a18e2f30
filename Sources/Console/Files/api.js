// The control API: calls about the world of this page, and the journal as it grows.

const ROOT = "/_mockidp/v1";
const TOKEN = "mockidp-control-token";

/** The world that the address names; empty for the one that the host name says. */
export const world = new URLSearchParams(location.search).get("world") ?? "";

export const here = world ? `${ROOT}/worlds/${encodeURIComponent(world)}` : ROOT;

/** A refusal of the server: a problem document, or the lack of any answer. */
export class Problem extends Error {
  constructor(status, body) {
    super([body.detail ?? body.title ?? "The server gave no answer.", body.remedy].filter(Boolean).join(" "));
    this.status = status;
    this.line = body.line;
    this.column = body.column;
  }
}

const listeners = new Set();

/** Hears of `lost`, `found` and `token` (the server wants one). */
export const listen = (listener) => listeners.add(listener);
const tell = (event) => listeners.forEach((listener) => listener(event));

export function setToken(token) {
  try {
    if (token) sessionStorage.setItem(TOKEN, token);
    else sessionStorage.removeItem(TOKEN);
  } catch {
    // Without storage the token lasts as long as the page.
  }
  kept = token;
}

let kept = (() => {
  try {
    return sessionStorage.getItem(TOKEN) ?? "";
  } catch {
    return "";
  }
})();

const credentials = () => (kept ? { Authorization: `Bearer ${kept}` } : {});

async function send(method, path, body, accept = "application/json") {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: { Accept: accept, ...credentials() },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
      cache: "no-store",
    });
  } catch {
    tell("lost");
    throw new Problem(0, { detail: "The server does not answer.", remedy: "The console tries again by itself." });
  }
  tell("found");
  const text = await answer.text();
  if (!answer.ok) {
    let problem = {};
    try {
      problem = JSON.parse(text);
    } catch {
      problem = { detail: `The server answered with status ${answer.status}.` };
    }
    if (answer.status === 401) tell("token");
    throw new Problem(answer.status, problem);
  }
  return accept === "application/json" ? (text ? JSON.parse(text) : {}) : text;
}

export const query = (values) => {
  const pairs = Object.entries(values).filter(([, value]) => value !== "" && value !== undefined && value !== null);
  return pairs.length ? `?${new URLSearchParams(pairs)}` : "";
};

/** `call("POST", "/users/alice/disable")`: about the world of this page. */
export const call = (method, path, body) => send(method, here + path, body);
export const get = (path) => call("GET", path);
/** Calls about the whole server. */
export const server = (method, path, body) => send(method, ROOT + path, body);
export const text = (path) => send("GET", here + path, undefined, "application/yaml");
export const segment = encodeURIComponent;

let described;

/** What the calls do, by the server's own words: `effects("/users/{user}/")` has a row for each verb. */
export async function effects(start) {
  described ??= server("GET", "").catch((problem) => {
    described = undefined;
    throw problem;
  });
  const { routes } = await described;
  return routes
    .filter(({ method, path }) => method === "POST" && path.startsWith(ROOT + start) && !path.slice(ROOT.length + start.length).includes("/"))
    .map(({ path, summary }) => ({ verb: path.slice(ROOT.length + start.length), summary }));
}

export async function effect(method, path) {
  await effects("/");
  return (await described).routes.find((route) => route.method === method && route.path === ROOT + path)?.summary ?? "";
}

const pause = (milliseconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

/**
 * The journal from its beginning, and on without end: `take(exchanges)`, and `clear()` when it begins anew. A stream that ends is
 * taken up where it ended. `refuse(problem)` hears why the server does not give one.
 */
export async function follow(filters, { take, clear, refuse, signal }) {
  let last = 0;
  let wait = 500;
  while (!signal.aborted) {
    let got = false;
    try {
      const answer = await fetch(`${here}/exchanges/stream${query(filters)}`, {
        headers: { "Last-Event-ID": String(last), ...credentials() },
        cache: "no-store",
        signal,
      });
      if (!answer.ok) {
        const problem = await answer.json().catch(() => ({}));
        if (answer.status === 401) tell("token");
        refuse(new Problem(answer.status, problem));
        if (answer.status < 500) return;
        throw new Error("refused");
      }
      tell("found");
      wait = 500;
      await read(answer.body, (events) => {
        got = true;
        let fresh = [];
        for (const { kind, data } of events) {
          if (kind === "cleared") {
            fresh = [];
            last = 0;
            clear();
          } else if (kind === "exchange") {
            const exchange = JSON.parse(data);
            // A server that was started anew begins with 1 again.
            if (exchange.number <= last) {
              fresh = [];
              clear();
            }
            last = exchange.number;
            fresh.push(exchange);
          }
        }
        if (fresh.length) take(fresh);
      });
    } catch {
      if (signal.aborted) return;
      tell("lost");
    }
    if (!got) {
      await pause(wait, signal);
      wait = Math.min(wait * 2, 3000);
    }
  }
}

/** Reads server-sent events. What came at once is given at once. */
async function read(body, give) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    const events = [];
    for (const block of blocks) {
      const event = { kind: "", data: "" };
      for (const line of block.split("\n")) {
        if (line.startsWith("event: ")) event.kind = line.slice(7);
        else if (line.startsWith("data: ")) event.data += line.slice(6);
      }
      if (event.kind) events.push(event);
    }
    if (events.length) give(events);
  }
}
