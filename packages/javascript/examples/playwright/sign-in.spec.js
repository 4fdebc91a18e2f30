import { expect, test } from "mockidp/playwright";

test.use({ scenario: "happy-path" });

test("the user signs in", async ({ page, world, signIn }) => {
  const query = new URLSearchParams({
    client_id: world.apps.web.clientId, response_type: "code", scope: "openid", redirect_uri: "http://localhost/auth/callback",
  });
  await page.route("http://localhost/auth/callback**", (route) => route.fulfill({ body: "signed in" }));
  await page.goto(`https://login.microsoftonline.com/common/oauth2/v2.0/authorize?${query}`);
  await signIn(page);
  await expect(page).toHaveURL(/code=/);
});
