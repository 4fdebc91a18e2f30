import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as mockidp from "mockidp";
import { authorize, steps, whoSignedIn } from "../steps.cjs";

for (const [, title, body] of steps(mockidp)) test(title, body);

describe("a refused call ends its subtest alone", () => {
  let world;
  beforeAll(async () => (world = await mockidp.world()));
  afterAll(() => world.remove());
  test("a call is refused", async () => {
    await expect(world.change({ alias: "nobody" }, "disable")).rejects.toMatchObject({ name: "MockIdPError", status: 404 });
  });
  test("the world goes on", async () => {
    expect(await whoSignedIn(world, await world.signIn(authorize(world)))).toBe(world.user.userPrincipalName);
  });
});

test("parallel tests do not see each other", async () => {
  const tests = [1, 2, 3, 4].map((one) => mockidp.withWorld(async (world) => {
    for (let times = 0; times < one; times++) await world.signIn(authorize(world));
    expect(await world.journal({ endpoint: "authorize" })).toHaveLength(one);
  }));
  await Promise.all(tests.map((body) => body()));
});

test("while a world is installed, fetch of the test environment reaches it", mockidp.withWorld(async (world) => {
  const end = await world.install();
  try {
    expect((await fetch("https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration")).status).toBe(200);
  } finally {
    end();
  }
  expect(await world.journal()).toHaveLength(1);
}));
