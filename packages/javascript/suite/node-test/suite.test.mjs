import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as mockidp from "mockidp";
import { authorize, steps, whoSignedIn } from "../steps.cjs";

for (const [, title, body] of steps(mockidp)) test(title, body);

test("a refused call ends its subtest alone", mockidp.withWorld(async (world, t) => {
  await t.test("a call is refused", () => assert.rejects(world.change({ alias: "nobody" }, "disable"), { name: "MockIdPError", status: 404 }));
  await t.test("the world goes on", async () => {
    assert.equal(await whoSignedIn(world, await world.signIn(authorize(world))), world.user.userPrincipalName);
  });
}));

describe("parallel tests do not see each other", { concurrency: true }, () => {
  for (const one of [1, 2, 3, 4]) {
    test(`test ${one}`, mockidp.withWorld(async (world) => {
      for (let times = 0; times < one; times++) await world.signIn(authorize(world));
      assert.equal((await world.journal({ endpoint: "authorize" })).length, one);
    }));
  }
});
