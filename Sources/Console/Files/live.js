// The journal as it grows, a line for each sign-in. Only the lines in sight are in the page, so that ten thousand exchanges scroll.

import { call, effect, follow, query } from "./api.js";
import { button, clockTime, cut, el, field, link, name, say, select, show, span, verdict } from "./dom.js";
import { isRefused, phase, refusal, SignIns } from "./sign-ins.js";

const ENDPOINTS = ["", "authorize", "signIn", "adminConsent", "token", "deviceCode", "device", "managedIdentity", "machineMetadata", "pipelineToken", "me", "userInfo", "graph", "discovery", "keys", "instanceDiscovery", "userRealm", "logout", "checkSession", "nativeClient", "proxy", "unknown"];
const EVENTS = ["", "signIn", "signIn.failed", "signIn.cancelled", "page.shown", "code.issued", "deviceCode.issued", "authorize.refused", "token.issued", "token.refused", "resource.served", "resource.refused", "signOut", "adopted"];
const FILTERS = ["user", "client", "tenant", "grant", "error", "endpoint", "event"];

const LINE = 44;
const KEPT = 10_000;

export function live({ body, parameters, signal }) {
  const groups = new SignIns();
  let exchanges = [];
  let frozen;
  let fault;
  let missed = 0;
  let byRequest = parameters.by === "request";
  let at = 0;

  const filters = Object.fromEntries(FILTERS.map((key) => [key, parameters[key] ?? ""]));
  const isFiltered = FILTERS.some((key) => filters[key]);
  const go = (changes) => {
    location.hash = `#/live${query({ ...filters, by: byRequest ? "request" : "", ...changes })}`;
  };

  const inputs = {
    user: el("input", { type: "search", value: filters.user, autocomplete: "off" }),
    client: el("input", { type: "search", value: filters.client, autocomplete: "off" }),
    tenant: el("input", { type: "search", value: filters.tenant, autocomplete: "off" }),
    grant: el("input", { type: "search", value: filters.grant, autocomplete: "off" }),
    error: el("input", { type: "search", value: filters.error, autocomplete: "off" }),
    endpoint: select(ENDPOINTS.map((value) => [value, value || "all"]), filters.endpoint),
    event: select(EVENTS.map((value) => [value, value || "all"]), filters.event),
  };
  const labels = { user: "User", client: "App", tenant: "Tenant", grant: "Grant", error: "Refusal", endpoint: "Endpoint", event: "Event" };
  const form = el(
    "form",
    {
      class: "filters",
      onsubmit: (event) => {
        event.preventDefault();
        go(Object.fromEntries(FILTERS.map((key) => [key, inputs[key].value.trim()])));
      },
    },
    FILTERS.map((key) => field(labels[key], inputs[key])),
    el("div", { class: "row" }, el("button", { type: "submit" }, "Filter"), isFiltered && link(`#/live${query({ by: byRequest ? "request" : "" })}`, "All again")),
  );
  const filterBox = el("details", { class: "box", open: isFiltered }, el("summary", {}, isFiltered ? "Filters: some are set" : "Filters"), form);

  const count = el("p", { class: "quiet", role: "status" });
  const pause = button("Pause", () => toggle());
  const clearing = button("Clear", clear);
  const grouping = button(byRequest ? "By sign-in" : "By request", () => {
    byRequest = !byRequest;
    go({ by: byRequest ? "request" : "" });
  });
  effect("DELETE", "/exchanges").then((text) => (clearing.title = text)).catch(() => {});

  const list = el("ol", { class: "lines" });
  const view = el("div", { class: "view", role: "region", tabindex: 0, "aria-label": "Journal, the newest first" }, list);
  const empty = el("div", {});

  // A sign-in is told from others by all of its exchanges, also by those that a filter leaves out. So the groups are made of the whole journal, and
  // the filter says which of them are shown.
  const fitting = new Set();
  const isOfGroups = isFiltered && !byRequest;
  const fits = (group) => group.exchanges.some((one) => fitting.has(one.number));
  const all = () => (byRequest ? exchanges : isOfGroups ? groups.all.filter(fits) : groups.all);
  const counted = () => (isOfGroups ? fitting.size : groups.count);
  const lines = () => frozen ?? all();

  let drawn = "";
  let due = false;
  function draw(again = false) {
    due = false;
    if (signal.aborted) return;
    const shown = lines();
    const rows = shown.length;
    list.style.height = `${rows * LINE}px`;
    const first = Math.max(0, Math.floor(view.scrollTop / LINE) - 6);
    const past = Math.min(rows, first + Math.ceil((view.clientHeight || 600) / LINE) + 12);
    const key = `${rows} ${first} ${past} ${frozen ? "f" : `${groups.count} ${counted()}`} ${at}`;
    if (again || key !== drawn) {
      drawn = key;
      const hadFocus = list.contains(document.activeElement);
      const items = [];
      for (let place = first; place < past; place += 1) {
        const item = byRequest ? requestLine(shown[rows - 1 - place]) : signInLine(shown[rows - 1 - place]);
        item.style.transform = `translateY(${place * LINE}px)`;
        item.setAttribute("aria-setsize", rows);
        item.setAttribute("aria-posinset", place + 1);
        item.dataset.place = place;
        items.push(item);
      }
      list.replaceChildren(...items);
      if (hadFocus) list.querySelector(`[data-place="${at}"] a`)?.focus({ preventScroll: true });
    }
    show(count, `${rows.toLocaleString("en")} ${rows === 1 ? "line" : "lines"}, ${counted().toLocaleString("en")} exchanges`, frozen && `; stopped, ${missed.toLocaleString("en")} more came`);
    if (fault) show(empty, el("p", { class: "fault", role: "alert" }, fault));
    else show(empty, !rows && el("p", { class: "nothing" }, isFiltered ? "Nothing fits these filters so far." : ["Nothing was asked so far. ", link("#/start", "What an app needs")]));
  }
  const schedule = () => {
    if (!due) {
      due = true;
      requestAnimationFrame(() => draw());
    }
  };

  function toggle() {
    frozen = frozen ? undefined : [...all()];
    missed = 0;
    pause.textContent = frozen ? "Go on" : "Pause";
    pause.setAttribute("aria-pressed", Boolean(frozen));
    schedule();
  }

  async function clear() {
    const { removed } = await call("DELETE", "/exchanges");
    say(`${removed} exchanges are forgotten.`);
  }

  function move(by) {
    at = Math.min(Math.max(0, at + by), lines().length - 1);
    const top = at * LINE;
    if (top < view.scrollTop) view.scrollTop = top;
    if (top + LINE > view.scrollTop + view.clientHeight) view.scrollTop = top + LINE - view.clientHeight;
    draw(true);
    list.querySelector(`[data-place="${at}"] a`)?.focus({ preventScroll: true });
  }

  view.addEventListener("scroll", schedule, { passive: true });
  view.addEventListener("focusin", (event) => {
    const place = event.target.closest("li")?.dataset.place;
    if (place !== undefined) at = Number(place);
  });
  view.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      ArrowDown: () => move(list.contains(document.activeElement) ? 1 : 0),
      j: () => move(list.contains(document.activeElement) ? 1 : 0),
      ArrowUp: () => move(-1),
      k: () => move(-1),
      p: toggle,
      c: clear,
      f: () => {
        filterBox.open = true;
        inputs.user.focus();
      },
      "?": () => window.dispatchEvent(new Event("console-help")),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  new ResizeObserver(schedule).observe(view);

  show(body, filterBox, el("div", { class: "bar" }, pause, clearing, grouping, button("Keys", () => window.dispatchEvent(new Event("console-help")), { class: "small" }), count), view, empty);
  draw();

  const refuse = (problem) => {
    if (problem.status === 401) return;
    fault = problem.message;
    schedule();
  };

  if (isOfGroups) {
    follow(filters, {
      signal,
      take(fresh) {
        for (const one of fresh) fitting.add(one.number);
        schedule();
      },
      clear() {
        fitting.clear();
        schedule();
      },
      refuse,
    });
  }

  follow(isOfGroups ? {} : filters, {
    signal,
    take(fresh) {
      for (const one of fresh) groups.add(one);
      exchanges = exchanges.concat(fresh);
      if (exchanges.length > KEPT + 1000) trim();
      if (frozen) missed += fresh.length;
      schedule();
    },
    clear() {
      groups.clear();
      exchanges = [];
      frozen = undefined;
      at = 0;
      pause.textContent = "Pause";
      schedule();
    },
    refuse,
  });

  /** The journal keeps ten thousand, and so does the page. */
  function trim() {
    exchanges = exchanges.slice(-KEPT);
    groups.clear();
    for (const one of exchanges) groups.add(one);
  }
}

export const why = (exchange) => `#/exchange/${exchange.number}`;

function signInLine(group) {
  const [kind, end] = group.end;
  return el(
    "li",
    {},
    link(
      why(group.telling),
      el("span", { class: "when" }, clockTime(group.exchanges[0].startedAt).slice(0, 8)),
      el("span", { class: "who" }, group.user ? name(group.user, 40) : "nobody yet"),
      el("span", { class: "app" }, group.client ? name(group.client, 40) : "no app"),
      el("span", { class: "steps" }, group.steps.slice(0, 12).map((step, index) => [
        index > 0 && " → ",
        el("span", { class: step.refused ? "step refused" : "step" }, step.refused && "✕ ", step.phase, step.count > 1 && ` ×${step.count}`),
      ]), group.steps.length > 12 && ` → ${group.steps.length - 12} more`),
      el("span", { class: "took" }, span(group.duration)),
      el("span", { class: "end" }, verdict(kind, cut(end, 40))),
    ),
  );
}

function requestLine(exchange) {
  const refused = isRefused(exchange);
  return el(
    "li",
    {},
    link(
      why(exchange),
      el("span", { class: "when" }, clockTime(exchange.startedAt).slice(0, 8)),
      el("span", { class: "who" }, exchange.user ? name(exchange.user.alias, 40) : "nobody yet"),
      el("span", { class: "app" }, exchange.client ? name(exchange.client.alias, 40) : "no app"),
      el("span", { class: "steps" }, `#${exchange.number} ${exchange.method} ${phase(exchange)}`, " ", el("bdi", { class: "quiet" }, cut(exchange.path, 120))),
      el("span", { class: "took" }, exchange.status),
      el("span", { class: "end" }, verdict(refused ? "bad" : "good", refused ? cut(refusal(exchange), 40) : "answered")),
    ),
  );
}
