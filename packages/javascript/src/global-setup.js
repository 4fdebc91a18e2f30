"use strict";
const { Server } = require("./server.js");

/**
 * The `globalSetup` of Jest, Vitest and Playwright: one server for all workers of a run. Vitest and Playwright call what this gives at the end of
 * the run; under Jest the server ends with the process.
 */
module.exports = async function setup() {
  if (process.env.MOCKIDP_URL) return undefined;
  const server = await Server.start();
  const variables = server.environment;
  Object.assign(process.env, variables);
  return async () => {
    for (const name of Object.keys(variables)) delete process.env[name];
    await server.stop();
  };
};
