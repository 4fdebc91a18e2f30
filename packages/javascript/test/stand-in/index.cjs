"use strict";
// Stands for the package @playwright/test, whose runner these tests do not have: fixtures as its runner makes them, on playwright-core and node:test.
// It knows what the suite uses of it: `test`, `test.use`, `test.extend`, `test.describe`, and `expect` with a few checks.
const assert = require("node:assert/strict");
const runner = require("node:test");
const { parametersOf } = require("./parameters.cjs");

const playwright = process.env.PLAYWRIGHT_CORE && require(process.env.PLAYWRIGHT_CORE);
const OPTIONS = ["extraHTTPHeaders", "ignoreHTTPSErrors", "proxy", "baseURL", "storageState", "recordVideo"];

/** The fixtures of Playwright that ours add to. */
const builtIn = {
  launchOptions: [{}, { scope: "worker", option: true }],
  contextOptions: [{}, { option: true }],
  playwright: [async ({}, use) => use(playwright), { scope: "worker" }],
  browserName: ["chromium", { scope: "worker", option: true }],
  browser: [
    async ({ playwright, browserName, launchOptions }, use) => {
      const browser = await playwright[browserName].launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"], ...launchOptions });
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  ...Object.fromEntries(OPTIONS.map((name) => [name, [undefined, { option: true }]])),
  combined: async ({ extraHTTPHeaders, ignoreHTTPSErrors, proxy, baseURL, storageState, recordVideo, contextOptions }, use) => {
    const set = Object.entries({ extraHTTPHeaders, ignoreHTTPSErrors, proxy, baseURL, storageState, recordVideo }).filter(([, value]) => value !== undefined);
    await use({ ...contextOptions, ...Object.fromEntries(set) });
  },
  context: async ({ browser, combined }, use) => {
    const context = await browser.newContext(combined);
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => use(await context.newPage()),
  request: async ({ playwright, combined }, use) => {
    const request = await playwright.request.newContext(combined);
    await use(request);
    await request.dispose();
  },
};

/** Fixtures by name, each with the one that it took the place of. */
class Pool {
  constructor(lists) {
    this.known = new Map();
    for (const list of lists) for (const [name, given] of Object.entries(list)) this.#add(name, given);
    for (const one of this.known.values()) this.#check(one);
  }

  #add(name, given) {
    const isTuple = Array.isArray(given) && typeof given[1] === "object";
    const before = this.known.get(name);
    const { scope = "test" } = isTuple ? given[1] : (before ?? {});
    const value = isTuple ? given[0] : given;
    this.known.set(name, { name, scope, value, before, needs: parametersOf(value) });
  }

  find(name, asker) {
    return name === asker?.name ? asker.before : this.known.get(name);
  }

  #check(one, path = []) {
    for (const name of one.needs) {
      const found = this.find(name, one);
      if (!found) throw new Error(`Fixture "${one.name}" has unknown parameter "${name}".`);
      if (one.scope === "worker" && found.scope === "test") throw new Error(`worker fixture "${one.name}" cannot depend on a test fixture "${name}".`);
      if (path.includes(found)) throw new Error(`Fixtures form a dependency cycle: ${one.name} -> ${name}`);
      this.#check(found, [...path, one]);
    }
  }
}

/** The fixtures that were made, in the order in which they end. */
class Made {
  #values = new Map();
  #ends = [];

  constructor(pool, info, worker) {
    Object.assign(this, { pool, info, worker });
  }

  async all(names, asker) {
    const values = {};
    for (const name of names) values[name] = await this.one(this.pool.find(name, asker));
    return values;
  }

  async one(fixture) {
    if (fixture.scope === "worker" && this.worker) return this.worker.one(fixture);
    const key = typeof fixture.value === "function" ? fixture.value : fixture;
    if (!this.#values.has(key)) this.#values.set(key, await this.#make(fixture));
    return this.#values.get(key);
  }

  async #make(fixture) {
    const { value, needs } = fixture;
    if (typeof value !== "function") return value;
    const given = await this.all(needs, fixture);
    return new Promise((resolve, reject) => {
      let go;
      const held = new Promise((end) => (go = end));
      const done = value(given, (made) => (resolve(made), held), this.info);
      done.catch(reject);
      this.#ends.unshift(async () => (go(), done));
    });
  }

  async end() {
    let failed;
    for (const end of this.#ends) await end().catch((error) => (failed ??= error));
    if (failed) throw failed;
  }
}

function testOf(lists) {
  let [uses, worker] = [[], undefined];
  runner.after(() => worker?.end());

  const test = (title, body) => {
    const chosen = [...uses];
    runner.test(title, { skip: playwright ? false : "set PLAYWRIGHT_CORE to the folder of playwright-core" }, async () => {
      const pool = new Pool([...lists, ...chosen]);
      const info = { status: "passed", expectedStatus: "passed", attachments: [], attach: async (name, given) => info.attachments.push({ name, ...given }) };
      worker ??= new Made(pool, info);
      const made = new Made(pool, info, worker);
      let failed;
      try {
        await body(await made.all(parametersOf(body)), info);
      } catch (error) {
        info.status = "failed";
        failed = error;
      }
      await made.end().catch((error) => (failed ??= error));
      if (failed) throw failed;
    });
  };
  return Object.assign(test, {
    use: (given) => uses.push(given),
    extend: (more) => testOf([...lists, more]),
    describe: (title, body) => {
      const before = [...uses];
      runner.describe(title, () => body());
      uses = before;
    },
  });
}

const expect = (found) => ({
  toBe: (wanted) => assert.equal(found, wanted),
  toEqual: (wanted) => assert.deepEqual(found, wanted),
  toContain: (wanted) => assert.ok(found.includes(wanted), `${found} has no ${wanted}`),
  toMatch: (wanted) => assert.match(found, wanted),
  not: { toBe: (wanted) => assert.notEqual(found, wanted) },
  rejects: { toThrow: (wanted) => assert.rejects(found, wanted), toMatchObject: (wanted) => assert.rejects(found, wanted) },
  // Of a page.
  toHaveURL: (wanted) => found.waitForURL(wanted, { timeout: 5000 }),
});

module.exports = { Pool, builtIn, expect, test: testOf([builtIn]) };
