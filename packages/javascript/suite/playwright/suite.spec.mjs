import { createServer } from "node:http";
import { expect, test } from "mockidp/playwright";

const LOGIN = "https://login.microsoftonline.com";
const DISCOVERY = `${LOGIN}/common/v2.0/.well-known/openid-configuration`;

test.use({ extraHTTPHeaders: { "X-Mine": "kept" } });

function authorize(world, app, more = {}) {
  const query = { client_id: world.apps.mobile.clientId, response_type: "code", scope: "openid User.Read", redirect_uri: app.url, ...more };
  return `${LOGIN}/common/oauth2/v2.0/authorize?${new URLSearchParams(query)}`;
}

/** The app under test: its page opens the sign-in in the window or in a popup, which closes itself when it is back. */
async function withApp(world, use) {
  const app = { seen: [] };
  const server = createServer((request, answer) => {
    app.seen.push(request);
    const link = (text, address, target) => `<button onclick="open('${address}', '${target}', 'popup')">${text}</button>`;
    answer.setHeader("Content-Type", "text/html");
    if (request.url.includes("state=popup")) answer.end("<script>opener.document.title = 'signed in'; close()</script>");
    else answer.end(`<h1>${request.url.startsWith("/?code=") ? "Signed in" : "Welcome"}</h1>${link("Sign in", authorize(world, app, { state: "popup" }), "signin")}`);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  app.url = `http://localhost:${server.address().port}`;
  try {
    await use(app);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function popupOf(page) {
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.getByText("Sign in").click()]);
  return popup;
}

test("a person signs in at the pages, and the app gets the answer", async ({ page, world, signIn }) => {
  await withApp(world, async (app) => {
    await page.goto(authorize(world, app));
    await signIn(page, world.users.bob);
    await expect(page).toHaveURL(/code=/);
    expect(app.seen[0].headers["x-mine"]).toBe("kept");
    expect((await world.journal({ event: "signIn" })).map(({ user }) => user.alias)).toEqual(["bob"]);
  });
});

test("a person signs in in a popup", async ({ page, world, signIn }) => {
  await withApp(world, async (app) => {
    await page.goto(app.url);
    await signIn(await popupOf(page));
    await page.waitForFunction(() => document.title === "signed in");
    expect((await world.journal({ event: "signIn" })).length).toBe(1);
  });
});

test("with a session there is no page, and signIn returns at once", async ({ page, world, signIn }) => {
  await withApp(world, async (app) => {
    await page.goto(authorize(world, app));
    await signIn(page);
    const began = Date.now();
    await page.goto(authorize(world, app));
    await signIn(page);
    await page.goto(app.url);
    await signIn(await popupOf(page));
    await page.waitForFunction(() => document.title === "signed in");
    expect(Date.now() - began < 10000).toBe(true);
  });
});

test("a page that refuses says its code and its text, and the test goes on", async ({ page, world, signIn }) => {
  await withApp(world, async (app) => {
    await page.goto(authorize(world, app));
    await expect(signIn(page, { ...world.user, password: "wrong" })).rejects.toMatchObject({ code: "AADSTS50126", text: /password is incorrect/ });
    await signIn(page);
    await expect(page).toHaveURL(/code=/);
    await page.goto(authorize(world, app, { client_id: "11111111-1111-4111-8111-111111111111" }));
    await expect(signIn(page)).rejects.toMatchObject({ code: "AADSTS700016" });
  });
});

test("requests of a page and requests without one reach the world", async ({ page, request, world }) => {
  expect((await page.request.get(DISCOVERY)).status()).toBe(200);
  expect((await request.get(DISCOVERY)).status()).toBe(200);
  expect((await world.journal()).length).toBe(2);
});

test("a foreign host is refused", async ({ page, request }) => {
  await expect(page.goto("https://example.com/")).rejects.toThrow(/ERR_TUNNEL_CONNECTION_FAILED|NS_ERROR|proxy/i);
  const refused = await request.get("https://example.com/");
  expect(refused.status()).toBe(403);
  expect((await refused.json()).error_description).toMatch(/example\.com/);
});

test.describe("a scenario and options", () => {
  test.use({ scenario: "expired-refresh", worldOptions: { user: "bob", clientIds: "perWorld" } });
  test("a scenario by its name, with the options of a world", async ({ world, signIn, page }) => {
    expect(world.scenario).toBe("expired-refresh");
    expect(world.user.alias).toBe("bob");
    await withApp(world, async (app) => {
      const redeem = async (form) => (await world.fetch(`${LOGIN}/common/oauth2/v2.0/token`, { method: "POST", body: new URLSearchParams({ client_id: world.apps.mobile.clientId, ...form }) })).json();
      const scope = "openid offline_access";
      await page.goto(authorize(world, app, { scope }));
      await signIn(page);
      const code = new URL(page.url()).searchParams.get("code");
      const { refresh_token } = await redeem({ grant_type: "authorization_code", code, redirect_uri: app.url });
      expect((await redeem({ grant_type: "refresh_token", refresh_token })).error).toBe("invalid_grant");
      await page.goto(authorize(world, app, { scope })); // as the scenario expects of an app
      await signIn(page);
    });
  });
});
