import assert from "node:assert/strict";
import test from "node:test";
import { withWorld } from "mockidp";
import { claimsOf } from "./orders.mjs";

const ORDER = { client: "mobile", user: "alice", scope: "api://contoso/access_as_user" };
const ask = async (world, order = {}) => claimsOf(await world.token({ ...ORDER, ...order }), world.tenant.id, world.fetch);

test("a good token", withWorld(undefined, async (world) => {
  assert.equal((await ask(world)).scp, "access_as_user");
}));

test("a role", withWorld(undefined, async (world) => {
  assert.deepEqual((await ask(world, { claims: { roles: ["Orders.Approve"] } })).roles, ["Orders.Approve"]);
}));

for (const fault of ["expired", "badSignature", "wrongAudience", "wrongIssuer", "unknownKey", "unsigned"]) {
  test(`${fault} is refused`, withWorld(undefined, async (world) => {
    await assert.rejects(ask(world, { with: [fault] }), /refused/);
  }));
}
