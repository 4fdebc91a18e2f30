/** Tests for apps that sign users in with Microsoft Entra ID: each test with a directory of its own. */

/** The server cannot be started or reached, or it refused a call of the control API. */
export class MockIdPError extends Error {
  /** The HTTP status, when the server refused. */
  status?: number;
  /** The last word of the problem's type, such as `unknown-scenario`. */
  problem?: string;
}

/** A name of the library, the text of a scenario file, or an object in its words. */
export type Scenario = string | Record<string, unknown>;
/** Members of a scenario file, a rule or a call, by name. */
export type Words = Record<string, unknown>;

export interface WorldOptions {
  /** Laid over the scenario, in the words of a scenario file. */
  overrides?: Words;
  /** The alias of the user that `world.user` means; otherwise it is the first one. */
  user?: string;
  name?: string;
}

export interface Tenant { alias: string; id: string; domain: string; /** The authority under Microsoft's name. */ authority: string }
/** Ids and sign-in names differ from world to world. */
export interface User { alias: string; id: string; userPrincipalName: string; password: string }
/** Client ids and secrets are the same in every world. */
export interface App { alias: string; clientId: string; secret?: string; redirectUris: string[] }

/** The request that the browser would send to the app. */
export interface Arrival {
  redirectUri: string;
  parameters: Record<string, string>;
  /** The whole address; of a form post the address with the form as its query. */
  url: string;
}

/** A request with its answer, from the journal. Secrets and tokens are not in it. */
export interface Exchange {
  number: number;
  method: string;
  host: string;
  path: string;
  endpoint: string;
  status: number;
  grant?: string;
  user?: { alias?: string; id: string };
  client?: { alias?: string; id: string };
  events: string[];
  reasons: string[];
  refusal?: { code?: string; error?: string; suberror?: string; meaning?: string; remedy?: string };
}

/** A server that this process started, or one that runs already. It holds thousands of worlds, which do not see each other. */
export class Server {
  readonly url: string;
  /** The certificate authority that vouches for the server, as PEM. */
  readonly ca: string;
  /** Starts a server on free ports; it ends with this process, however that ends. `MOCKIDP_URL` names one that runs already. */
  static start(options?: { args?: string[] }): Promise<Server>;
  static attach(url: string, options?: { ca?: string; controlToken?: string }): Promise<Server>;
  world(scenario?: Scenario, options?: WorldOptions): Promise<World>;
  /** Any call of the control API. The path follows `/_mockidp/v1/`. */
  call(method: string, path: string, body?: unknown): Promise<any>;
  stop(): Promise<void>;
}

/** A browser without a window. It keeps the cookies of the sign-in, so a user stays signed in as long as it lives. */
/** What a user does beside signing in. */
export interface Answers {
  consent?: "accept" | "decline";
  mfa?: "pass" | "fail";
  cancel?: boolean;
  staySignedIn?: boolean;
}

/** Stands for a browser: the server answers the sign-in pages itself. */
export class Browser {
  /** Goes from an authorization request to the app's redirect URI. */
  signIn(url: string | URL, user?: User, answers?: Answers): Promise<Arrival>;
}

/** The directory of one test: tenants, users, apps, a clock, rules and a journal. */
export class World {
  readonly server: Server;
  readonly name: string;
  readonly scenario: string;
  readonly tenants: Record<string, Tenant>;
  readonly users: Record<string, User>;
  readonly apps: Record<string, App>;
  readonly tenant: Tenant;
  readonly user: User;

  /** `fetch`, whose requests reach this world under Microsoft's names. A host outside this machine is refused. */
  readonly fetch: typeof globalThis.fetch;
  /** A dispatcher of undici; with the npm package undici hand its `Agent` in. */
  dispatcher(AgentClass?: unknown): Promise<any>;
  /** An agent for node:https, axios and others that take one. */
  agent(protocol?: "https:" | "http:"): import("node:http").Agent;
  /** The `system.networkClient` of `@azure/msal-node`. */
  msalNetworkClient(): {
    sendGetRequestAsync<T>(url: string, options?: { headers?: Record<string, string>; body?: string }, timeout?: number): Promise<{ headers: Record<string, string>; body: T; status: number }>;
    sendPostRequestAsync<T>(url: string, options?: { headers?: Record<string, string>; body?: string }): Promise<{ headers: Record<string, string>; body: T; status: number }>;
  };
  /** From now on `fetch` and node:https of this process reach the world under Microsoft's names, until the given function is called. */
  install(): Promise<() => void>;
  /** Options of Playwright for the browser and its context. */
  playwright(): { launch: { args: string[] }; context: { ignoreHTTPSErrors: boolean; extraHTTPHeaders: Record<string, string> } };
  browser(): Browser;
  signIn(url: string | URL, user?: User, answers?: Answers): Promise<Arrival>;

  /** Any call of the control API about this world. */
  call(method: string, path?: string, body?: unknown): Promise<any>;
  /** Makes what was handed out older, past its end unless `by` says how much. The clock stays. Gives how many became older. */
  age(kind?: "refreshTokens" | "sessions" | "codes" | "deviceCodes" | "passwords", options?: { by?: string; user?: string; client?: string }): Promise<number>;
  /** Moves the world's clock on, by `"90d"` or `"1h30m"`. */
  advance(by: string): Promise<string>;
  /** Sets how long something lives that is given out from now on: `lifetime("accessToken", "1m")`. */
  lifetime(kind: string, time: string): Promise<unknown>;
  /** An administrator revokes the sessions of a user (AADSTS50173). */
  revoke(user?: User): Promise<void>;
  /** Carries out a verb of the control API on a user: `disable`, `lock`, `requireMfa`, `changePassword`. */
  change(user: User, verb: string, members?: Words): Promise<unknown>;
  /** Adds a rule: `rule({ grant: "refresh_token", occurrence: 1 }, { refuse: "AADSTS50173" })`. */
  rule(when: Words, then: unknown): Promise<unknown>;
  /** Carries out actions of the scenario language now: `do("rotateKeys")`. */
  do(...actions: unknown[]): Promise<unknown>;
  /** Mints a token without a sign-in: `token({ client: "mobile", user: "alice", scope: "User.Read" })`. */
  token(order: Words): Promise<string>;

  /** Expects something by the end of the test: `expect({ event: "signIn", count: 2 })`. */
  expect(expectation: Words): void;
  /** Throws, with the journal, when something that was expected did not happen. */
  verify(options?: { scenario?: boolean }): Promise<void>;
  /** The newest exchanges, oldest first: `journal({ error: "AADSTS700082" })`. */
  journal(filters?: Record<string, string | number>): Promise<Exchange[]>;
  /** The meaning of the last refusal, and what the app should do; empty when nothing was refused. */
  explain(): Promise<string>;
  /** The journal with the reasons for each answer, and the meaning of the last refusal. */
  describe(): Promise<string>;
  remove(): Promise<void>;
}

/** The server that all tests of this process share. It starts at the first call and ends with the process. */
export function start(): Promise<Server>;
/** Makes a world on the shared server. */
export function world(scenario?: Scenario, options?: WorldOptions): Promise<World>;

type Body = (world: World, ...given: any[]) => unknown;
/**
 * A test's body with a world of its own, for node:test, Jest, Vitest and every runner that takes an async function. After a body that went
 * well the expectations must be met, those of the scenario unless `verify` is false. The error of a body that failed also tells the journal.
 */
export function withWorld(scenario: Scenario | undefined, body: Body): (...given: any[]) => Promise<void>;
export function withWorld(scenario: Scenario | undefined, options: WorldOptions & { verify?: boolean; server?: Server }, body: Body): (...given: any[]) => Promise<void>;
