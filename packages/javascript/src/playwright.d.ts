import type { Page, PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs, PlaywrightWorkerOptions, TestType } from "@playwright/test";
import type { Scenario, Server, User, World, WorldOptions } from "./index.js";

export interface MockIdPFixtures {
  /** The scenario of the test's world: `test.use({ scenario: "expired-refresh" })`. */
  scenario: Scenario | undefined;
  /** What else a world is made with: `test.use({ worldOptions: { user: "bob" } })`. */
  worldOptions: WorldOptions;
  /** The test's world; the page reaches it under Microsoft's names. */
  world: World;
  /**
   * Fills in the sign-in pages that the window shows, until it is back at the app or closes, as a popup does. With a session it returns as soon as the
   * window is back. A page that does not go on rejects with `PageRefused` and stays.
   */
  signIn: (page: Page, user?: User) => Promise<void>;
}

/** The fixtures by themselves, for a project that extends a `test` of its own. */
export const fixtures: Record<string, any>;
/** Playwright's `test` with a world for each test. */
export const test: TestType<PlaywrightTestArgs & PlaywrightTestOptions & MockIdPFixtures, PlaywrightWorkerArgs & PlaywrightWorkerOptions & { mockidp: Server }>;
export { expect } from "@playwright/test";
