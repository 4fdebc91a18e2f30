import assert from "node:assert/strict";
import test from "node:test";
import { withWorld } from "mockidp";
import { profileOf } from "../profile.cjs";

test("the user signs in again when the refresh token has expired", withWorld("expired-refresh", async (world) => {
  const profile = profileOf(world);
  assert.equal(await profile.show(), "Alice Archer"); // signs in
  assert.equal(await profile.show(), "Alice Archer"); // AADSTS700082: signs in again
  assert.equal(profile.timesAsked, 2);
}));
