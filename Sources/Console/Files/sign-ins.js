// Groups exchanges into sign-ins: what one user and one app did from the first authorize request on.

const PAGES = new Set(["signIn", "adminConsent", "device"]);
// The calls of native authentication: those that begin something, and those that go on.
const BEGINNINGS = new Set(["initiate", "signUpStart", "resetPasswordStart"]);
const isNative = (endpoint) => BEGINNINGS.has(endpoint) || /^(challenge|introspect|(signUp|resetPassword|register)[A-Z].*)$/.test(endpoint);
const METADATA = new Set(["discovery", "keys", "instanceDiscovery", "userRealm"]);

export const isLogin = (exchange) => exchange.endpoint === "authorize" || PAGES.has(exchange.endpoint);

/** The part that an exchange has in a sign-in. */
export function phase(exchange) {
  const { endpoint, grant, events = [] } = exchange;
  if (endpoint === "authorize") return "authorize";
  if (PAGES.has(endpoint)) return "pages";
  if (isNative(endpoint)) return "native";
  if (endpoint === "deviceCode") return "device code";
  if (endpoint === "token") return grant === "refresh_token" ? "refresh" : "token";
  if (endpoint === "logout") return "sign-out";
  if (endpoint === "managedIdentity") return "token";
  if (events.some((event) => event.startsWith("resource."))) return "Graph";
  if (METADATA.has(endpoint)) return "metadata";
  return ["me", "userInfo", "graph"].includes(endpoint) ? "Graph" : endpoint;
}

export const isRefused = (exchange) => Boolean(exchange.refusal || exchange.resourceError) || exchange.status >= 400;

/** What was refused, in a word. */
export const refusal = (exchange) => exchange.refusal?.code ?? exchange.resourceError ?? `status ${exchange.status}`;

class SignIn {
  constructor(first) {
    this.id = first.number;
    this.exchanges = [];
    this.steps = [];
    this.hasCode = false;
    this.hasToken = false;
    this.isNative = false;
  }

  add(exchange) {
    this.exchanges.push(exchange);
    this.client ??= exchange.client?.alias;
    this.user = exchange.user?.alias ?? this.user;
    const events = exchange.events ?? [];
    const kind = phase(exchange);
    const last = this.steps.at(-1);
    const refused = isRefused(exchange);
    if (last?.phase === kind && last.refused === refused) last.count += 1;
    else this.steps.push({ phase: kind, count: 1, refused });
    if (events.includes("code.issued")) {
      this.hasCode = true;
      this.steps.push({ phase: "code", count: 1, refused: false });
    }
    if (kind === "native") this.isNative = true;
    if (events.includes("token.issued")) this.hasToken = true;
    return this;
  }

  get last() {
    return this.exchanges.at(-1);
  }

  /** What to look at first: what was refused last, else what came last. */
  get telling() {
    return this.exchanges.findLast(isRefused) ?? this.last;
  }

  get duration() {
    return new Date(this.last.startedAt) - new Date(this.exchanges[0].startedAt);
  }

  /** How it ended, as sign and words. */
  get end() {
    const { last } = this;
    if (isRefused(last)) return ["bad", refusal(last)];
    const events = last.events ?? [];
    if (events.includes("signIn.cancelled")) return ["bad", "cancelled"];
    if (events.includes("page.shown")) return ["open", "on a page"];
    if (last.page && !this.hasToken && !this.hasCode) return ["open", "on a page"];
    if (phase(last) === "metadata") return ["plain", "metadata"];
    if (phase(last) === "sign-out") return ["plain", "signed out"];
    if (this.hasToken) return ["good", "token"];
    if (this.hasCode) return ["open", "code not redeemed"];
    if (phase(last) === "native") return ["open", events.includes("native.redirected") ? "sent to a browser" : "on its way"];
    return last.status < 400 ? ["good", "answered"] : ["bad", refusal(last)];
  }
}

export class SignIns {
  constructor() {
    this.clear();
  }

  clear() {
    this.all = [];
    this.count = 0;
    this.byParties = new Map();
    this.byClient = new Map();
    this.byCorrelation = new Map();
    this.metadata = undefined;
  }

  /** The sign-in that the exchange belongs to, an older one or a new one. */
  add(exchange) {
    this.count += 1;
    const kind = phase(exchange);
    const client = exchange.client?.alias ?? "";
    const parties = `${client} ${exchange.user?.alias ?? ""}`;
    let group = this.#known(exchange, kind, client, parties);
    if (!group) {
      group = new SignIn(exchange);
      this.all.push(group);
    }
    group.add(exchange);
    this.metadata = kind === "metadata" ? group : undefined;
    if (kind !== "metadata") {
      if (client) this.byClient.set(client, group);
      if (group.user) this.byParties.set(`${client} ${group.user}`, group);
      else if (group.hasToken) this.byParties.set(parties, group);
      this.byCorrelation.set(exchange.correlationId, group);
    }
    return group;
  }

  #known(exchange, kind, client, parties) {
    const related = this.byCorrelation.get(exchange.correlationId);
    const latest = this.byClient.get(client);
    switch (kind) {
      case "metadata":
        return this.metadata;
      case "authorize":
        return related && !related.hasCode && related.client === client ? related : undefined;
      case "native":
        return latest?.isNative && !latest.hasToken && !BEGINNINGS.has(exchange.endpoint) ? latest : undefined;
      case "pages":
        return related ?? (latest && !latest.hasToken ? latest : undefined);
      case "token":
        if (exchange.grant === "authorization_code") {
          const own = this.byParties.get(parties) ?? latest;
          return own?.hasCode && !own.hasToken ? own : undefined;
        }
        if (latest?.isNative) return latest.hasToken ? undefined : latest;
        if (exchange.grant?.includes("device_code")) return latest && !latest.hasToken ? latest : undefined;
        return undefined;
      case "refresh":
      case "Graph":
        return this.byParties.get(parties);
      default:
        return undefined;
    }
  }

  /** The sign-in that has the exchange of that number. */
  of(number) {
    return this.all.find((group) => group.exchanges.some((exchange) => exchange.number === number));
  }
}
