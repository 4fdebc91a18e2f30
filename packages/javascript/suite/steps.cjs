"use strict";
// What every runner must be able to do with the package. A runner gives its `mockidp`, as `import` or `require` brought it, and runs each step as a test.
const assert = require("node:assert/strict");
const { execFile } = require("node:child_process");
const { createPublicKey, verify: isSigned } = require("node:crypto");
const { appendFileSync, readFileSync } = require("node:fs");
const https = require("node:https");
const { dirname, join } = require("node:path");
const { promisify } = require("node:util");
const { pathToFileURL } = require("node:url");

const LOGIN = "https://login.microsoftonline.com";
const FILE = join(__dirname, "scenario.yaml");
const TEXT = readFileSync(FILE, "utf8");
const VAULT = "resource=https://vault.azure.net";

function authorize(world, more = {}) {
  const query = { client_id: world.apps.mobile.clientId, response_type: "code", scope: "openid User.Read", redirect_uri: "http://localhost/", ...more };
  return `${LOGIN}/common/oauth2/v2.0/authorize?${new URLSearchParams(query)}`;
}

/** The app under test: it redeems the code and asks who the user is. */
async function whoSignedIn(world, { parameters }) {
  const form = { client_id: world.apps.mobile.clientId, grant_type: "authorization_code", code: parameters.code, redirect_uri: "http://localhost/" };
  const { access_token: token } = await (await world.fetch(`${LOGIN}/common/oauth2/v2.0/token`, { method: "POST", body: new URLSearchParams(form) })).json();
  return (await (await world.fetch("https://graph.microsoft.com/v1.0/me", { headers: { Authorization: `Bearer ${token}` } })).json()).userPrincipalName;
}

async function refresh(world, { parameters }) {
  const redeem = async (form) => (await world.fetch(`${LOGIN}/common/oauth2/v2.0/token`, { method: "POST", body: new URLSearchParams({ client_id: world.apps.mobile.clientId, ...form }) })).json();
  const { refresh_token } = await redeem({ grant_type: "authorization_code", code: parameters.code, redirect_uri: "http://localhost/" });
  return redeem({ grant_type: "refresh_token", refresh_token });
}

/** A token as a careful API looks at it: signature by the published keys, issuer of the discovery document, audience, times. */
async function validate(world, token, { audience, discovery }) {
  const [head, body] = token.split(".").slice(0, 2).map((part) => JSON.parse(Buffer.from(part, "base64url")));
  const { issuer, jwks_uri } = await (await world.fetch(discovery)).json();
  const { keys } = await (await world.fetch(jwks_uri)).json();
  const key = createPublicKey({ key: keys.find(({ kid }) => kid === head.kid), format: "jwk" });
  const [signed, signature] = [token.slice(0, token.lastIndexOf(".")), token.slice(token.lastIndexOf(".") + 1)];
  assert.ok(isSigned("RSA-SHA256", Buffer.from(signed), key, Buffer.from(signature, "base64url")));
  assert.equal(body.iss, issuer);
  assert.equal(body.aud, audience);
  assert.ok(body.exp > Date.now() / 1000);
}

function ask(url, options = {}) {
  return new Promise((resolve, reject) => {
    const { get } = url.startsWith("https:") ? https : require("node:http");
    get(url, options, (answer) => answer.resume().on("end", () => resolve(answer.statusCode))).on("error", reject);
  });
}

/** The lines of all servers that test files of this run came to; `after.test.mjs` reads them. */
function noteServer(server) {
  const { MOCKIDP_URL, MOCKIDP_CA } = server.environment;
  appendFileSync(process.env.SUITE_SERVERS, `${process.pid} ${MOCKIDP_URL} ${MOCKIDP_CA ? dirname(MOCKIDP_CA) : "-"}\n`);
  const mine = readFileSync(process.env.SUITE_SERVERS, "utf8").split("\n").filter((line) => line.startsWith(`${process.pid} `));
  return new Set(mine.map((line) => line.split(" ")[1]));
}

const steps = ({ start, withWorld, world: makeWorld }) => [
  ["start", "a server starts and answers, and all test files of a process have the same one", async () => {
    const server = await start();
    assert.equal((await server.call("GET", "health")).status, "ok");
    assert.deepEqual([...noteServer(server)], [server.url]);
  }],

  ["world", "a test has a world of its own", withWorld(async (world) => {
    const other = await makeWorld();
    await other.change(other.user, "disable");
    assert.notEqual(world.tenant.id, other.tenant.id);
    assert.equal(await whoSignedIn(world, await world.signIn(authorize(world))), world.user.userPrincipalName);
    await other.remove();
  })],

  ["page-sign-in", "a person signs in at the pages, and the app gets tokens of that person", withWorld(async (world) => {
    const arrival = await world.signInAtPages(authorize(world, { state: "12" }), world.users.bob);
    assert.ok(arrival.pages >= 2);
    assert.equal(arrival.parameters.state, "12");
    assert.equal(await whoSignedIn(world, arrival), world.users.bob.userPrincipalName);
  })],

  ["popup", "a second page of the same session asks which account", withWorld(async (world) => {
    const browser = world.browser();
    await browser.signInAtPages(authorize(world));
    const popup = await browser.signInAtPages(authorize(world, { prompt: "select_account" }));
    assert.equal(popup.pages, 1);
    assert.equal(await whoSignedIn(world, popup), world.user.userPrincipalName);
  })],

  ["session-no-page", "with a session there is no page, and the sign-in returns at once", withWorld(async (world) => {
    const browser = world.browser();
    await browser.signInAtPages(authorize(world));
    const began = Date.now();
    const second = await browser.signInAtPages(authorize(world));
    assert.equal(second.pages, 0);
    assert.ok(Date.now() - began < 5000);
    assert.equal(await whoSignedIn(world, second), world.user.userPrincipalName);
  })],

  ["page-refuses", "a page that refuses says its code and its text, and the test goes on", withWorld(async (world) => {
    const browser = world.browser();
    await assert.rejects(browser.signInAtPages(authorize(world), { ...world.user, password: "wrong" }), { name: "PageRefused", code: "AADSTS50126", text: /password is incorrect/ });
    await world.change(world.users.bob, "disable");
    await assert.rejects(browser.signInAtPages(authorize(world), world.users.bob), { code: "AADSTS50057" });
    await assert.rejects(browser.signInAtPages(authorize(world, { client_id: "11111111-1111-4111-8111-111111111111" })), { code: "AADSTS700016", text: /was not found in the directory/ });
    assert.equal(await whoSignedIn(world, await browser.signInAtPages(authorize(world))), world.user.userPrincipalName);
  })],

  ["two-worlds", "two worlds of one file at once", withWorld("expired-refresh", async (first) => {
    const second = await makeWorld("happy-path");
    const [refused, taken] = await Promise.all([first, second].map(async (world) => refresh(world, await world.signIn(authorize(world, { scope: "openid offline_access" })))));
    assert.match(refused.error_description, /^AADSTS700082/);
    assert.ok(taken.access_token);
    await whoSignedIn(first, await first.signIn(authorize(first))); // as the scenario expects of an app
    await second.remove();
  })],

  ["managed-identity", "a managed identity gets a token, as on a virtual machine and as in App Service", withWorld(async (world) => {
    const end = await world.install();
    try {
      assert.equal(await ask(`http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01&${VAULT}`, { headers: { Metadata: "true" } }), 200);
      const { IDENTITY_ENDPOINT, IDENTITY_HEADER } = world.environment("app-service");
      assert.equal(await ask(`${IDENTITY_ENDPOINT}?api-version=2019-08-01&${VAULT}`, { headers: { "X-IDENTITY-HEADER": IDENTITY_HEADER } }), 200);
    } finally {
      end();
    }
    assert.equal((await world.journal({ endpoint: "managedIdentity" })).length, 2);
  })],

  ["minted-token", "a minted token passes the checks of an API", withWorld(async (world) => {
    const v2 = await world.token({ client: "web", user: "alice", scope: "api://contoso/Orders.Read" });
    await validate(world, v2, { audience: world.apps.api.clientId, discovery: `${world.tenant.authority}/v2.0/.well-known/openid-configuration` });
    const v1 = await world.token({ client: "daemon" });
    await validate(world, v1, { audience: "https://graph.microsoft.com", discovery: `${world.tenant.authority}/.well-known/openid-configuration` });
    const { token: ordered } = await world.call("POST", "tokens", { client: "web", user: "alice", scope: "api://contoso/Orders.Read" }); // no helper between
    await validate(world, ordered, { audience: world.apps.api.clientId, discovery: `${world.tenant.authority}/v2.0/.well-known/openid-configuration` });
    const own = await world.token({ client: "web", user: "alice", kind: "idToken", issuer: "login.microsoftonline.us" });
    assert.match(JSON.parse(Buffer.from(own.split(".")[1], "base64url")).iss, /^https:\/\/login\.microsoftonline\.us\//);
  })],

  ["mail", "a message is waited for", withWorld(async (world) => {
    const token = await world.token({ client: "mobile", user: "alice", scope: "https://graph.microsoft.com/Mail.Send" });
    const content = '<p><a href="https://example.com/confirm">Confirm</a> with 482913.</p>';
    const message = { subject: "Welcome", toRecipients: [{ emailAddress: { address: "kim@example.com" } }], body: { contentType: "html", content } };
    const waiting = world.mail.wait({ to: "kim@example.com" });
    const answer = await world.fetch("https://graph.microsoft.com/v1.0/me/sendMail", {
      method: "POST", body: JSON.stringify({ message }), headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    });
    assert.equal(answer.status, 202);
    const mail = await waiting;
    assert.deepEqual([mail.subject, mail.link("Confirm"), mail.code(), mail.code(/with (\d+)/)], ["Welcome", "https://example.com/confirm", "482913", "482913"]);
    assert.throws(() => mail.link("Cancel"), /has no link 'Cancel'\. It has: Confirm/);
    await assert.rejects(world.mail.wait({ to: "lee@example.com", timeout: "100ms" }), /'Welcome': it went to kim@example\.com/);
    await world.mail.clear();
    assert.deepEqual(await world.mail.all(), []);
  })],

  ["scenario-name", "a scenario by its name", withWorld("expired-refresh", async (world) => {
    const answer = await refresh(world, await world.signIn(authorize(world, { scope: "openid offline_access" })));
    assert.match(answer.error_description, /^AADSTS700082/);
    await whoSignedIn(world, await world.signIn(authorize(world))); // as the scenario expects of an app
  })],
  ["scenario-text", "a scenario by its text", withWorld(TEXT, async (world) => {
    assert.ok(world.users.zoe);
  })],
  ["scenario-file", "a scenario by its file", async () => {
    for (const file of [FILE, pathToFileURL(FILE)]) await withWorld(file, async (world) => assert.ok(world.users.zoe))();
    await assert.rejects(makeWorld("nowhere.yaml"), /The scenario nowhere\.yaml cannot be read: ENOENT/);
  }],

  ["options", "the options ids, clientIds and name", async () => {
    const name = `suite-${process.pid}-${Math.floor(Math.random() * 1e9)}`;
    const seeds = await makeWorld(undefined, { name, ids: "asWritten", clientIds: "perWorld", user: "bob" });
    const other = await makeWorld(undefined, { ids: "asWritten" });
    assert.equal(seeds.name, name);
    assert.equal(seeds.tenant.id, other.tenant.id);
    assert.notEqual(seeds.apps.mobile.clientId, other.apps.mobile.clientId);
    assert.equal(seeds.user.alias, "bob");
    await Promise.all([seeds.remove(), other.remove()]);
  }],

  ["snapshot", "a snapshot is kept and restored", withWorld(async (world) => {
    const [before, changed] = [world.user.password, "0therPassw0rd!"];
    await world.snapshot("before");
    await world.change(world.user, "changePassword", { to: changed });
    assert.equal(world.user.password, changed);
    await world.signInAtPages(authorize(world));
    await world.restore("before");
    assert.equal(world.user.password, before);
    assert.equal(await whoSignedIn(world, await world.signInAtPages(authorize(world))), world.user.userPrincipalName);
  })],

  ["rule-journal", "a rule is added, and the journal tells what it did", withWorld(async (world) => {
    await world.rule({ occurrence: 1 }, { refuse: "AADSTS50173" });
    const answer = await refresh(world, await world.signIn(authorize(world, { scope: "openid offline_access" })));
    assert.ok(answer.error);
    const [refused] = await world.journal({ error: "AADSTS50173" });
    assert.equal(refused.endpoint, "token");
    assert.ok(refused.reasons.length);
  })],

  ["expectation", "an expectation that is not met fails the test, with the journal", async () => {
    const body = withWorld(async (world) => {
      world.expect({ event: "token.issued", count: 2 });
      await whoSignedIn(world, await world.signIn(authorize(world)));
    });
    await assert.rejects(body(), /not met: token\.issued: expected twice[^]*#\d+ POST .*\/token → 200/);
  }],

  ["foreign-host", "a foreign host is refused with a sentence", withWorld(async (world) => {
    await assert.rejects(world.fetch("https://example.com/"), ({ cause }) => /^example\.com is not a host that mockidp answers, and tests with it do not leave this machine\.$/.test(cause.message));
    await assert.rejects(ask("https://example.com/", { agent: world.agent() }), /example\.com is not a host that mockidp answers/);
  })],

  ["no-executable", "without an executable the failure says what to do", async () => {
    const environment = { ...process.env, PATH: "/nowhere" };
    for (const name of ["MOCKIDP_BINARY", "MOCKIDP_URL", "NODE_OPTIONS"]) delete environment[name];
    const script = 'require("mockidp").start().catch((error) => console.log(error.message))';
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { env: environment, cwd: __dirname });
    assert.match(stdout, /^This package has no mockidp for \w+ on \w+, and PATH has none\. Set MOCKIDP_BINARY to the program, or MOCKIDP_URL to a server/);
  }],
];

module.exports = { authorize, noteServer, refresh, steps, whoSignedIn };
