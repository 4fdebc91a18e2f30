"use strict";
const { Buffer } = require("node:buffer");
const { request: plainRequest } = require("node:http");
const { request: tlsRequest } = require("node:https");
const { URL } = require("node:url");
const { inNode } = require("./foreign.js");
const { realm } = require("./realm.js");

const MOST_REDIRECTS = 20;

/** Whether `fetch` is Node's, which takes a dispatcher. Under Vitest, happy-dom puts its own in the place of it; others wrap it. */
function isNodes() {
  return typeof realm.fetch === "function" && /undici/i.test(Function.prototype.toString.call(realm.fetch));
}

/** `fetch` into a world: that of Node with the world's dispatcher, else one by node:https with the world's agents. */
async function fetchInto(world, input, init) {
  if (!isNodes()) return fetchByAgent(world, input, init);
  const [target, given] = await inNode(input, init);
  return realm.fetch(target, { ...given, dispatcher: await world.dispatcher() });
}

async function fetchByAgent(world, input, init = {}) {
  const { Request, Response } = globalThis;
  const request = new Request(input?.protocol ? input.href : input, init);
  request.signal?.throwIfAborted?.();
  const body = ["GET", "HEAD"].includes(request.method) ? undefined : Buffer.from(await request.arrayBuffer());
  let way = { url: request.url, method: request.method, headers: Object.fromEntries(request.headers.entries()), body };
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const { status, headers, content } = await send(world, way, request.signal);
    const to = status >= 300 && status < 400 && headers.location;
    if (to && request.redirect === "error") throw new TypeError("fetch failed: the answer is a redirect");
    if (to && request.redirect !== "manual") {
      way = redirected(way, status, new URL(to, way.url).href);
      continue;
    }
    const fields = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
    const answer = new Response([101, 204, 205, 304].includes(status) || way.method === "HEAD" ? null : content, { status, headers: fields });
    return Object.defineProperties(answer, { url: { value: way.url }, redirected: { value: redirects > 0 } });
  }
  throw new TypeError("fetch failed: the redirects have no end");
}

/** After 303, and after 301 and 302 of a POST, a browser goes on with GET and without the body. */
function redirected({ method, headers, body, url: from }, status, url) {
  const kept = { ...headers };
  if (new URL(from).origin !== new URL(url).origin) delete kept.authorization;
  if (status !== 303 && !(method === "POST" && status < 303)) return { url, method, headers: kept, body };
  delete kept["content-type"];
  return { url, method: method === "HEAD" ? "HEAD" : "GET", headers: kept };
}

function send(world, { url, method, headers, body }, signal) {
  const { protocol } = new URL(url);
  return new Promise((resolve, reject) => {
    const failed = (cause) => reject(Object.assign(new TypeError("fetch failed"), { cause }));
    const length = body === undefined ? {} : { "content-length": body.length };
    const sent = (protocol === "https:" ? tlsRequest : plainRequest)(url, { method, agent: world.agent(protocol), headers: { ...headers, ...length } }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part)).on("error", failed);
      answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, content: Buffer.concat(parts) }));
    });
    signal?.addEventListener?.("abort", () => {
      reject(signal.reason);
      sent.destroy();
    }, { once: true });
    sent.on("error", failed).end(body);
  });
}

module.exports = { fetchInto, isNodes };
