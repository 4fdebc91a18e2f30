import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { withWorld, world } from "mockidp";
import { profileOf } from "../examples/profile.cjs";

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

test("while it is installed, an agent of a library's own is led as well, and this machine is left to it", withWorld(undefined, async (world) => {
  const app = http.createServer((_, answer) => answer.end()).listen(0, "127.0.0.1");
  await once(app, "listening");
  const end = await world.install();
  try {
    assert.equal(await statusOf(DISCOVERY, { agent: new https.Agent({ keepAlive: false }) }), 200);
    assert.equal(await statusOf(`http://localhost:${app.address().port}`, { agent: new http.Agent() }), 200);
    await assert.rejects(statusOf("https://example.com/", { agent: new https.Agent() }), /example\.com is not a host/);
  } finally {
    end();
    app.close();
  }
  assert.equal((await world.journal()).length, 1);
  assert.equal(Object.hasOwn(https.Agent.prototype, "addRequest"), false);
}));

test("fetch takes the objects of another environment", withWorld(undefined, async (world) => {
  // As happy-dom and jsdom have them: of the same name, and of another class.
  class Named { get [Symbol.toStringTag]() { return this.constructor.kind; } }
  class OtherParams extends Named { static kind = "URLSearchParams"; constructor(text) { super(); this.text = text; } toString() { return this.text; } }
  class OtherHeaders extends Named { static kind = "Headers"; entries() { return [["x-test", "1"]][Symbol.iterator](); } }
  class OtherSignal extends Named { static kind = "AbortSignal"; constructor(aborted) { super(); this.aborted = aborted; } addEventListener() {} }
  class OtherRequest extends Named {
    static kind = "Request";
    constructor(url, init) { super(); Object.assign(this, { url, method: "GET", ...init }); }
    clone() { return new Response(this.content); }
  }
  const form = `grant_type=password&client_id=${world.apps.mobile.clientId}&username=${world.user.userPrincipalName}&password=${encodeURIComponent(world.user.password)}&scope=openid`;
  const url = `${world.tenant.authority}/oauth2/v2.0/token`;
  assert.equal((await world.fetch(url, { method: "POST", body: new OtherParams(form), headers: new OtherHeaders(), signal: new OtherSignal(false) })).status, 200);
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  assert.equal((await world.fetch(new OtherRequest(url, { method: "POST", headers, content: form }))).status, 200);
  await assert.rejects(world.fetch(url, { signal: new OtherSignal(true) }), { name: "AbortError" });
}));

test("while it is installed, a fetch that the environment brought is replaced", withWorld(undefined, async (world) => {
  const before = globalThis.fetch;
  const others = async () => assert.fail("the environment's fetch was asked");
  globalThis.fetch = others;
  try {
    const end = await world.install();
    assert.equal((await fetch(DISCOVERY)).status, 200);
    end();
    assert.equal(globalThis.fetch, others);
    const form = { grant_type: "password", client_id: world.apps.mobile.clientId, username: world.user.userPrincipalName, password: world.user.password, scope: "openid" };
    const answer = await world.fetch(new Request(`${world.tenant.authority}/oauth2/v2.0/token`, { method: "POST", body: new URLSearchParams(form) }));
    assert.ok((await answer.json()).access_token);
    const url = `https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=${form.client_id}&response_type=code&scope=openid&redirect_uri=http://localhost/&prompt=none`;
    assert.equal((await world.fetch(url, { redirect: "manual" })).status, 302);
    await assert.rejects(world.fetch("https://example.com/"), ({ cause }) => /example\.com is not a host/.test(cause.message));
    await assert.rejects(world.fetch(DISCOVERY, { signal: AbortSignal.abort() }), { name: "AbortError" });
  } finally {
    globalThis.fetch = before;
  }
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
    (url.startsWith("https:") ? https : http).get(url, options, (answer) => answer.resume().on("end", () => resolve(answer.statusCode))).on("error", reject);
  });
}

test("the world of a file keeps what the file states", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mockidp-"));
  const file = join(folder, "own.yaml");
  await writeFile(file, "scenario: own\nworld: { seeds: none, tenants: { northwind: { id: 5b1f3c58-2d0b-4e6f-9a77-0c5d8e3b1a42, displayName: N, domains: [northwind.test] } }, users: { nadia: { displayName: Nadia, userPrincipalName: n@northwind.test } } }\n");
  const worlds = await Promise.all([world(file), world(pathToFileURL(file)), world(file, { ids: "own" })]);
  assert.deepEqual(worlds.map((one) => one.tenant.id === "5b1f3c58-2d0b-4e6f-9a77-0c5d8e3b1a42"), [true, true, false]);
  assert.equal(worlds[0].user.userPrincipalName, "n@northwind.test");
  await Promise.all([...worlds.map((one) => one.remove()), rm(folder, { recursive: true })]);
});

test("a name that nobody has is answered with those there are", withWorld(undefined, async (world) => {
  assert.throws(() => world.users.carol, /The world has no user 'carol'\. Known are: alice, bob, /);
  assert.equal("carol" in world.users, false);
  assert.match(await world.describe(), /no request came\. Does the app use world\.fetch/);
}));
