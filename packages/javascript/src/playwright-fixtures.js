"use strict";
const { start } = require("./index.js");
const { Ways, signIn } = require("./playwright-sign-in.js");

/**
 * The fixtures by themselves, for a project that extends a `test` of its own. Playwright reads the text of each first parameter: plain names in braces,
 * no defaults, no rest. What a project sets in `use` stays: these add to it.
 */
const fixtures = {
  /** The scenario of the test's world: `test.use({ scenario: "expired-refresh" })`. */
  scenario: [undefined, { option: true }],

  /** What else `server.world` takes: `test.use({ worldOptions: { user: "bob" } })`. */
  worldOptions: [{}, { option: true }],

  mockidp: [
    async ({}, use) => {
      await use(await start());
    },
    { scope: "worker" },
  ],

  /** The server is the browser's proxy, so a host that is neither Microsoft's nor this machine is refused. */
  proxy: async ({ proxy, mockidp }, use) => {
    await use(mockidp.connections.proxy(proxy?.bypass));
  },

  ignoreHTTPSErrors: async ({}, use) => {
    await use(true);
  },

  world: async ({ mockidp, scenario, worldOptions }, use, info) => {
    const world = await mockidp.world(scenario, worldOptions);
    await use(world);
    try {
      if (info.status !== info.expectedStatus) await info.attach("mockidp", { body: await world.describe(), contentType: "text/plain" });
      else if (info.status === "passed") await world.verify({ scenario: scenario !== undefined });
    } finally {
      await world.remove();
    }
  },

  /** The context of Playwright, with its videos and traces; its requests, and those of `page.request`, reach the test's world. */
  context: async ({ context, extraHTTPHeaders, world }, use) => {
    Ways.of(context);
    await context.setExtraHTTPHeaders({ ...extraHTTPHeaders, ...world.playwright().context.extraHTTPHeaders });
    await use(context);
  },

  /** Requests without a page, into the same world. */
  request: async ({ playwright, extraHTTPHeaders, world }, use) => {
    const ours = world.playwright().context;
    const request = await playwright.request.newContext({ ...ours, extraHTTPHeaders: { ...extraHTTPHeaders, ...ours.extraHTTPHeaders } });
    await use(request);
    await request.dispose();
  },

  /** Fills in the sign-in pages of a window: `await signIn(page)`. */
  signIn: async ({ world }, use) => {
    await use((page, user = world.user) => signIn(page, user, world));
  },
};

module.exports = { fixtures };
