"use strict";
const { MockIdPError, PageRefused } = require("./errors.js");
const { Server } = require("./server.js");
const { Browser } = require("./sign-in.js");
const { World } = require("./world.js");

let shared;

/** The server that all tests of this process share. It starts at the first call and ends with the process. */
function start() {
  if (!shared) {
    const promise = Server.shared();
    const forget = () => {
      if (shared === promise) shared = undefined;
    };
    shared = promise;
    promise.then((server) => server.ended.then(forget), forget);
  }
  return shared;
}

/** Makes a world on the shared server. */
async function world(scenario, options) {
  return (await start()).world(scenario, options);
}

/**
 * A test's body with a world of its own, for node:test, Jest, Vitest and every runner that takes an async function. After a body that went
 * well the expectations must be met. The error of a body that failed also tells the journal.
 */
function withWorld(...given) {
  const body = given.pop();
  const [scenario, options = {}] = given;
  return async (...passed) => {
    const made = await (await (options.server ?? start())).world(scenario, options);
    try {
      await body(made, ...passed);
      await made.verify({ scenario: scenario !== undefined && options.verify !== false });
    } catch (error) {
      // A runner may give tests an Error of their own.
      if (typeof error?.message === "string" && !error.message.includes(`mockidp, world ${made.name}`)) await tell(error, made);
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

module.exports = { Browser, MockIdPError, PageRefused, Server, World, start, withWorld, world };
