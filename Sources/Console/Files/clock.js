// The world's time: the clock, what grows older while it stays, and how long things live.

import { call, get } from "./api.js";
import { button, el, field, say, select, show, time } from "./dom.js";

const KINDS = [["refreshTokens", "refresh tokens"], ["sessions", "sessions of browsers"], ["codes", "authorization codes"], ["deviceCodes", "device codes"], ["passwords", "passwords"]];

export async function clockBox(signal) {
  const state = el("p", { class: "clock", role: "status" });
  let clock = await get("/clock");
  let read = Date.now();
  const draw = () => {
    const now = new Date(clock.now).getTime() + (clock.mode === "running" ? Date.now() - read : 0);
    show(state, el("strong", {}, time(new Date(now).toISOString())), clock.mode === "frozen" ? ", it stands still" : clock.offset && clock.offset !== "0s" ? `, ${clock.offset} ahead of the machine` : ", as the machine's");
    freeze.textContent = clock.mode === "frozen" ? "Let it run" : "Stop the clock";
  };
  const change = async (body) => {
    clock = await call("POST", "/clock", body);
    read = Date.now();
    draw();
    say("The clock is set.");
  };
  const freeze = button("Stop the clock", () => change({ freeze: clock.mode !== "frozen" }));
  const at = el("input", { placeholder: "2026-01-05T09:00:00Z", autocomplete: "off" });
  const form = el("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    change({ set: at.value.trim() }).catch((problem) => say(problem.message, "fault"));
  } }, field("Set it to", at), el("button", { type: "submit" }, "Set"));
  // Screen readers need not hear every second.
  const timer = setInterval(() => !document.hidden && clock.mode === "running" && state.firstChild?.replaceChildren(time(new Date(new Date(clock.now).getTime() + Date.now() - read).toISOString())), 1000);
  signal.addEventListener("abort", () => clearInterval(timer));
  state.removeAttribute("role");
  draw();
  const kind = select(KINDS, "refreshTokens");
  const by = el("input", { placeholder: "past its end", autocomplete: "off" });
  const user = el("input", { placeholder: "everybody", autocomplete: "off" });
  const ageing = el("form", { class: "row", onsubmit: async (event) => {
    event.preventDefault();
    const body = { kind: kind.value };
    if (by.value.trim()) body.by = by.value.trim();
    if (user.value.trim()) body.user = user.value.trim();
    try {
      const answer = await call("POST", "/age", body);
      say(`${answer.aged} became ${answer.by} older.`);
    } catch (problem) {
      say(problem.message, "fault");
    }
  } }, field("What", kind), field("By", by), field("Of", user), el("button", { type: "submit" }, "Make it older"));
  return el("div", {},
    el("section", { class: "box", "aria-labelledby": "clock" }, el("h2", { id: "clock" }, "Clock"), state,
      el("p", { class: "row" }, ["1h", "1d", "90d", "-1h"].map((step) => button(step.startsWith("-") ? `Back ${step.slice(1)}` : `On ${step}`, () => change({ advance: step }))), freeze), form),
    el("section", { class: "box", "aria-labelledby": "ageing" }, el("h2", { id: "ageing" }, "Make things older"),
      el("p", { class: "quiet" }, "The clock stays, so that clients which keep their own time do not notice. By is a duration such as 91d; without it things grow past the age at which they are refused."), ageing));
}

export async function lifetimesBox() {
  const lifetimes = await get("/lifetimes");
  const inputs = Object.entries(lifetimes).map(([key, value]) => [key, el("input", { value, autocomplete: "off" })]);
  const form = el("form", { onsubmit: async (event) => {
    event.preventDefault();
    const changes = Object.fromEntries(inputs.filter(([key, input]) => input.value.trim() !== lifetimes[key]).map(([key, input]) => [key, input.value.trim()]));
    if (!Object.keys(changes).length) return say("Nothing was changed.");
    try {
      Object.assign(lifetimes, await call("PATCH", "/lifetimes", changes));
      for (const [key, input] of inputs) input.value = lifetimes[key];
      say("The lifetimes are set.");
    } catch (problem) {
      say(problem.message, "fault");
    }
    return undefined;
  } }, el("div", { class: "grid" }, inputs.map(([key, input]) => field(key.replace(/([A-Z])/gu, " $1").toLowerCase(), input))), el("button", { type: "submit" }, "Change"));
  return el("section", { class: "box", "aria-labelledby": "lifetimes" }, el("h2", { id: "lifetimes" }, "Lifetimes"), el("p", { class: "quiet" }, "Of what is given out from then on. Durations such as 90d, 1h30m, 500ms."), form);
}
