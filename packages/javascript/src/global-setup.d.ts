/**
 * The `globalSetup` of Jest, Vitest and Playwright: one server for all workers of a run. Gives the function that ends it; under Jest the server ends
 * with the process.
 */
declare function setup(): Promise<(() => Promise<void>) | undefined>;
export = setup;
