/** Tests for apps that sign users in with Microsoft Entra ID: each test with a directory of its own. */

/** The server cannot be started or reached, or it refused a call of the control API. */
export class MockIdPError extends Error {
  /** The HTTP status, when the server refused. */
  status?: number;
  /** The last word of the problem's type, such as `unknown-scenario`. */
  problem?: string;
  /** The number that the service gives a refusal, such as `AADSTS50057`, where there is one. */
  code?: string;
}

/** A page of the sign-in that does not go on: a wrong password (AADSTS50126), a locked user, an error page. */
export class PageRefused extends MockIdPError {
  heading: string;
  /** What the page says to the user. */
  text: string;
}

/** A name of the library, a file (its `file:` URL, or a path that ends in .yaml, .yml or .json), the text of one, or an object in its words. */
export type Scenario = string | URL | Record<string, unknown>;
/** Members of a scenario file, a rule or a call, by name. */
export type Words = Record<string, unknown>;

export interface WorldOptions {
  /** Laid over the scenario, in the words of a scenario file. */
  overrides?: Words;
  /** The alias of the user that `world.user` means; otherwise it is the first one. */
  user?: string;
  /** The name of the world; otherwise one that is free. */
  name?: string;
  /** `asWritten` keeps the tenant ids, domains and object ids of the scenario. Otherwise the scenario decides, else they are the world's own. */
  ids?: "own" | "asWritten";
  /** `perWorld` gives the apps client ids of the world's own. Otherwise they are the same in every world. */
  clientIds?: "asWritten" | "perWorld";
  /** Ids and codes follow from it and from the name. */
  seed?: number;
  /** How long the world is kept when nobody asks for it: `"1h"`. */
  idleTimeout?: string;
  /** The host that the issuer of minted tokens names; otherwise `login.microsoftonline.com`. */
  issuer?: string;
}

export interface Tenant { alias: string; id: string; domain: string; /** The authority under Microsoft's name. */ authority: string }
/** Ids and sign-in names differ from world to world. */
export interface User { alias: string; id: string; userPrincipalName: string; password: string }
/** Client ids and secrets are the same in every world; with `clientIds: "perWorld"` the client ids are its own. */
export interface App { alias: string; clientId: string; secret?: string; redirectUris: string[] }

/** The request that the browser would send to the app. */
export interface Arrival {
  redirectUri: string;
  parameters: Record<string, string>;
  /** The whole address; of a form post the address with the form as its query. */
  url: string;
}

/** Where a sign-in at the pages ended. */
export interface PageArrival extends Arrival {
  /** How many pages were filled in; 0 where the user was signed in already. */
  pages: number;
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

/** A message that was sent, whole. */
export interface Message {
  id: string;
  number: number;
  sentAt: string;
  client?: string;
  user?: string;
  from?: string;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  text: string;
  html?: string;
  headers: { name: string; value: string }[];
  links: { url: string; text: string }[];
  codes: string[];
  attachments: { name: string; contentType?: string; size: number; inline: boolean; contentId?: string }[];
  /** The address of the first link whose text or address has `text` in it. */
  link(text?: string): string;
  /** What the pattern finds in the text first: its first group, if it has one. */
  code(pattern?: RegExp | string): string;
}

/** What one can look for among the mail. */
export interface MailFilters {
  to?: string;
  from?: string;
  subject?: string;
  text?: string;
  client?: string;
  user?: string;
  since?: string;
}

/** The mail of a world. Nothing in it has left the machine. */
export interface Mail {
  /** The newest message that fits, as soon as it is there. A message that came before counts too. */
  wait(filters?: MailFilters & { timeout?: string }): Promise<Message>;
  /** The messages that fit, the newest first. */
  all(filters?: MailFilters): Promise<Message[]>;
  /** Forgets all messages. */
  clear(): Promise<void>;
}

/** A server that this process started, or one that runs already. It holds thousands of worlds, which do not see each other. */
export class Server {
  readonly url: string;
  /** The certificate authority that vouches for the server, as PEM. */
  readonly ca: string;
  /** Starts a server on free ports; it ends with this process, however that ends. `MOCKIDP_URL` names one that runs already. */
  static start(options?: { args?: string[] }): Promise<Server>;
  /** The server that all test files of this process share. */
  static shared(): Promise<Server>;
  static attach(url: string, options?: { ca?: string; controlToken?: string }): Promise<Server>;
  world(scenario?: Scenario, options?: WorldOptions): Promise<World>;
  /** Any call of the control API. The path follows `/_mockidp/v1/`. */
  call(method: string, path: string, body?: unknown): Promise<any>;
  /** The variables that lead another process with this package to the server. */
  readonly environment: Record<string, string>;
  /** Resolves when the server ends that this process started. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** What a user does beside signing in. */
export interface Answers {
  consent?: "accept" | "decline";
  mfa?: "pass" | "fail";
  cancel?: boolean;
  staySignedIn?: boolean;
}

/** Stands for a browser in which a user stays signed in as long as the object lives. */
export class Browser {
  /** Goes from an authorization request to the app's redirect URI. The server answers the pages itself. */
  signIn(url: string | URL, user?: User, answers?: Answers): Promise<Arrival>;
  /** The same at the pages, as a person fills them in, with a session of its own. A page that does not go on rejects with `PageRefused`. */
  signInAtPages(url: string | URL, user?: User): Promise<PageArrival>;
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
  /** The host that the issuer of minted tokens names. */
  readonly issuer: string;
  /** What apps sent through Graph, and what the service itself sent. */
  readonly mail: Mail;

  /** `fetch`, whose requests reach this world under Microsoft's names. A host outside this machine is refused. */
  readonly fetch: typeof globalThis.fetch;
  /** A dispatcher of undici; with the npm package undici hand its `Agent` in. */
  dispatcher(AgentClass?: unknown): Promise<any>;
  /** An `Agent` of node:https (or node:http), for axios and others that take one. */
  agent(protocol?: "https:" | "http:"): any;
  /** The `system.networkClient` of `@azure/msal-node`. */
  msalNetworkClient(): {
    sendGetRequestAsync<T>(url: string, options?: { headers?: Record<string, string>; body?: string }, timeout?: number): Promise<{ headers: Record<string, string>; body: T; status: number }>;
    sendPostRequestAsync<T>(url: string, options?: { headers?: Record<string, string>; body?: string }): Promise<{ headers: Record<string, string>; body: T; status: number }>;
  };
  /**
   * From now on `fetch`, node:http and node:https of this process reach the world under Microsoft's names, also by an agent that a library makes for
   * itself, until the given function is called.
   */
  install(): Promise<() => void>;
  /**
   * The variables of a place where the libraries of Azure look for an identity, for use with `install()`. `identity` is an app of the world: a managed
   * identity, or of `service-principal` an app with a secret.
   */
  environment(place: "app-service" | "managed-identity" | "service-principal", options?: { identity?: string }): Record<string, string>;
  /** Options of Playwright for the browser and its context. The server is the proxy, which refuses hosts that it does not answer. */
  playwright(): {
    launch: Record<string, never>;
    context: { ignoreHTTPSErrors: boolean; proxy: { server: string; bypass: string }; extraHTTPHeaders: Record<string, string> };
  };
  browser(): Browser;
  signIn(url: string | URL, user?: User, answers?: Answers): Promise<Arrival>;
  /** The same at the pages, as a new browser. A page that does not go on rejects with `PageRefused`. */
  signInAtPages(url: string | URL, user?: User): Promise<PageArrival>;

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
  /** Keeps the world as it is, under a name. */
  snapshot(name: string): Promise<void>;
  /** Goes back to a snapshot. */
  restore(name: string): Promise<void>;
  /**
   * Mints a token without a sign-in: `token({ client: "mobile", user: "alice", scope: "User.Read" })`. Its issuer is the world's, unless the order says
   * another `issuer`.
   */
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
export function withWorld(body: Body): (...given: any[]) => Promise<void>;
export function withWorld(scenario: Scenario | undefined, body: Body): (...given: any[]) => Promise<void>;
export function withWorld(scenario: Scenario | undefined, options: WorldOptions & { verify?: boolean; server?: Server }, body: Body): (...given: any[]) => Promise<void>;
