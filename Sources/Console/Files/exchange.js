// One exchange in full: why the server answered as it did, what the app will make of it, and the sign-in around it.

import { call, get, query, segment, server, world } from "./api.js";
import { button, clockTime, cut, dialog, el, facts, field, link, name, row, say, show, table, time, verdict } from "./dom.js";
import { diagram } from "./diagram.js";
import { message, messages } from "./saml.js";
import { isRefused, phase, refusal, SignIns } from "./sign-ins.js";

const GUID = /^[0-9a-f]{8}-/iu;

export async function exchange({ body, heading, rest, signal }) {
  const wanted = rest[0] ?? "";
  const { exchanges } = await get(`/exchanges/${segment(wanted)}${GUID.test(wanted) ? "?worlds=all" : ""}`);
  const one = exchanges.at(-1);
  if (one.world && one.world !== (world || "default") && one.world !== world) {
    location.replace(`${location.pathname}${query({ world: one.world })}#/exchange/${one.number}`);
    return;
  }
  const [group, kind] = await Promise.all([around(one), catalogued(one)]);
  if (signal.aborted) return;
  show(heading, `#${one.number} `, phase(one), " ", verdict(isRefused(one) ? "bad" : "good", isRefused(one) ? cut(refusal(one), 60) : `answered with ${one.status}`));
  show(
    body,
    el("p", { class: "row" }, link("#/live", "← Live"), steps(one, group)),
    el(
      "div",
      { class: "columns" },
      el("div", {}, reasons(one), kind && refused(one, kind), messages(one.reasons ?? []), parameters(one), answer(one)),
      el("div", {}, known(one), acted(one), nextTime(one)),
    ),
    group && sequence(one, group),
  );
}

/** The sign-in that the exchange belongs to, from what the same app did. */
async function around(one) {
  const filter = one.client ? { client: one.client.id, limit: 2000 } : { limit: 2000 };
  try {
    const { exchanges } = await get(`/exchanges${query(filter)}`);
    const groups = new SignIns();
    for (const other of exchanges) groups.add(other);
    return groups.of(one.number);
  } catch {
    return undefined;
  }
}

async function catalogued(one) {
  if (!one.refusal) return undefined;
  try {
    return await server("GET", `/refusals/${segment(one.refusal.code)}`);
  } catch {
    return undefined;
  }
}

function steps(one, group) {
  const place = group?.exchanges.findIndex((other) => other.number === one.number) ?? -1;
  const before = group?.exchanges[place - 1];
  const after = group?.exchanges[place + 1];
  return [
    before && link(`#/exchange/${before.number}`, `before: ${phase(before)}`),
    after && link(`#/exchange/${after.number}`, `after: ${phase(after)}`),
  ];
}

function reasons(one) {
  return el(
    "section",
    { class: "box", "aria-labelledby": "reasons" },
    el("h2", { id: "reasons" }, "Why"),
    one.why && el("p", { class: "cause" }, el("bdi", {}, cut(one.why, 2000))),
    one.reasons?.length
      ? el("ol", { class: "reasons" }, one.reasons.map((reason) => {
        const saml = message(reason);
        return el("li", {}, el("bdi", {}, saml ? `${cut(saml.label, 200)}: the message below` : cut(reason, 2000)));
      }))
      : el("p", { class: "quiet" }, "There was nothing to decide."),
    one.adopted?.length > 0 && [el("h3", {}, "Taken in"), el("ul", {}, one.adopted.map((text) => el("li", {}, cut(text))))],
  );
}

function refused(one, kind) {
  return el(
    "section",
    { class: "box bad", "aria-labelledby": "refusal" },
    el("h2", { id: "refusal" }, one.refusal.code, " ", one.refusal.name),
    el("p", { class: "message" }, el("bdi", {}, cut(one.refusal.message, 2000))),
    facts([
      ["Means", one.refusal.meaning],
      ["What to do", one.refusal.remedy],
      ["error", el("code", {}, one.refusal.error)],
      ["suberror", one.refusal.suberror && el("code", {}, one.refusal.suberror)],
      ["Brought about by", kind.cause],
    ]),
    table("What each MSAL makes of it", ["Library", "The app gets", "Asks the user"], kind.libraries.map((library) =>
      row(library.library, library.reading, library.asksUser ? "yes" : "no"))),
    el("p", {}, link(`#/catalogue?q=${segment(kind.code)}`, "In the catalogue")),
  );
}

function parameters(one) {
  if (!one.parameters?.length) return undefined;
  return el(
    "section",
    { class: "box", "aria-labelledby": "parameters" },
    el("h2", { id: "parameters" }, "Parameters"),
    el("p", { class: "quiet" }, "Secrets are marks: the journal never had them."),
    table("Parameters", ["Name", "Value"], one.parameters.map(({ name: key, value }) =>
      row(el("code", {}, cut(key, 80)), el("bdi", { class: "value" }, cut(value, 600))))),
  );
}

/** What the client got. The newest exchanges alone have it. */
function answer(one) {
  if (!one.answer) return undefined;
  const { fields = [], body, size, isCut } = one.answer;
  return el(
    "section",
    { class: "box", "aria-labelledby": "answer" },
    el("h2", { id: "answer" }, "Answer"),
    el("p", { class: "quiet" }, `${one.status}, ${size} bytes. Tokens and cookies are marks.`),
    table("Header fields", ["Field", "Value"], fields.map(({ name: key, value }) =>
      row(el("code", {}, cut(key, 80)), el("bdi", { class: "value" }, cut(value, 600))))),
    body && el("details", { open: body.length < 2000 }, el("summary", {}, isCut ? `Body, its first ${body.length} characters` : "Body"),
      el("pre", { class: "answer", tabindex: 0 }, pretty(body))),
  );
}

/** JSON with a member a line, any other text as it is. */
function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function known(one) {
  const party = (value) => value && [name(value.alias), el("span", { class: "quiet id" }, ` ${value.id}`)];
  return el(
    "section",
    { class: "box", "aria-labelledby": "known" },
    el("h2", { id: "known" }, "Request"),
    facts([
      ["Asked", [el("code", {}, `${one.method} `), el("bdi", { class: "value" }, cut(one.path, 600))]],
      ["Host", name(one.host, 200)],
      ["At", `${time(one.startedAt)} (the world's time)`],
      ["Status", one.status],
      ["App", party(one.client)],
      ["User", party(one.user)],
      ["Tenant", party(one.tenant)],
      ["Grant", one.grant],
      ["Prompt", one.prompt],
      ["User flow", one.userFlow],
      ["Scopes", one.scopes?.length && cut(one.scopes.join(" "), 600)],
      ["Resource", one.resource],
      ["Page", one.page],
      ["Library", one.library && name(one.library)],
      ["Events", one.events?.join(", ")],
      ["Trace id", el("code", {}, one.traceId)],
      ["Correlation id", el("code", {}, one.correlationId)],
    ]),
  );
}

function acted(one) {
  return el(
    "section",
    { class: "box", "aria-labelledby": "acted" },
    el("h2", { id: "acted" }, "Rules that acted"),
    one.rules?.length
      ? el("ul", {}, one.rules.map((rule) => el("li", {}, link("#/rules", name(rule)))))
      : el("p", { class: "quiet" }, "None."),
  );
}

/** A rule out of this exchange. */
function nextTime(one) {
  const wish = button("Refuse this next time…", () => {
    const code = el("input", { value: one.refusal?.code ?? (one.endpoint === "token" ? "AADSTS50173" : "AADSTS50105"), required: true, spellcheck: "false" });
    const when = { endpoint: one.endpoint, occurrence: "1" };
    if (one.grant) when.grant = one.grant;
    if (one.client) when.client = one.client.alias;
    if (one.user) when.user = one.user.alias;
    const fault = el("div", {});
    const form = el(
      "form",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          const key = `refuse-${one.endpoint}-${one.number}`.toLowerCase();
          try {
            await call("PUT", `/rules/${segment(key)}`, { when, then: [{ refuse: code.value.trim() }] });
            say(`The rule ${key} waits for the next one.`);
            open.close();
          } catch (problem) {
            show(fault, el("p", { class: "fault", role: "alert" }, problem.message));
          }
        },
      },
      el("p", {}, "The next request like this one is refused, once: ", el("code", {}, cut(JSON.stringify(when), 300)), "."),
      field("Refusal", code, "A number such as AADSTS50173, or a name of the catalogue."),
      fault,
      el("button", { type: "submit", class: "main" }, "Add the rule"),
    );
    const open = dialog("Refuse this next time", form);
  });
  return el("section", { class: "box", "aria-labelledby": "next" }, el("h2", { id: "next" }, "Make it happen again"), el("p", {}, wish));
}

function sequence(one, group) {
  const shown = group.exchanges.slice(-60);
  return el(
    "section",
    { class: "box", "aria-labelledby": "sequence" },
    el("h2", { id: "sequence" }, "The whole sign-in"),
    group.exchanges.length > shown.length && el("p", { class: "quiet" }, `The last ${shown.length} of ${group.exchanges.length} exchanges.`),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Sequence diagram" }, diagram(shown, one.number)),
    el("details", {}, el("summary", {}, "The same as a list"), el("ol", { class: "plain" }, shown.map((other) =>
      el("li", {}, link(`#/exchange/${other.number}`, `#${other.number} ${clockTime(other.startedAt)} ${phase(other)}: ${isRefused(other) ? refusal(other) : other.status}`),
        other.number === one.number && " (this one)")))),
  );
}
