// Playwright's runner is not here. What it does with the fixtures before a test begins is done by its own rules.
import assert from "node:assert/strict";
import test from "node:test";
import fixtureFile from "../src/playwright-fixtures.js";
import signInFile from "../src/playwright-sign-in.js";
import runner from "./stand-in/index.cjs";
import parameters from "./stand-in/parameters.cjs";

const { fixtures } = fixtureFile;
const { parametersOf } = parameters;

test("the rule reads names as Playwright does", () => {
  assert.deepEqual(parametersOf(async ({ a, b: c }, use) => use([a, c])), ["a", "b"]);
  assert.deepEqual(parametersOf(async ({}, use) => use()), []);
  assert.deepEqual(parametersOf(async ({ launchOptions = {} }, use) => use(launchOptions)), ["launchOptions = {}"]);
  assert.throws(() => parametersOf(async ({ a, ...rest }, use) => use([a, rest])), /Rest property/);
  assert.throws(() => parametersOf(async (all, use) => use(all)), /object destructuring pattern/);
});

test("every fixture names what Playwright or another fixture has", () => {
  const pool = new runner.Pool([runner.builtIn, fixtures]);
  for (const [name, given] of Object.entries(fixtures)) {
    const fixture = Array.isArray(given) ? given[0] : given;
    assert.ok(parametersOf(fixture).every((one) => /^\w+$/.test(one)), name);
    assert.ok(pool.find(name));
  }
  assert.throws(() => new runner.Pool([runner.builtIn, { context: async ({ launchOptions = {} }, use) => use(launchOptions) }]), /Fixture "context" has unknown parameter "launchOptions = \{\}"/);
});

test("no fixture that runs before hooks of a file needs a world", () => {
  // Playwright combines the options of a context before beforeAll, too.
  for (const name of ["proxy", "ignoreHTTPSErrors"]) assert.ok(!parametersOf(fixtures[name]).includes("world"), name);
});

for (const [ways, back] of [
  [[], false],
  [["app"], false],
  [["app", "server"], false],
  [["app", "server", "server"], false],
  [["app", "server", "app"], true],
  [["server", "server", "app", "app"], true],
  [["app", "server", "app", "server"], false],
]) {
  test(`a window that went ${ways.join(", ") || "nowhere"} is ${back ? "" : "not "}back`, () => {
    assert.equal(signInFile.isBack(ways, (one) => one === "server"), back);
  });
}

for (const [status, expectedStatus, verified, attached] of [["passed", "passed", 1, 0], ["failed", "passed", 0, 1], ["skipped", "skipped", 0, 0], ["failed", "failed", 0, 0]]) {
  test(`the world of a test that is ${status} and should be ${expectedStatus}`, async () => {
    const calls = { verify: 0, remove: 0, attach: 0 };
    const world = { verify: async () => (calls.verify += 1), describe: async () => "", remove: async () => (calls.remove += 1) };
    const info = { status, expectedStatus, attach: async () => (calls.attach += 1) };
    await fixtures.world({ mockidp: { world: async () => world }, worldOptions: {} }, async () => {}, info);
    assert.deepEqual(calls, { verify: verified, remove: 1, attach: attached });
  });
}
