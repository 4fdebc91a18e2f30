// Elements out of values. A text only ever becomes a text node: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

function append(node, child) {
  if (child === undefined || child === null || child === false) return;
  if (Array.isArray(child)) for (const one of child) append(node, one);
  else node.append(child instanceof Node ? child : document.createTextNode(String(child)));
}

/** `el("p", { class: "quiet" }, "text", node, [more])` */
export const el = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
export const svg = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

export function show(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

/** A long value, cut: a million bytes in a cell would hold up the browser. */
export function cut(text, length = 300) {
  const value = String(text ?? "");
  return value.length > length ? `${value.slice(0, length)}… (${value.length.toLocaleString("en")} characters)` : value;
}

/** A name of the world. Text of another direction does not turn its neighbours round. */
export const name = (text, length = 80) => el("bdi", {}, cut(text, length));

export const link = (to, ...children) => el("a", { href: to }, children);

export const button = (label, act, attributes) => el("button", { type: "button", onclick: act, ...attributes }, label);

let ids = 0;

/** A labelled field. `field.querySelector("input, select, textarea")` is what the user fills in. */
export function field(label, control, hint) {
  const id = (control.id ||= `f${(ids += 1)}`);
  const described = hint && `${id}-hint`;
  if (described) control.setAttribute("aria-describedby", described);
  return el("div", { class: "field" }, el("label", { for: id }, label), control, hint && el("p", { class: "hint", id: described }, hint));
}

export const select = (options, chosen, attributes) =>
  el(
    "select",
    attributes,
    options.map((option) => {
      const [value, label] = Array.isArray(option) ? option : [option, option];
      return el("option", { value, selected: value === chosen }, cut(label, 80));
    }),
  );

/** A table that a narrow window may scroll sideways, under a caption that readers hear. */
export function table(caption, heads, rows) {
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    el(
      "table",
      {},
      el("caption", { class: "unseen" }, caption),
      el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, rows),
    ),
  );
}

/** The first cell of a row names it. */
export const row = (...cells) =>
  el("tr", {}, cells.map((cell, index) => (index ? el("td", {}, cell) : el("th", { scope: "row" }, cell))));

export const facts = (pairs) =>
  el("dl", { class: "facts" }, pairs.filter(([, value]) => value !== undefined && value !== null && value !== "").map(([term, value]) =>
    el("div", {}, el("dt", {}, term), el("dd", {}, value))));

/** Whether something went well, by sign, word and colour. */
export const verdict = (good, text) =>
  el("span", { class: `verdict ${good}` }, el("span", { "aria-hidden": "true" }, { good: "✓", bad: "✕", open: "…", plain: "•" }[good]), " ", text);

/** Code to copy. */
export function code(text, label) {
  const block = el("pre", { tabindex: 0, role: "region", "aria-label": label }, el("code", {}, text));
  return el("div", { class: "code" }, block, button("Copy", () => copy(text), { class: "small" }));
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    say("The browser does not let this page copy. Mark the text and copy it by hand.");
  }
}

let silence;

/** A message for a moment, which screen readers say. */
export function say(text, kind = "note") {
  const place = document.getElementById("messages");
  show(place, el("p", { class: kind }, cut(text, 600)));
  clearTimeout(silence);
  silence = setTimeout(() => show(place), 8000);
}

/** A dialog of the browser's own: it holds the focus, Escape closes it, and the focus goes back. */
export function dialog(title, ...content) {
  const id = `d${(ids += 1)}`;
  const close = () => node.close();
  const node = el(
    "dialog",
    { "aria-labelledby": id, onclose: () => node.remove() },
    el("div", { class: "title" }, el("h2", { id }, title), button("Close", close, { class: "small" })),
    content,
  );
  document.body.append(node);
  node.showModal();
  return node;
}

export const time = (text) => {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? cut(text) : at.toISOString().replace("T", " ").slice(0, 19);
};

/** A time in a table. Where a line is too short for it, the clock stands below the date, and neither of them breaks. */
export const stamp = (text) => {
  const [day, ...clock] = time(text).split(" ");
  return el("span", { class: "stamp" }, el("span", {}, day), clock.length > 0 && [" ", el("span", {}, clock.join(" "))]);
};

export const clockTime = (text) => new Date(text).toISOString().slice(11, 23);

export function span(milliseconds) {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const minutes = milliseconds / 60_000;
  if (minutes < 120) return `${Math.round(minutes)} min`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} d`;
}
