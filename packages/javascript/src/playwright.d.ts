import type { Page, PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs, PlaywrightWorkerOptions, TestType } from "@playwright/test";
import type { Scenario, Server, User, World } from "./index.js";

export interface MockIdPFixtures {
  /** The scenario of the test's world: `test.use({ scenario: "expired-refresh" })`. */
  scenario: Scenario | undefined;
  /** The test's world; the page reaches it under Microsoft's names. */
  world: World;
  /** Fills in the sign-in pages that the page shows, until the browser is back at the app. */
  signIn: (page: Page, user?: User) => Promise<void>;
}

/** Playwright's `test` with a world for each test. */
export const test: TestType<PlaywrightTestArgs & PlaywrightTestOptions & MockIdPFixtures, PlaywrightWorkerArgs & PlaywrightWorkerOptions & { mockidp: Server }>;
export { expect } from "@playwright/test";
