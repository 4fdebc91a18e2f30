// The rules of the world, its scenario with what it expects, and a text box that becomes a scenario.

import { call, effect, get, query, segment, server, text } from "./api.js";
import { button, cut, dialog, el, field, link, name, row, say, show, table, verdict } from "./dom.js";

export async function rules({ body, signal }) {
  const [story, list, expected, box] = await Promise.all([storyBox(), rulesBox(), expectedBox(), scenarioBox()]);
  if (!signal.aborted) show(body, story, list, expected, box);
}

async function storyBox() {
  const scenario = await get("/scenario");
  return el("section", { class: "box", "aria-labelledby": "story" },
    el("h2", { id: "story" }, "Scenario ", name(scenario.name)),
    scenario.summary && el("p", {}, el("bdi", {}, cut(scenario.summary, 2000))),
    scenario.docs && scenario.docs.split(/\n\s*\n/u).map((part) => el("p", { class: "quiet" }, el("bdi", {}, cut(part, 4000)))),
    el("p", {}, button("Reset", async () => {
      const open = dialog("Reset the world", el("p", {}, await effect("POST", "/reset")), button("Reset", async () => {
        await call("POST", "/reset");
        open.close();
        say("The world is as its scenario begins.");
        window.dispatchEvent(new Event("hashchange"));
      }, { class: "main" }));
    })));
}

async function rulesBox() {
  const place = el("div", {});
  const draw = async () => {
    const { rules: list } = await get("/rules");
    show(place, list.length
      ? table("Rules, in the order in which they act", ["Rule", "When", "Then", "Fitted", "Acted", "State", "Actions"], list.map((rule) => {
        const isOn = rule.enabled !== false;
        const path = `/rules/${segment(rule.name)}`;
        const change = (method, way, said) => async () => {
          await call(method, way);
          say(said);
          await draw();
        };
        return row(
          name(rule.name), [name(rule.when, 200), rule.occurrence !== "every" && el("span", { class: "quiet" }, ` (${rule.occurrence})`)],
          el("ul", { class: "plain" }, rule.then.map((action) => el("li", {}, name(action, 300)))), [rule.matched, rule.nearest && el("div", { class: "quiet" }, "nearest: ", link(`#/exchange/${rule.nearest.number}`, el("bdi", {}, cut(rule.nearest.text, 300))))], rule.fired,
          verdict(isOn ? "good" : "plain", isOn ? "on" : "off"),
          el("span", { class: "row" },
            button(isOn ? "Switch off" : "Switch on", change("POST", `${path}/${isOn ? "disable" : "enable"}`, `The rule is ${isOn ? "off" : "on"}.`), { class: "small", "aria-label": `${isOn ? "Switch off" : "Switch on"} ${cut(rule.name, 60)}` }),
            button("Remove", change("DELETE", path, "The rule is gone; a reset brings those of the scenario back."), { class: "small danger", "aria-label": `Remove ${cut(rule.name, 60)}` })),
        );
      }))
      : el("p", { class: "nothing" }, "There are no rules: everything goes its usual way."));
  };
  await draw();
  const input = el("textarea", { rows: 6, spellcheck: "false", value: "name: busy\nwhen: { endpoint: token, occurrence: 1..2 }\nthen: { refuse: AADSTS90033 }\n" });
  const fault = el("div", {});
  const form = el("form", { onsubmit: async (event) => {
    event.preventDefault();
    try {
      await call("POST", "/rules", input.value);
      show(fault);
      say("The rule is there.");
      await draw();
    } catch (problem) {
      show(fault, el("p", { class: "fault", role: "alert" }, problem.line && `Line ${problem.line}, column ${problem.column}: `, problem.message));
    }
  } }, field("A rule, or a list of rules, in the words of scenario files", input), fault, el("button", { type: "submit" }, "Add"));
  return el("section", { class: "box", "aria-labelledby": "rules" }, el("h2", { id: "rules" }, "Rules"), place, el("details", {}, el("summary", {}, "Add a rule"), form));
}

async function expectedBox() {
  const place = el("div", {});
  const draw = async () => {
    const answer = await call("POST", "/verify");
    show(place, answer.expectations.length
      ? [el("p", {}, verdict(answer.ok ? "good" : "open", answer.ok ? "All of it has happened." : "Not all of it has happened so far.")),
        el("ul", { class: "plain" }, answer.expectations.map((one) => el("li", {},
          verdict(one.met ? "good" : "bad", one.met ? "met: " : "not met: "), el("bdi", {}, cut(one.verdict, 600)),
          one.remark && el("p", { class: "quiet" }, cut(one.remark, 600)),
          one.inheritedFrom && el("p", { class: "quiet" }, "Expected by ", name(one.inheritedFrom), ", which the scenario extends."),
          (one.nearest ?? []).length > 0 && el("ul", {}, one.nearest.map((near) => el("li", {}, "nearest: ", link(`#/exchange/${near.number}`, el("bdi", {}, cut(near.text, 300)))))))))]
      : el("p", { class: "quiet" }, "The scenario expects nothing of the app."));
  };
  await draw();
  return el("section", { class: "box", "aria-labelledby": "expected" }, el("h2", { id: "expected" }, "What is expected of the app"), place, button("Look again", draw));
}

/** Held against the server as it is typed. */
async function scenarioBox() {
  const input = el("textarea", { rows: 16, spellcheck: "false", class: "code-input" });
  const result = el("div", { role: "status", "aria-live": "polite" });
  let asked = 0;
  let timer;
  let good = false;
  const check = async () => {
    const mine = (asked += 1);
    if (!input.value.trim()) return show(result);
    try {
      const answer = await server("POST", "/scenarios/check", input.value);
      if (mine !== asked) return undefined;
      good = answer.ok;
      show(result, answer.ok
        ? el("p", {}, verdict("good", `${cut(answer.scenario, 80)}: ${answer.rules} rules, ${answer.expectations} expected.`))
        : [el("p", {}, verdict("bad", `${answer.mistakes.length} to mend`)), el("ul", { class: "plain" }, answer.mistakes.map((mistake) =>
          el("li", {}, button(`Line ${mistake.line}`, () => jump(mistake), { class: "small" }), " ", el("bdi", {}, cut(mistake.message, 600)))))]);
    } catch (problem) {
      show(result, el("p", { class: "fault" }, problem.message));
    }
    return undefined;
  };
  const jump = ({ line, column }) => {
    const before = input.value.split("\n").slice(0, line - 1).join("\n");
    const place = before.length + (line > 1 ? 1 : 0) + column - 1;
    input.focus();
    input.setSelectionRange(place, place + 1);
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(check, 300);
  });
  const take = button("Make a scenario of this world", async () => {
    input.value = await text("/export");
    await check();
    input.focus();
  });
  const takeArchive = async (file) => {
    if (!file) return;
    try {
      const path = `/scenarios/fromHar${query({ name: file.name })}`;
      const answer = await server("POST", path, slim(await file.text()));
      input.value = answer.text;
      await check();
      show(notes, el("details", { class: "box", open: true }, el("summary", {}, "What the archive tells, and what not"),
        el("ul", { class: "plain" }, answer.report.map((line) => el("li", {}, el("bdi", {}, cut(line.trim(), 600)))))));
    } catch (problem) {
      show(notes, el("p", { class: "fault", role: "alert" }, problem.message));
    }
  };
  const notes = el("div", {});
  const archive = el("input", { type: "file", accept: ".har,.json", onchange: () => {
    takeArchive(archive.files[0]);
    // So that the same file can be chosen again, after it was recorded anew.
    archive.value = "";
  } });
  const save = button("Save as a file", () => {
    const address = URL.createObjectURL(new Blob([input.value], { type: "application/yaml" }));
    el("a", { href: address, download: "world.yaml" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });
  const open = button("Make a world of it", async () => {
    if (!good) await check();
    try {
      const made = await server("POST", "/worlds", { scenario: input.value });
      location.href = `${location.pathname}${query({ world: made.name })}#/start`;
    } catch (problem) {
      show(result, el("p", { class: "fault", role: "alert" }, problem.message));
    }
  });
  const section = el("section", { class: "box", "aria-labelledby": "write" }, el("h2", { id: "write" }, "Write a scenario"),
    el("p", { class: "row" }, take, save, open), field("Scenario in YAML", input, "The server checks it while you type."), result,
    field("HTTP archive of the real service", archive, "Choose a HAR file, or drop it here. It becomes a scenario; its secrets stay out."), notes);
  section.addEventListener("dragover", (event) => event.preventDefault());
  section.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    takeArchive(event.dataTransfer.files[0]);
  });
  return section;
}

/** An archive has all that a page loads. Only what the service was asked goes to the server, under the numbers that it has in the file. */
function slim(archive) {
  let log;
  try {
    ({ log } = JSON.parse(archive.replace(/^\uFEFF/u, "")));
  } catch {
    throw new Error("This is not an HTTP archive: it is not JSON. Save it as HAR in the browser's network tools.");
  }
  const entries = (log?.entries ?? []).map((entry, index) => ({ ...entry, _entry: index + 1 }));
  const asked = entries.filter((entry) => /microsoft|windows\.net|chinacloudapi/u.test(String(entry.request?.url).split("/")[2] ?? ""));
  for (const { response } of asked) {
    if (response?.content && !/html|json/u.test(response.content.mimeType ?? "")) response.content = {};
  }
  return JSON.stringify({ log: { entries: asked } });
}
