"use strict";
const { realm } = require("./realm.js");

/**
 * The arguments of `fetch` in objects of Node. happy-dom and jsdom have a `Request`, `Headers`, `FormData` and `AbortSignal` of their own, which the
 * `fetch` of Node does not know.
 */
async function inNode(input, init = {}) {
  if (typeof input === "string" || input instanceof realm.Request) return [input, await initInNode(init)];
  if (kindOf(input) !== "Request") return [String(input?.href ?? input), await initInNode(init)];
  const { method, headers, redirect, signal } = input;
  const body = ["GET", "HEAD"].includes(method) ? undefined : await input.clone().arrayBuffer();
  return [input.url, await initInNode({ method, headers, redirect, signal, body, ...init })];
}

async function initInNode(init) {
  const { headers, body, signal } = init;
  return { ...init, ...(headers ? { headers: fields(headers) } : {}), ...(body ? { body: await content(body) } : {}), ...(signal ? { signal: signalOf(signal) } : {}) };
}

function fields(headers) {
  return kindOf(headers) === "Headers" && !(headers instanceof realm.Headers) ? [...headers.entries()] : headers;
}

async function content(body) {
  const kind = kindOf(body);
  if (kind === "URLSearchParams") return body instanceof realm.URLSearchParams ? body : new realm.URLSearchParams(String(body));
  if (kind === "Blob" || kind === "File") return blob(body);
  if (kind !== "FormData" || body instanceof realm.FormData) return body;
  const form = new realm.FormData();
  for (const [name, value] of body.entries()) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, await blob(value), value.name);
  }
  return form;
}

async function blob(value) {
  return value instanceof realm.Blob ? value : new realm.Blob([new Uint8Array(await value.arrayBuffer())], { type: value.type });
}

function signalOf(signal) {
  if (signal instanceof realm.AbortSignal) return signal;
  const ours = new realm.AbortController();
  const end = () => ours.abort(signal.reason);
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  return ours.signal;
}

/** The name of an object's class, whatever global object the class is of. */
function kindOf(value) {
  return Object.prototype.toString.call(value).slice(8, -1);
}

module.exports = { inNode };
