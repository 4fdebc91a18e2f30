// Begins the console: which screen the address names, which world, and whether the server is there.

import { listen, query, server, setToken, world } from "./api.js";
import { button, dialog, el, field, link, name, say, select, show } from "./dom.js";
import { catalogue } from "./catalogue.js";
import { exchange } from "./exchange.js";
import { live } from "./live.js";
import { mail } from "./mail.js";
import { provisioning } from "./provisioning.js";
import { rules } from "./rules.js";
import { start } from "./start.js";
import { token } from "./token.js";
import { worldScreen } from "./world.js";
import { worlds } from "./worlds.js";

const SCREENS = [
  ["start", "Start here", start],
  ["live", "Live", live],
  ["world", "World", worldScreen],
  ["rules", "Rules and scenario", rules],
  ["mail", "Mail", mail],
  ["provisioning", "Provisioning", provisioning],
  ["worlds", "Worlds", worlds],
  ["catalogue", "Catalogue", catalogue],
  ["token", "Tokens", token],
  ["exchange", "", exchange],
];

const main = document.getElementById("main");
const nav = document.getElementById("nav");
const connection = document.getElementById("connection");

let shown = new AbortController();
let wantsToken = false;

/** `#/world/users?q=alice`: the screen, what follows, and the parameters. */
function address() {
  const [path, parameters] = location.hash.replace(/^#\/?/u, "").split("?");
  const [screen, ...rest] = path.split("/").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return { screen, rest, parameters: Object.fromEntries(new URLSearchParams(parameters ?? "")) };
}

async function route() {
  if (wantsToken) return askForToken();
  const { screen, rest, parameters } = address();
  if (!screen) {
    // An empty journal has nothing to watch: what an app needs comes first.
    const seen = await fetchSeen();
    location.replace(seen ? "#/live" : "#/start");
    return undefined;
  }
  const found = SCREENS.find(([key]) => key === screen) ?? SCREENS[0];
  shown.abort();
  shown = new AbortController();
  const { signal } = shown;
  for (const item of nav.querySelectorAll("a")) {
    if (item.getAttribute("href") === `#/${found[0]}`) item.setAttribute("aria-current", "page");
    else item.removeAttribute("aria-current");
  }
  const heading = el("h1", {}, found[1] || "Why");
  const body = el("div", { id: "screen" }, el("p", { class: "quiet" }, "Loading…"));
  show(main, heading, body);
  main.setAttribute("aria-busy", "true");
  document.title = `${found[1] || "Why"} · ${world || "mockidp"} console`;
  try {
    await found[2]({ body, heading, rest, parameters, signal, reload: route });
  } catch (problem) {
    if (signal.aborted) return undefined;
    if (problem.status === 401) return undefined;
    if (problem.status === undefined) throw problem;
    show(body, el("p", { class: "fault", role: "alert" }, problem.message), button("Try again", route));
  }
  if (!signal.aborted) {
    main.setAttribute("aria-busy", "false");
    main.dataset.shown = location.hash;
  }
  return undefined;
}

async function fetchSeen() {
  try {
    const path = world ? `/worlds/${encodeURIComponent(world)}/exchanges` : "/exchanges";
    return (await server("GET", `${path}?limit=1`)).exchanges.length > 0;
  } catch {
    return false;
  }
}

/** A server with a control token shows nothing before it is given. */
function askForToken() {
  shown.abort();
  const input = el("input", { type: "password", autocomplete: "off", required: true, id: "control-token" });
  const form = el(
    "form",
    {
      class: "narrow",
      onsubmit: async (event) => {
        event.preventDefault();
        setToken(input.value.trim());
        try {
          await server("GET", "");
        } catch (problem) {
          if (problem.status === 401) {
            show(fault, el("p", { class: "fault", role: "alert" }, "This is not the token of this server."));
            input.select();
            return;
          }
        }
        wantsToken = false;
        begin();
      },
    },
    field("Control token", input, "What --control-token or MOCKIDP_CONTROL_TOKEN says. This tab keeps it until it is closed."),
    el("button", { type: "submit", class: "main" }, "Go on"),
  );
  const fault = el("div", {});
  show(main, el("h1", {}, "This server wants its control token"), fault, form);
  document.title = "Control token · mockidp console";
  input.focus();
}

let reached;

listen((event) => {
  if (event === "token") {
    if (!wantsToken) {
      wantsToken = true;
      askForToken();
    }
    return;
  }
  const isThere = event === "found";
  if (reached === isThere) return;
  const back = reached === false;
  reached = isThere;
  connection.className = isThere ? "good" : "bad";
  show(connection, isThere ? "✓ Connected" : "✕ The server does not answer; trying again…");
  if (back && isThere) say("The server is there again.");
});

async function begin() {
  show(
    nav,
    el("ul", {}, SCREENS.filter(([, label]) => label).map(([key, label]) => el("li", {}, link(`#/${key}`, label)))),
  );
  route();
  try {
    const { worlds: list } = await server("GET", "/worlds");
    const names = list.map((one) => one.name);
    const chosen = world || (await server("GET", "/world")).name;
    if (!names.includes(chosen)) names.push(chosen);
    const choice = select(names, chosen, {
      "aria-label": "World",
      onchange: (event) => {
        location.href = `${location.pathname}${query({ world: event.target.value })}#/live`;
      },
    });
    show(document.getElementById("where"), names.length > 1 ? [el("span", { class: "quiet" }, "World "), choice] : ["World ", name(chosen)]);
  } catch {
    // The screen says what is wrong.
  }
}

/** What the keys do, for people who ask with a question mark. */
function help() {
  dialog(
    "Keys of the list",
    el("p", {}, "They work while the list on Live has the focus."),
    el("dl", { class: "facts" }, [
      ["j, ↓", "the next line"], ["k, ↑", "the line before"], ["Enter", "why"], ["p", "stop and go on"],
      ["c", "clear the journal"], ["f", "the filters"], ["?", "this help"],
    ].map(([key, does]) => el("div", {}, el("dt", {}, el("kbd", {}, key)), el("dd", {}, does)))),
  );
}

window.addEventListener("console-help", help);
window.addEventListener("hashchange", () => {
  route();
  main.focus({ preventScroll: true });
  window.scrollTo(0, 0);
});
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason?.status !== undefined) {
    event.preventDefault();
    if (event.reason.status !== 401) say(event.reason.message, "fault");
  }
});
// A server that went away while no stream is open is noticed, too.
setInterval(() => {
  if (!document.hidden) server("GET", "/health").catch(() => {});
}, 5000);
begin();
