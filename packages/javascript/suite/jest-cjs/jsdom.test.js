/** @jest-environment jsdom */
"use strict";
const { withWorld } = require("mockidp");

const DISCOVERY = "https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration";

test("in an environment with objects of its own, fetch reaches the world", withWorld(async (world) => {
  expect((await world.fetch(new URL(DISCOVERY), { headers: new Headers({ "X-Test": "1" }) })).status).toBe(200);
  const form = new URLSearchParams({ grant_type: "password", client_id: world.apps.mobile.clientId, username: world.user.userPrincipalName, password: world.user.password, scope: "openid" });
  const { signal } = new AbortController();
  expect((await world.fetch("https://login.microsoftonline.com/organizations/oauth2/v2.0/token", { method: "POST", body: form, signal })).status).toBe(200);
  const before = globalThis.fetch;
  const end = await world.install();
  try {
    expect((await fetch(DISCOVERY)).status).toBe(200);
  } finally {
    end();
  }
  expect(globalThis.fetch).toBe(before);
  expect(await world.journal()).toHaveLength(3);
}));

/** As an app in a page asks: by the class of the environment, after what CORS wants. */
function ask(method, url, headers = {}, body = null) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.onload = () => resolve({ status: request.status, told: JSON.parse(request.responseText) });
    request.onerror = () => reject(new Error(`${url} is not reached`));
    request.send(body);
  });
}

test("XMLHttpRequest reaches the world while it is installed", withWorld(async (world) => {
  const end = await world.install();
  try {
    expect((await ask("GET", DISCOVERY)).status).toBe(200);
    const form = new URLSearchParams({ grant_type: "refresh_token", client_id: world.apps.spa.clientId, refresh_token: "none" });
    const refused = await ask("POST", "https://login.microsoftonline.com/common/oauth2/v2.0/token", { "Content-Type": "application/x-www-form-urlencoded" }, String(form));
    expect(refused).toMatchObject({ status: 400, told: { error: "invalid_grant" } });
    const token = await world.token({ client: "spa", user: "alice", scope: "User.Read" });
    const { status, told } = await ask("GET", "https://graph.microsoft.com/v1.0/me", { Authorization: `Bearer ${token}` });
    expect([status, told.userPrincipalName]).toEqual([200, world.user.userPrincipalName]);
    await expect(ask("GET", "https://example.com/")).rejects.toThrow("is not reached");
  } finally {
    end();
  }
  expect((await world.journal()).map(({ endpoint }) => endpoint)).toEqual(expect.arrayContaining(["discovery", "token", "me"]));
}));
