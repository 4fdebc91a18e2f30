import { expect, test } from "@jest/globals";
import { start, withWorld } from "mockidp";
import { noteServer } from "../steps.cjs";

test("a second test file has the server of the first", withWorld(async () => {
  const server = await start();
  expect([...noteServer(server)]).toEqual([server.url]);
}));
