import assert from "node:assert/strict";
import test from "node:test";
import { start, withWorld } from "mockidp";
import { noteServer } from "../steps.cjs";

test("a second test file has a server that ends with it", withWorld(async () => {
  const server = await start();
  assert.deepEqual([...noteServer(server)], [server.url]);
}));
