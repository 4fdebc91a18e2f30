// All refusals, as `mockidp explain` tells them, and what the server advises the apps.

import { get, query, segment, server } from "./api.js";
import { cut, el, facts, field, link, name, row, show, table } from "./dom.js";

export async function catalogue({ body, parameters, signal }) {
  const [{ refusals }, { advice }] = await Promise.all([server("GET", "/refusals"), get("/advice")]);
  if (signal.aborted) return;
  const texts = refusals.map((one) => JSON.stringify(one).toLowerCase());
  const list = el("div", {});
  const count = el("p", { class: "quiet", role: "status" });
  const search = el("input", { type: "search", value: parameters.q ?? "", autocomplete: "off", oninput: () => {
    history.replaceState(null, "", `#/catalogue${query({ q: search.value })}`);
    draw();
  } });
  function draw() {
    const words = search.value.toLowerCase().split(/\s+/u).filter(Boolean);
    const fitting = refusals.filter((_, index) => words.every((word) => texts[index].includes(word)));
    show(count, `${fitting.length} of ${refusals.length}`);
    show(list, fitting.length ? fitting.map((one) => entry(one, fitting.length === 1)) : el("p", { class: "nothing" }, "The catalogue has nothing like it."));
  }
  show(
    body,
    el("section", { class: "box", "aria-labelledby": "advice" }, el("h2", { id: "advice" }, "Advice"),
      advice.length
        ? advice.map((one) => el("article", { class: "advice" }, el("h3", {}, one.id, one.client && [" · ", name(one.client)]), facts([["Seen", cut(one.seen, 600)], ["Why", one.why], ["Instead", one.remedy], ["In", one.exchanges.slice(0, 20).map((number) => [link(`#/exchange/${number}`, `#${number}`), " "])]])))
        : el("p", { class: "quiet" }, "Nothing that apps did so far would hurt them elsewhere.")),
    el("section", { class: "box", "aria-labelledby": "refusals" }, el("h2", { id: "refusals" }, "Refusals"),
      el("div", { class: "bar" }, field("Search", search), count), list),
  );
  draw();
}

function entry(one, isOpen) {
  const place = el("div", {}, el("p", { class: "quiet" }, "Loading…"));
  let asked = false;
  const load = async () => {
    if (asked) return;
    asked = true;
    try {
      const kind = await server("GET", `/refusals/${segment(one.code)}`);
      show(place,
        facts([["Means", kind.meaning], ["What to do", kind.remedy], ["Brought about by", kind.cause ?? "a rule"], ["Or outright", el("code", {}, `then: { refuse: ${kind.code} }`)],
          ["Text", el("bdi", {}, kind.text)], ["Known from", kind.seen ? `${kind.source}, ${kind.seen}` : kind.source], ["Where", kind.places.join(", ")]]),
        table(`What each MSAL makes of ${one.code}`, ["Library", "The app gets", "Asks the user"], kind.libraries.map((library) => row(library.library, library.reading, library.asksUser ? "yes" : "no"))));
    } catch (problem) {
      asked = false;
      show(place, el("p", { class: "fault" }, problem.message));
    }
  };
  const node = el("details", { class: "entry", ontoggle: (event) => event.target.open && load() },
    el("summary", {}, el("strong", {}, one.code), " ", one.name, el("span", { class: "quiet" }, ` · ${one.error} · ${one.meaning}`)), place);
  if (isOpen) node.open = true;
  return node;
}
