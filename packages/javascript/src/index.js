export { MockIdPError } from "./errors.js";
export { Server } from "./server.js";
export { Browser } from "./sign-in.js";
export { World } from "./world.js";

import { Server } from "./server.js";

let shared;

/** The server that all tests of this process share. It starts at the first call and ends with the process. */
export function start() {
  shared ??= Server.start();
  return shared;
}

/** Makes a world on the shared server. */
export async function world(scenario, options) {
  return (await start()).world(scenario, options);
}

/**
 * A test's body with a world of its own, for node:test, Jest, Vitest and every runner that takes an async function. After a body that went
 * well the expectations must be met. The error of a body that failed also tells the journal.
 */
export function withWorld(scenario, ...rest) {
  const body = rest.pop();
  const options = rest.pop() ?? {};
  return async (...given) => {
    const made = await (await (options.server ?? start())).world(scenario, options);
    try {
      await body(made, ...given);
      await made.verify({ scenario: scenario !== undefined && options.verify !== false });
    } catch (error) {
      if (error instanceof Error && !error.message.includes(`mockidp, world ${made.name}`)) await tell(error, made);
      throw error;
    } finally {
      await made.remove();
    }
  };
}

async function tell(error, made) {
  const text = await made.describe().catch((reason) => String(reason));
  // Runners print the stack, which repeats the message as it was when the error was made.
  const stack = error.stack ?? "";
  error.message = `${error.message}\n\n${text}`;
  error.stack = `${stack}\n\n${text}`;
}
