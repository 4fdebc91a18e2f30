import { start } from "./index.js";

const ONE_TIME_CODE = "123456";
const MOST_STEPS = 30;

/** The fixtures by themselves, for a project that extends a `test` of its own. */
export const fixtures = {
  /** The scenario of the test's world: `test.use({ scenario: "expired-refresh" })`. */
  scenario: [undefined, { option: true }],

  mockidp: [
    async ({}, use) => {
      await use(await start());
    },
    { scope: "worker" },
  ],

  world: async ({ mockidp, scenario }, use, info) => {
    const world = await mockidp.world(scenario);
    await use(world);
    const passed = info.status === info.expectedStatus;
    try {
      if (passed) await world.verify({ scenario: scenario !== undefined });
      else await info.attach("mockidp", { body: await world.describe(), contentType: "text/plain" });
    } finally {
      await world.remove();
    }
  },

  /** A context whose requests reach the test's world under Microsoft's names. */
  context: async ({ playwright, browserName, launchOptions = {}, contextOptions = {}, world }, use) => {
    const { launch, context } = world.playwright();
    const browser = await playwright[browserName].launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...launch.args] });
    await use(await browser.newContext({ ...contextOptions, ...context }));
    await browser.close();
  },

  /** Fills in the sign-in pages that the page shows: `await signIn(page)`. */
  signIn: async ({ world }, use) => {
    await use((page, user = world.user) => signIn(page, user));
  },
};

/** Fills in the sign-in pages that a page of Playwright shows, until the browser is back at the app. */
export async function signIn(page, user) {
  await page.waitForSelector("[name=loginfmt], [name=passwd], [name=account], [name=otc]");
  const { host } = new URL(page.url());
  for (let step = 0; step < MOST_STEPS; step++) {
    if (new URL(page.url()).host !== host) return;
    const tiles = page.locator("button[name=account]");
    if (await tiles.count()) {
      const tile = page.locator(`button[name=account][data-test-id="${user.userPrincipalName}" i]`);
      await press(page, (await tile.count()) ? tile.first() : page.locator("button[name=action][value=other]").first());
      continue;
    }
    for (const [name, text] of Object.entries({ loginfmt: user.userPrincipalName, passwd: user.password, otc: ONE_TIME_CODE })) {
      const box = page.locator(`input[name=${name}]:visible`);
      if ((await box.count()) && (await box.first().isEditable())) await box.first().fill(text);
    }
    await press(page, page.locator("#idSIButton9"));
  }
  throw new Error("The sign-in goes round in a circle.");
}

async function press(page, button) {
  await Promise.all([page.waitForNavigation(), button.click()]);
}
