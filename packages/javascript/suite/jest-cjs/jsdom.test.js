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
