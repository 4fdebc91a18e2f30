"use strict";
const { setTimeout: sleep } = require("node:timers/promises");
const { URL } = require("node:url");
const { portOf } = require("./connections.js");
const { MockIdPError, PageRefused } = require("./errors.js");
const { MOST_STEPS, typedBy } = require("./typed.js");

const COMES_WITHIN = 30_000;
const BETWEEN_LOOKS = 50;

/** Where the windows of a browser context went, in order. */
class Ways {
  static #known = new WeakMap();
  #requests = [];

  static of(context) {
    if (!Ways.#known.has(context)) Ways.#known.set(context, new Ways(context));
    return Ways.#known.get(context);
  }

  constructor(context) {
    context.on("request", (request) => {
      if (request.isNavigationRequest()) this.#requests.push(request);
    });
  }

  /** The addresses to which the window went since the last sign-in in it. */
  of(page) {
    return this.#requests.filter((request) => isOf(request, page)).map((request) => request.url());
  }

  forget(page) {
    this.#requests = this.#requests.filter((request) => !isOf(request, page));
  }
}

/** A window's first request comes before the window does; until then Playwright does not tell its frame. */
function isOf(request, page) {
  try {
    return request.frame() === page.mainFrame();
  } catch {
    return false;
  }
}

/** Whether a window was at the server and went on from there. */
function isBack(addresses, isServer) {
  const last = addresses.findLastIndex(isServer);
  return last >= 0 && last < addresses.length - 1;
}

/**
 * Fills in the pages of the sign-in that a window shows, until it is back at the app or closes, as a popup does. Where the user is signed in already
 * there is no page, and it returns as soon as the window is back. A page that does not go on throws a `PageRefused` and stays.
 */
async function signIn(page, user, world) {
  const { connections } = world.server;
  const isServer = (address) => {
    const url = /^https?:/.test(address) ? new URL(address) : undefined;
    return url !== undefined && connections.answers(url.hostname, portOf(url));
  };
  const ways = Ways.of(page.context());
  for (let step = 0; step < MOST_STEPS; step++) {
    const shown = await look(page, ways, isServer, world);
    if (shown.isOver) {
      await page.waitForLoadState().catch(() => {}); // a popup may close meanwhile
      ways.forget(page);
      return;
    }
    if (shown.alert !== undefined && (step > 0 || !shown.canGoOn)) throw new PageRefused({ ...shown, text: shown.alert }, await world.describe());
    await answer(page, user).catch((error) => {
      if (!page.isClosed()) throw error;
    });
  }
  throw new MockIdPError(`The sign-in goes round in a circle.\n${await world.describe()}`);
}

/** Waits for a page of the server that can be read, or for the end of the sign-in. */
async function look(page, ways, isServer, world) {
  const end = Date.now() + COMES_WITHIN;
  while (Date.now() < end) {
    if (page.isClosed()) return { isOver: true };
    if (isServer(page.url())) {
      const shown = await page.evaluate(READ).catch(() => undefined); // the page goes on just now
      if (shown && (shown.canGoOn || shown.alert !== undefined)) return shown;
    } else if (isBack(ways.of(page), isServer)) return { isOver: true };
    await sleep(BETWEEN_LOOKS);
  }
  throw new MockIdPError(`Neither a page of the sign-in nor the app came within ${COMES_WITHIN / 1000} s; the window is at ${page.url()}.\n${await world.describe()}`);
}

/** Reads a page in the browser; as text, since the page's policy allows no script of its own. A page that was answered is not read again. */
const READ = `(() => {
  if (window.mockidpAnswered || document.readyState === "loading") return undefined;
  const alert = document.querySelector("[role=alert]");
  const number = /"sErrorCode":"(?!50058")(\\d+)"/.exec(document.querySelector("#config")?.textContent ?? "")?.[1];
  return {
    canGoOn: document.querySelector("#idSIButton9, button[name=account]") !== null,
    heading: document.querySelector("h1")?.textContent.trim() ?? "",
    alert: alert?.textContent.trim(),
    code: number && "AADSTS" + number,
  };
})()`;

async function answer(page, user) {
  const tiles = page.locator("button[name=account]");
  if (await tiles.count()) {
    const tile = page.locator(`button[name=account][data-test-id="${user.userPrincipalName}" i]`);
    return press(page, (await tile.count()) ? tile.first() : page.locator("button[name=action][value=other]").first());
  }
  const typed = typedBy(user);
  for (const [name, text] of Object.entries(typed)) {
    const box = page.locator(`input[name=${name}]:visible`);
    if (!(await box.count()) || !(await box.first().isEditable())) continue;
    await box.first().fill(text);
    if (name === "newPassword") user.password = text;
  }
  return press(page, page.locator("#idSIButton9"));
}

async function press(page, button) {
  await page.evaluate("window.mockidpAnswered = true");
  await button.click({ noWaitAfter: true });
}

module.exports = { Ways, isBack, signIn };
