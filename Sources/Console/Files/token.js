// A token, taken apart and judged; and any token, made.

import { call, get } from "./api.js";
import { button, code, cut, el, facts, field, name, row, select, show, table, verdict } from "./dom.js";

export async function token({ body, signal }) {
  const world = await get("/world");
  if (signal.aborted) return;
  const input = el("textarea", { rows: 5, spellcheck: "false", autocomplete: "off", class: "code-input" });
  const result = el("div", { role: "status" });
  const judge = async () => {
    if (!input.value.trim()) return show(result, el("p", { class: "nothing" }, "There is no token to look at."));
    try {
      return show(result, inspection(await call("POST", "/tokens/introspect", { token: input.value.trim() })));
    } catch (problem) {
      return show(result, el("p", { class: "fault" }, problem.message));
    }
  };
  input.addEventListener("paste", () => setTimeout(judge));
  const apps = world.apps.filter((app) => app.tenant).map((app) => app.alias);
  const chosen = world.principals.find((one) => one.part === "publicApp")?.alias ?? apps[0];
  const client = select(apps, chosen);
  const user = el("input", { value: world.principals.find((one) => one.part === "user")?.alias ?? "", autocomplete: "off", placeholder: "nobody: the app itself" });
  const kind = select([["accessToken", "access token"], ["idToken", "id_token"], ["refreshToken", "refresh token"]], "accessToken");
  const scope = el("input", { placeholder: "User.Read", autocomplete: "off" });
  const fault = el("div", {});
  const order = el("form", { class: "row", onsubmit: async (event) => {
    event.preventDefault();
    const wanted = { client: client.value, kind: kind.value };
    if (user.value.trim()) wanted.user = user.value.trim();
    if (scope.value.trim()) wanted.scope = scope.value.trim();
    try {
      const made = await call("POST", "/tokens", wanted);
      show(fault);
      input.value = made.token ?? Object.values(made).find((value) => typeof value === "string" && value.length > 60) ?? "";
      await judge();
    } catch (problem) {
      show(fault, el("p", { class: "fault", role: "alert" }, problem.message));
    }
  } }, field("App", client), field("User", user), field("Kind", kind), field("Scope", scope), el("button", { type: "submit" }, "Make it"));
  show(
    body,
    el("section", { class: "box", "aria-labelledby": "look" }, el("h2", { id: "look" }, "Look at a token"),
      field("Token", input, "An access token, an id_token or a refresh token. It goes to this server and to nobody else."), button("Decode", judge, { class: "main" })),
    result,
    el("section", { class: "box", "aria-labelledby": "make" }, el("h2", { id: "make" }, "Make a token"), order, fault),
  );
}

function inspection(found) {
  return el("section", { class: "box", "aria-labelledby": "found" },
    el("h2", { id: "found" }, found.kind ?? "token", " ", verdict(found.valid ? "good" : "bad", found.valid ? "good" : "not good")),
    facts([["User", found.user && name(found.user)], ["App", found.client && name(found.client)], ["Tenant", found.tenant && name(found.tenant)], ["For", found.resource && name(found.resource)]]),
    ...(found.remarks ?? []).map((remark) => el("p", {}, el("bdi", {}, cut(remark, 600)))),
    table("Checks", ["Check", "Result", "Why"], (found.checks ?? []).map((check) => row(check.check, verdict(check.ok ? "good" : "bad", check.ok ? "passed" : "failed"), el("bdi", {}, cut(check.reason, 600))))),
    found.header && [el("h3", {}, "Header"), code(JSON.stringify(found.header, null, 2), "Header")],
    found.claims && [el("h3", {}, "Claims"), code(cut(JSON.stringify(found.claims, null, 2), 50_000), "Claims")]);
}
