import { expect, test as base } from "@playwright/test";
import mockidp from "./playwright-fixtures.js";

export const { fixtures } = mockidp;
/** Playwright's `test` with a world for each test: `test("…", async ({ page, world, signIn }) => { … })`. */
export const test = base.extend(fixtures);
export { expect };
