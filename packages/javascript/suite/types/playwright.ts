import { expect, fixtures, test } from "mockidp/playwright";

test.use({ scenario: "happy-path", worldOptions: { user: "bob" } });
test("types", async ({ page, world, signIn }) => {
  await signIn(page, world.users.bob);
  expect(fixtures).toBeDefined();
});
