// What an app needs: the first screen while nothing has happened.

import { get, segment, server, world } from "./api.js";
import { code, el, facts, field, link, name, row, select, show, table } from "./dom.js";

export async function start({ body, parameters, signal }) {
  const shown = await get("/world");
  const [place, { snippets }] = await Promise.all([server("GET", `/worlds/${segment(world || shown.name)}`), get("/snippets")]);
  if (signal.aborted) return;
  const principal = (part) => shown.principals.find((one) => one.part === part)?.alias;
  const app = place.apps.find((one) => one.alias === principal("publicApp")) ?? place.apps[0];
  const lines = [`authority  ${place.authority}`, `client id  ${app?.clientId ?? "of your app"}`, `Graph      ${place.graph}`].join("\n");
  show(
    body,
    el("section", { class: "box", "aria-labelledby": "lines" },
      el("h2", { id: "lines" }, "Three lines for the app"),
      code(lines, "Three lines for the app"),
      el("p", {}, "The app has to trust ", el("a", { href: "/_mockidp/ca.pem", download: "ca.pem" }, "the certificate of this server"), ". ",
        "What then happens is on ", link("#/live", "Live"), "."),
      facts([["World", name(shown.name)], ["Scenario", name(shown.scenario)]])),
    snippets.length > 0 && snippetBox(snippets, parameters.snippet),
    el("section", { class: "box", "aria-labelledby": "people" },
      el("h2", { id: "people" }, "Who can sign in"),
      el("p", { class: "quiet" }, "Passwords of the scenario, public on purpose. A user who was changed since may have another one."),
      table("Users and their passwords", ["User", "Sign-in name", "Password"], place.users.slice(0, 25).map((user) =>
        row(name(user.alias), name(user.userPrincipalName, 120), user.password ? el("code", {}, name(user.password)) : "kept as a digest"))),
      place.users.length > 25 && el("p", {}, link("#/world/users", `All ${place.users.length.toLocaleString("en")} users`))),
    el("section", { class: "box", "aria-labelledby": "apps" },
      el("h2", { id: "apps" }, "Apps that are registered"),
      table("Apps", ["App", "Client id", "Secret", "Redirect URIs"], place.apps.slice(0, 25).map((one) =>
        row(name(one.alias), el("code", {}, one.clientId), one.secret ? el("code", {}, name(one.secret)) : "none", name(one.redirectUris.join(" "), 160))))),
    providerBox(shown, place),
  );
}

/** Apps that sign in by SAML: what their providers read, and where a sign-in begins here. */
function providerBox(shown, place) {
  const tenants = new Map(place.tenants.map((one) => [one.alias, one]));
  const apps = shown.apps.filter((one) => one.saml && tenants.has(one.tenant)).slice(0, 25);
  if (!apps.length) return undefined;
  return el("section", { class: "box", "aria-labelledby": "providers" },
    el("h2", { id: "providers" }, "Apps that sign in by SAML"),
    el("p", { class: "quiet" }, "An app is given the address of its metadata. A sign-in that begins here goes to the app without a request of its own."),
    table("Apps that sign in by SAML", ["App", "Metadata", "Begin here"], apps.map((one) => {
      const { authority, id } = tenants.get(one.tenant);
      const metadata = `${authority}/federationmetadata/2007-06/federationmetadata.xml?appid=${one.clientId}`;
      return row(
        name(one.alias), el("a", { class: "value", href: metadata }, metadata),
        el("a", { class: "button small", target: "_blank", href: `${place.base}/signin/${one.clientId}?tenantId=${id}`, "aria-label": `Sign in to ${one.alias}` }, "Sign in"));
    })));
}

function snippetBox(snippets, chosen) {
  const place = el("div", {});
  const choice = select(snippets.map((one) => [one.name, one.summary]), chosen ?? "msal-python", { onchange: () => load() });
  async function load() {
    const { text, summary } = await get(`/snippets/${segment(choice.value)}`);
    show(place, code(text, summary));
  }
  load().catch((problem) => show(place, el("p", { class: "fault" }, problem.message)));
  return el("section", { class: "box", "aria-labelledby": "snippet" }, el("h2", { id: "snippet" }, "Configuration of a library"), field("Library", choice), place);
}
