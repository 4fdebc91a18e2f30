// What is in the world, as tables; and every verb of the control API as a button that says first what it does.

import { call, effect, effects, get, query, segment, server } from "./api.js";
import { clockBox, lifetimesBox } from "./clock.js";
import { button, cut, dialog, el, facts, field, link, name, row, say, show, stamp, table, time, verdict } from "./dom.js";
import { certificates } from "./saml.js";

const SHOWN = 100;

/** The tables: what to ask for, how a line reads, and which verbs it has. */
const TABLES = {
  users: {
    label: "Users", list: "users", key: "alias", route: "/users", placeholder: "{user}", verbs: true,
    heads: ["User", "Sign-in name", "Tenant", "State", "Second factor"],
    cells: (user) => [
      [name(user.alias), user.displayName && user.displayName !== user.alias && [" ", el("span", { class: "quiet" }, name(user.displayName))]],
      name(user.userPrincipalName, 120), name(user.tenant), userState(user), user.mfa,
    ],
  },
  groups: {
    label: "Groups", list: "groups", key: "alias", route: "/groups", placeholder: "{group}", remove: true,
    heads: ["Group", "Name", "Type", "Members"],
    cells: (group) => [name(group.alias), name(group.displayName), group.type, name((group.members ?? []).join(", "), 160)],
  },
  apps: {
    label: "Apps", list: "apps", key: "alias", first: (app) => Boolean(app.tenant), route: "/apps", placeholder: "{app}", verbs: true, remove: true,
    heads: ["App", "Client id", "State", "Redirect URIs"],
    cells: (app) => [
      [name(app.alias), " ", el("span", { class: "quiet" }, name(app.displayName))], el("code", {}, app.clientId),
      app.enabled ? verdict("good", "open") : verdict("bad", "closed"),
      name((app.redirectUris ?? []).map((one) => one.uri).join(" "), 160),
    ],
  },
  consents: {
    label: "Consents", list: "consents", key: "id", route: "/consents", placeholder: "{consent}", remove: true,
    heads: ["App", "By", "To", "Permissions"],
    cells: (consent) => [name(consent.client), consent.user ? name(consent.user) : "an administrator", name(consent.resource), name(consent.scopes.join(" "), 200)],
  },
  sessions: {
    label: "Sessions", list: "sessions", key: "id", route: "/sessions", placeholder: "{session}", remove: true, all: "Sign out everybody",
    heads: ["User", "Signed in", "Last used", "Apps", "Methods"],
    cells: (session) => [name(session.user), stamp(session.authenticatedAt), stamp(session.lastUsedAt), name((session.clients ?? []).join(", ")), session.methods.join(", ")],
  },
  tokens: {
    label: "Refresh tokens", list: "tokens", key: "id", route: "/tokens", placeholder: "{token}", remove: true, all: "Revoke all",
    heads: ["User", "App", "Issued", "Good", "Why"],
    cells: (token) => [
      name(token.user), name(token.client), stamp(token.issuedAt), verdict(token.valid ? "good" : "bad", token.valid ? "good" : "not good"),
      name(token.checks.filter((check) => check.ok === token.valid).map((check) => check.reason).join("; "), 200),
    ],
  },
  policies: {
    label: "Policies", list: "policies", key: "name", route: "/policies", placeholder: "{policy}", verbs: true, remove: true,
    heads: ["Policy", "State", "Demands", "Of"],
    cells: (policy) => [
      name(policy.name), policy.enabled === false ? verdict("plain", "off") : verdict("good", "in force"),
      cut(policy.require ?? policy.signInFrequency ?? ""), name(JSON.stringify(policy.users ?? policy.workloads ?? "all"), 120),
    ],
  },
  tenants: {
    label: "Tenants", list: "tenants", key: "alias", route: "/world", placeholder: "",
    heads: ["Tenant", "Id", "Domains"],
    cells: (tenant) => [name(tenant.alias), el("code", {}, tenant.id), name((tenant.domains ?? []).join(", "), 160)],
  },
};

export async function worldScreen(screen) {
  const { body, rest, signal } = screen;
  const chosen = rest[0] ?? "users";
  const tabs = el("nav", { class: "tabs", "aria-label": "Tables" }, el("ul", {}, [...Object.entries(TABLES).map(([key, { label }]) => [key, label]), ["time", "Time and lifetimes"], ["whole", "The whole"]].map(([key, label]) =>
    el("li", {}, el("a", { href: `#/world/${key}`, "aria-current": key === chosen ? "page" : null }, label)))));
  const place = el("div", {});
  show(body, tabs, place);
  if (chosen === "time") return show(place, await clockBox(signal), await lifetimesBox());
  if (chosen === "whole") return whole(place);
  return rows(place, TABLES[chosen] ?? TABLES.users, chosen, screen);
}

async function rows(place, kind, key, { parameters, signal }) {
  // Those of the people who test come before Microsoft's own.
  const load = async () => {
    const all = (await get(kind.route))[kind.list];
    return kind.first ? [...all.filter(kind.first), ...all.filter((item) => !kind.first(item))] : all;
  };
  let items = await load();
  if (signal.aborted) return;
  // What a search looks through, made once for each line.
  let texts = items.map((item) => JSON.stringify(item).toLowerCase());
  let limit = SHOWN;
  const search = el("input", { type: "search", value: parameters.q ?? "", autocomplete: "off", oninput: () => {
    limit = SHOWN;
    history.replaceState(null, "", `#/world/${key}${query({ q: search.value })}`);
    draw();
  } });
  const count = el("p", { class: "quiet", role: "status" });
  const list = el("div", {});
  const bar = el("div", { class: "bar" }, field("Search", search), kind.all && button(kind.all, all), count);
  const again = async () => {
    items = await load();
    texts = items.map((item) => JSON.stringify(item).toLowerCase());
    draw();
  };

  async function all() {
    const text = await effect("DELETE", kind.route);
    const open = dialog(kind.all, el("p", {}, text), button(kind.all, async () => {
      const { removed } = await call("DELETE", kind.route);
      open.close();
      say(`${removed} ended.`);
      await again();
    }, { class: "main" }));
  }

  function draw() {
    const words = search.value.toLowerCase().split(/\s+/u).filter(Boolean);
    const fitting = items.filter((_, index) => words.every((word) => texts[index].includes(word)));
    show(count, `${fitting.length.toLocaleString("en")} of ${items.length.toLocaleString("en")}`);
    show(
      list,
      fitting.length
        ? table(kind.label, [...kind.heads, "Actions"], fitting.slice(0, limit).map((item) =>
          row(...kind.cells(item), button("Actions…", () => actions(kind, item, again), { class: "small", "aria-label": `Actions of ${cut(item[kind.key], 60)}` }))))
        : el("p", { class: "nothing" }, items.length ? "Nothing fits the search." : "There are none."),
      fitting.length > limit && button(`Show ${Math.min(SHOWN, fitting.length - limit)} more`, () => {
        limit += SHOWN;
        draw();
      }),
    );
  }
  show(place, el("div", { class: "box" }, bar, list));
  draw();
}

/** All verbs of one thing, each with what it does in the server's own words. */
async function actions(kind, item, again) {
  const key = item[kind.key];
  const verbs = kind.verbs ? (await effects(`${kind.route}/${kind.placeholder}/`)).filter(({ verb }) => verb !== "permissions") : [];
  const removal = kind.remove && (await effect("DELETE", `${kind.route}/${kind.placeholder}`));
  const fault = el("div", {});
  const act = async (label, method, path, given) => {
    try {
      await call(method, path, given);
      open.close();
      say(`${label}: done.`);
      await again();
    } catch (problem) {
      show(fault, el("p", { class: "fault", role: "alert" }, problem.message));
    }
  };
  const path = `${kind.route}/${segment(key)}`;
  const open = dialog(
    `${kind.label}: ${cut(key, 60)}`,
    fault,
    certificates(item),
    el("ul", { class: "verbs" },
      verbs.map(({ verb, summary }) => verbLine(verb, summary, (given) => act(words(verb), "POST", `${path}/${verb}`, given))),
      removal && el("li", {}, button("Remove", () => act("Remove", "DELETE", path), { class: "danger" }), el("span", {}, removal))),
    el("details", {}, el("summary", {}, "All that is known"), el("pre", { tabindex: 0 }, cut(JSON.stringify(item, null, 2), 20_000))),
  );
}

function verbLine(verb, summary, act) {
  const takesPassword = ["changePassword", "resetPassword"].includes(verb);
  const input = takesPassword && el("input", { autocomplete: "off", "aria-label": "New password", placeholder: "new password, or none" });
  return el("li", {}, button(words(verb), () => act(takesPassword && input.value ? { to: input.value } : undefined)), el("span", {}, summary, input));
}

/** `requireMfa` is "Require MFA". */
function words(verb) {
  const text = verb.replace(/([A-Z])/gu, " $1").toLowerCase().replace("mfa", "MFA");
  return text[0].toUpperCase() + text.slice(1);
}

function userState(user) {
  const states = [user.deleted && "deleted", !user.enabled && "disabled", user.locked && "locked", user.passwordExpired && "password expired"].filter(Boolean);
  return states.length ? verdict("bad", states.join(", ")) : verdict("good", "can sign in");
}

/** What is done to the whole world. */
async function whole(place) {
  const draw = async () => {
    const [world, resetting] = await Promise.all([get("/world"), effect("POST", "/reset")]);
    const { issuer } = await server("GET", `/worlds/${segment(world.name)}`);
    const deeds = [
      ["Reset", resetting, () => call("POST", "/reset")],
      ["Rotate keys", "The server signs with a new key from now on; the next key is published already.", () => call("POST", "/actions", ["rotateKeys"])],
      ["Sign out everybody", await effect("DELETE", "/sessions"), () => call("DELETE", "/sessions")],
      ["Revoke all refresh tokens", await effect("DELETE", "/tokens"), () => call("DELETE", "/tokens")],
    ];
    show(
      place,
      el("section", { class: "box", "aria-labelledby": "deeds" }, el("h2", { id: "deeds" }, "Everything at once"),
        el("ul", { class: "verbs" }, deeds.map(([label, text, act]) => el("li", {}, button(label, async () => {
          await act();
          say(`${label}: done.`);
          await draw();
        }), el("span", {}, text))))),
      el("section", { class: "box", "aria-labelledby": "state" }, el("h2", { id: "state" }, "The world"),
        facts([["Name", name(world.name)], ["Scenario", link("#/rules", name(world.scenario))], ["Tokens of tests are from", name(issuer ?? "the name that the test calls")], ["Sign-in pages are answered", world.signIn === "auto" ? "by the server" : "by people"], ["Time", time(world.clock.now)]])),
      el("section", { class: "box", "aria-labelledby": "asked" }, el("h2", { id: "asked" }, "Asked of an administrator"),
        world.consentRequests.length
          ? table("Requests", ["User", "App", "Permissions", "Why", "State"], world.consentRequests.map((one) =>
            row(name(one.user), name(one.app), name(one.scopes.join(" "), 200), name(one.justification, 300), one.status)))
          : el("p", { class: "quiet" }, "Nobody has asked for anything.")),
    );
  };
  await draw();
}
