import { withWorld } from "mockidp";
import { expect, test } from "vitest";
import { profileOf } from "../profile.cjs";

test("the user signs in again when the refresh token has expired", withWorld("expired-refresh", async (world) => {
  const profile = profileOf(world);
  expect(await profile.show()).toBe("Alice Archer"); // signs in
  expect(await profile.show()).toBe("Alice Archer"); // AADSTS700082: signs in again
  expect(profile.timesAsked).toBe(2);
}));
