// What is written into the apps: how each job stands, what failed and why, and buttons for a cycle and for one user.

import { call, get, query, segment } from "./api.js";
import { button, code, cut, dialog, el, facts, field, link, name, row, say, show, stamp, table, time, verdict } from "./dom.js";

const LIMIT = 100;

export async function provisioning(screen) {
  return screen.rest[0] ? one(screen) : list(screen.body);
}

const path = (app, rest = "") => `/apps/${segment(app)}/provisioning${rest}`;

/** How a job stands, in Graph's words. */
function standing(job) {
  const good = { Active: "good", Quarantine: "bad" }[job.code] ?? "plain";
  return verdict(good, { NotConfigured: "no tenant URL", NotRun: "not begun", Active: "active", Paused: "paused", Quarantine: "quarantine" }[job.code] ?? job.code);
}

async function list(body) {
  const apps = (await get("/apps")).apps.filter((app) => app.provisioning);
  const jobs = await Promise.all(apps.map((app) => get(path(app.alias))));
  show(body, el("div", { class: "box" }, jobs.length
    ? table("Provisioning", ["App", "State", "Cycles", "Users", "Groups", "Tried again", "Next cycle"], jobs.map((job) =>
      row(link(`#/provisioning/${segment(job.app)}`, name(job.app)), standing(job), job.cycles, job.users, job.groups, job.escrows, job.nextCycle ? time(job.nextCycle) : "never")))
    : el("p", { class: "quiet" }, "No app is provisioned. An app with ", el("code", {}, "provisioning: { tenantUrl: …, secretToken: … }"), " gets users and groups by SCIM.")));
}

async function one({ body, rest, parameters, signal }) {
  const app = rest[0];
  const state = el("div", {});
  const found = el("div", {});
  const asked = el("div", {});
  const user = el("input", { type: "search", autocomplete: "off", value: parameters.user ?? "" });
  const history_ = (wanted) => `#/provisioning/${segment(app)}${query({ user: wanted })}`;
  let before;

  const draw = async () => {
    const [job, { entries }, { requests }] = await Promise.all([
      get(path(app)), get(path(app, `/log${query({ user: parameters.user, limit: LIMIT })}`)), get(path(app, `/requests${query({ limit: LIMIT })}`))]);
    const now = JSON.stringify([job, entries.map(({ id }) => id), requests.map(({ number }) => number)]);
    if (signal.aborted || now === before) return;
    before = now;
    show(state, facts([
      ["State", standing(job)], ["Tenant URL", job.tenantUrl && el("code", {}, cut(job.tenantUrl))],
      ["Linked users", job.users.toLocaleString("en")],
      ["Linked groups", job.groups.toLocaleString("en")],
      ["Failed, to be tried again", job.escrows.toLocaleString("en")], 
      ["Next cycle", job.nextCycle ? [time(job.nextCycle), job.nextCycleHint && [" — ", job.nextCycleHint]] : "never"],
      ["Last cycle", job.lastCycle && [time(job.lastCycle.began), ": ", job.lastCycle.state, `, ${job.lastCycle.exported} written`, job.lastCycle.message && [" — ", cut(job.lastCycle.message, 400)]]],
      ["Quarantine", job.quarantine && [verdict("bad", job.quarantine.reason), " since ", time(job.quarantine.since), ": ", cut(job.quarantine.message, 600)]]]));
    show(found, entries.length
      ? table("Log", ["User or group", "When", "What", "How it ended", "Why"], entries.map((entry) => line(entry, history_)))
      : el("p", { class: "quiet" }, parameters.user ? "Nothing was decided of this user." : "Nothing was decided yet."));
    show(asked, requests.length
      ? table("Requests", ["Request", "When", "About", "Status"], requests.map(request))
      : el("p", { class: "quiet" }, "Nothing was sent."));
  };

  /** Sends an order, and says what came of it. */
  const order = (label, given) => button(label, async () => {
    const report = await call("POST", path(app, "/run"), given());
    say(`${label}: ${report.state}, ${report.exported} written.`, report.state === "Succeeded" && !report.quarantine ? "note" : "fault");
    await draw();
  });
  const verb = (label, rest_) => button(label, async () => {
    await call("POST", path(app, rest_), rest_ === "/restart" ? {} : undefined);
    say(`${label}: done.`);
    await draw();
  });
  const section = (id, title, ...content) => el("section", { class: "box", "aria-labelledby": id }, el("h2", { id }, title), content);
  show(body,
    el("p", {}, link("#/provisioning", "← All apps")),
    section("job", app, state, el("p", { class: "row" },
      order("Run a cycle", () => ({})), order("Everything again", () => ({ kind: "initial" })), verb("Pause", "/pause"), verb("Start", "/start"), verb("Restart", "/restart"))),
    section("history", parameters.user ? `History of ${cut(parameters.user, 60)}` : "What was decided", el("form", { class: "row", onsubmit: (event) => {
      event.preventDefault();
      location.hash = history_(user.value.trim());
    } }, field("User", user, "An alias, a sign-in name or an object id."), el("button", { type: "submit" }, "Show the history"),
    order("Write the user now", () => ({ user: user.value.trim() })), order("What would be sent?", () => ({ user: user.value.trim(), dryRun: true }))), found),
    section("requests", "What was sent", asked));
  await draw();
  const timer = setInterval(() => !document.hidden && draw().catch(() => {}), 2000);
  signal.addEventListener("abort", () => clearInterval(timer));
}

function line(entry, history_) {
  const isUser = entry.type === "User";
  const good = { success: "good", failure: "bad" }[entry.status] ?? "plain";
  return row(
    isUser ? link(history_(entry.source), name(entry.source)) : name(entry.source), stamp(entry.at), entry.action ?? entry.skipReason ?? "nothing", verdict(good, entry.status),
    [el("ul", { class: "plain" }, [...entry.reasons, ...(entry.message ? [`${entry.code}: ${entry.message}`] : [])].map((reason) => el("li", {}, cut(reason, 1000)))),
      entry.changes.length > 0 && el("details", {}, el("summary", {}, entry.changes.length === 1 ? "1 value" : `${entry.changes.length} values`),
        table("Values", ["Attribute", "Before", "After"], entry.changes.map((change) => row(el("code", {}, cut(change.name, 120)), change.old ?? "nothing", change.new ?? "nothing")))),
      entry.exchange && el("p", { class: "below" }, link(`#/exchange/${entry.exchange}`, "the exchange"))]);
}

function request(sent) {
  const open = () => dialog(`${sent.method} ${cut(sent.url, 80)}`,
    facts([["When", time(sent.at)], ["About", sent.about && name(sent.about)], ["Status", sent.status ?? cut(sent.fault)]]),
    code(`${sent.method} ${sent.url}\n${Object.entries(sent.fields).map(([key, value]) => `${key}: ${value}`).join("\n")}\n\n${cut(sent.body, 20_000)}`, "Request"),
    el("h3", {}, "Answer"), code(cut(sent.answer, 20_000), "Answer"));
  return row(
    button(`${sent.method} ${cut(sent.url.replace(/^[a-z]+:\/\/[^/]+/u, ""), 110)}`, open, { class: "small" }), stamp(sent.at), name(sent.about ?? "the probe"),
    sent.status === undefined ? verdict("bad", "no answer") : verdict(sent.status < 300 ? "good" : "bad", sent.status));
}
