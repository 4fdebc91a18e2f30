// The worlds of the server: make one, open one, compare two, remove one.

import { query, segment, server, world } from "./api.js";
import { button, cut, dialog, el, field, name, row, say, select, show, stamp, table } from "./dom.js";

export async function worlds({ body, signal }) {
  const place = el("div", {});
  const compared = el("div", { role: "status" });
  const here = el("select", {});
  const there = el("select", {});
  const { scenarios } = await server("GET", "/scenarios");

  async function draw() {
    const { worlds: list } = await server("GET", "/worlds");
    if (signal.aborted) return;
    const names = list.map((one) => one.name);
    for (const [choice, first] of [[here, names[0]], [there, names[1] ?? names[0]]]) {
      const chosen = names.includes(choice.value) ? choice.value : first;
      show(choice, names.map((key) => el("option", { value: key, selected: key === chosen }, key)));
    }
    show(place, table("Worlds", ["World", "Scenario", "Authority", "Time", "Idle for at most", "Actions"], list.map((one, index) =>
      row(
        [name(one.name), one.name === (world || names[0]) && " (shown here)"], name(one.scenario), el("code", { class: "value" }, one.authority), stamp(one.clock.now), one.idleTimeout ?? "stays",
        el("span", { class: "row" },
          el("a", { class: "button small", href: `${location.pathname}${query({ world: index ? one.name : "" })}#/live`, "aria-label": `Open ${one.name}` }, "Open"),
          index > 0 && button("Delete", () => remove(one.name), { class: "small danger", "aria-label": `Delete ${one.name}` })),
      ))));
  }

  function remove(key) {
    const open = dialog(`Delete ${key}`, el("p", {}, "The world goes with all it had: journal, sessions, tokens and snapshots."), button("Delete it", async () => {
      await server("DELETE", `/worlds/${segment(key)}`);
      open.close();
      say(`${key} is gone.`);
      if (key === world) location.href = location.pathname;
      else await draw();
    }, { class: "danger" }));
  }

  const label = el("input", { autocomplete: "off", spellcheck: "false", placeholder: "a free one" });
  const scenario = select([["", "as the server began"], ...scenarios.map((one) => [one.name, `${one.name}: ${one.summary}`])], "");
  const fault = el("div", {});
  const making = el("form", { class: "row", onsubmit: async (event) => {
    event.preventDefault();
    const order = {};
    if (label.value.trim()) order.name = label.value.trim();
    if (scenario.value) order.scenario = scenario.value;
    try {
      const made = await server("POST", "/worlds", order);
      show(fault);
      say(`${made.name} is there.`);
      await draw();
    } catch (problem) {
      show(fault, el("p", { class: "fault", role: "alert" }, problem.message));
    }
  } }, field("Name", label), field("Scenario", scenario), el("button", { type: "submit", class: "main" }, "Make a world"));

  const comparing = el("form", { class: "row", onsubmit: async (event) => {
    event.preventDefault();
    try {
      const answer = await server("GET", `/worlds/${segment(here.value)}/difference${query({ with: there.value })}`);
      const value = (given) => (given === undefined ? el("span", { class: "quiet" }, "nothing") : el("code", { class: "value" }, el("bdi", {}, cut(typeof given === "string" ? given : JSON.stringify(given), 400))));
      show(compared, answer.differences.length
        ? table("Differences", ["In a scenario file", answer.world, answer.with], answer.differences.map((one) => row(el("code", {}, name(one.path, 200)), value(one.here), value(one.there))))
        : el("p", {}, "A scenario file would say the same of both."));
    } catch (problem) {
      show(compared, el("p", { class: "fault" }, problem.message));
    }
  } }, field("This", here), field("With", there), el("button", { type: "submit" }, "Compare"));

  await draw();
  if (signal.aborted) return;
  show(body,
    el("section", { class: "box", "aria-labelledby": "all" }, el("h2", { id: "all" }, "Worlds of this server"), place),
    el("section", { class: "box", "aria-labelledby": "make" }, el("h2", { id: "make" }, "Make a world"), making, fault),
    el("section", { class: "box", "aria-labelledby": "compare" }, el("h2", { id: "compare" }, "Compare two"), el("p", { class: "quiet" }, "By the scenario files that recreate them: ids of a world's own do not count."), comparing, compared));
}
