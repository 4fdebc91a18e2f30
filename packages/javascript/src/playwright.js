import { test as base } from "@playwright/test";
import { fixtures } from "./playwright-fixtures.js";

/** Playwright's `test` with a world for each test: `test("…", async ({ page, world, signIn }) => { … })`. */
export const test = base.extend(fixtures);
export { expect } from "@playwright/test";
