"use strict";
const { start, withWorld } = require("mockidp");
const { noteServer } = require("../steps.cjs");

test("a second test file has the server of the first", withWorld(async () => {
  const server = await start();
  expect([...noteServer(server)]).toEqual([server.url]);
}));
