import { createServer } from "node:http";
import { expect, test } from "mockidp/playwright";

test("the user signs in", async ({ page, world, signIn }) => {
  const app = createServer((_, answer) => answer.end("signed in"));
  await new Promise((listening) => app.listen(0, "127.0.0.1", listening));
  const redirect = `http://localhost:${app.address().port}`;
  const query = new URLSearchParams({ client_id: world.apps.mobile.clientId, response_type: "code", scope: "openid", redirect_uri: redirect });
  await page.goto(`https://login.microsoftonline.com/common/oauth2/v2.0/authorize?${query}`);
  await signIn(page);
  await expect(page).toHaveURL(/code=/);
  app.close();
});
