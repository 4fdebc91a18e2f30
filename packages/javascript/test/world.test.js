import assert from "node:assert/strict";
import https from "node:https";
import test from "node:test";
import { withWorld, world } from "mockidp";
import { profileOf } from "../examples/profile.js";

const DISCOVERY = "https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration";

function password(world, user, password = user.password) {
  const body = new URLSearchParams({ grant_type: "password", client_id: world.apps.mobile.clientId, username: user.userPrincipalName, password, scope: "User.Read" });
  return world.fetch(`${world.tenant.authority}/oauth2/v2.0/token`, { method: "POST", body });
}

test("worlds do not see each other", withWorld(undefined, async (first) => {
  const second = await world();
  assert.notEqual(first.tenant.id, second.tenant.id);
  assert.equal((await first.fetch(DISCOVERY)).status, 200);
  assert.equal((await first.journal()).length, 1);
  assert.deepEqual(await second.journal(), []);
  await second.remove();
}));

test("options name the user and lay words over the scenario", withWorld("happy-path", { user: "bob", verify: false, overrides: { world: { users: { bob: { enabled: false } } } } }, async (world) => {
  assert.equal((await password(world, world.user)).status, 400);
  assert.equal((await world.journal({ error: "AADSTS50057" }))[0].user.alias, "bob");
}));

for (const [what, happens, code] of [
  ["old refresh tokens", (world) => world.age(), "AADSTS700082"],
  ["revoked sessions", (world) => world.revoke(), "AADSTS50173"],
  ["the time", (world) => world.advance("91d"), "AADSTS700082"],
]) {
  test(`${what} make the app ask again`, withWorld(undefined, async (world) => {
    const profile = profileOf(world);
    await profile.show();
    await profile.show();
    assert.equal(profile.timesAsked, 1);
    await happens(world);
    await profile.show();
    assert.equal(profile.timesAsked, 2);
    assert.match(await world.explain(), new RegExp(code));
  }));
}

test("a rule answers once, and expectations hold", withWorld(undefined, async (world) => {
  await world.rule({ occurrence: 1 }, { respond: { status: 503 } });
  world.expect({ event: "token.issued", count: 1 });
  assert.deepEqual([(await password(world, world.user)).status, (await password(world, world.user)).status], [503, 200]);
  await world.lifetime("accessToken", "1m");
  await world.do("rotateKeys");
  await world.change(world.user, "disable");
  assert.equal((await password(world, world.user)).status, 400);
}));

test("a minted token is taken by Graph", withWorld(undefined, async (world) => {
  const token = await world.token({ client: "mobile", user: "alice", scope: "https://graph.microsoft.com/User.Read" });
  const answer = await world.fetch("https://graph.microsoft.com/v1.0/me", { headers: new Headers({ Authorization: `Bearer ${token}` }) });
  assert.equal((await answer.json()).id, world.user.id);
}));

test("hosts outside this machine are refused", withWorld(undefined, async (world) => {
  await assert.rejects(world.fetch("https://example.com/"), (error) => /example\.com is not a host that mockidp answers/.test(error.cause.message));
}));

test("the agent leads node:https into the world", withWorld(undefined, async (world) => {
  assert.equal(await statusOf(DISCOVERY, { agent: world.agent() }), 200);
  assert.equal((await world.journal()).length, 1);
}));

test("while it is installed the whole process reaches the world", withWorld(undefined, async (world) => {
  const end = await world.install();
  try {
    assert.equal((await fetch(DISCOVERY)).status, 200);
    assert.equal(await statusOf(DISCOVERY, {}), 200);
    assert.equal((await world.fetch(DISCOVERY)).status, 200);
  } finally {
    end();
  }
  assert.equal((await world.journal()).length, 3);
}));

test("the network client of MSAL gets status, fields and body", withWorld(undefined, async (world) => {
  const client = world.msalNetworkClient();
  const found = await client.sendGetRequestAsync(DISCOVERY);
  assert.equal(found.status, 200);
  assert.match(found.body.token_endpoint, /^https:\/\/login\.microsoftonline\.com\//);
  const refused = await client.sendPostRequestAsync(found.body.token_endpoint, { body: "grant_type=client_credentials", headers: { "Content-Type": "application/x-www-form-urlencoded" } });
  assert.equal(refused.status, 400);
  assert.ok(refused.body.error);
}));

function statusOf(url, options) {
  return new Promise((resolve, reject) => {
    https.get(url, options, (answer) => answer.resume().on("end", () => resolve(answer.statusCode))).on("error", reject);
  });
}
