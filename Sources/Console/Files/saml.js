// What the console shows of SAML: a message with a line for each element, and the certificates of an app as files.

import { cut, el, name, row, stamp, table, verdict } from "./dom.js";

const MESSAGE = /^([^<]*): (<[A-Za-z][^]*>)\s*$/u;
const LONGEST = 200_000;
const NAMES = { redirect: "Came by redirect", post: "Came by POST", sent: "Sent" };

/** A reason that is a message, such as `sent: <samlp:Response …>`, in two parts; undefined for every other one. */
export function message(reason) {
  const found = reason.length < LONGEST ? MESSAGE.exec(reason) : null;
  return found ? { label: found[1], xml: found[2] } : undefined;
}

/** The messages of an exchange, each with what its signatures stand over marked. */
export function messages(reasons) {
  const found = reasons.map(message).filter(Boolean);
  if (!found.length) return undefined;
  return el(
    "section",
    { class: "box", "aria-labelledby": "saml" },
    el("h2", { id: "saml" }, "SAML"),
    found.map(({ label, xml }) => {
      const all = lines(xml);
      const title = NAMES[label] ?? label;
      return [
        el("h3", {}, cut(title, 200)),
        el("p", { class: "quiet" }, about(all)),
        el("pre", { class: "answer xml", tabindex: 0, role: "region", "aria-label": cut(title, 80) }, blocks(all)),
      ];
    }),
  );
}

function about(all) {
  const most = all.reduce((highest, { signed }) => Math.max(highest, signed), 0);
  if (!most) return "Nothing in it is signed.";
  const twice = most > 1 ? " Those with a double line are signed by themselves, too." : "";
  return `The marked lines are what a signature refers to.${twice} The text of signatures is left out.`;
}

/** Neighbours that are signed alike become one block. */
function blocks(all) {
  const made = [];
  for (const one of all) {
    const last = made.at(-1);
    if (last?.signed === one.signed) last.lines.push(one);
    else made.push({ signed: one.signed, lines: [one] });
  }
  return made.map(({ signed, lines: own }) => el(signed ? "mark" : "span", signed > 1 ? { class: "inner" } : {}, own.map(shown)));
}

/** What does not fit into a line goes on further in than it began. */
function shown({ depth, text }) {
  const blanks = 2 * Math.min(depth, 40);
  const line = el("span", { class: "line" }, `${" ".repeat(blanks)}${text}`);
  line.style.setProperty("--in", `${blanks + 4}ch`);
  return line;
}

/**
 * One line for each tag, and one for an element with nothing but a text; `signed` is how many signed elements it stands in. What is not well formed
 * comes out as it is, line by line.
 */
function lines(xml) {
  const signed = new Set([...xml.matchAll(/<(?:[\w.-]+:)?Reference\b[^>]*?\bURI="#([^"]*)"/gu)].map((found) => found[1]));
  // Texts at even places, tags at odd ones.
  const parts = xml.split(/(<!--[^]*?-->|<(?:"[^"]*"|'[^']*'|[^'"<>])*>)/u);
  const found = [];
  let depth = 0;
  // The depths of the signed elements that are open.
  const open = [];
  for (let index = 1; index < parts.length; index += 2) {
    const tag = parts[index];
    const isEnd = tag.startsWith("</");
    const isWhole = tag.endsWith("/>") || tag.startsWith("<!") || tag.startsWith("<?");
    if (isEnd) depth = Math.max(0, depth - 1);
    const id = isEnd ? undefined : /\sID="([^"]*)"/u.exec(tag)?.[1];
    if (id !== undefined && signed.has(id)) open.push(depth);
    const level = open.length;
    const close = () => { if (open.at(-1) === depth) open.pop(); };
    if (!isEnd && !isWhole && parts[index + 2]?.startsWith("</")) {
      found.push({ depth, text: tag + parts[index + 1] + parts[index + 2], signed: level });
      index += 2;
      close();
    } else {
      found.push({ depth, text: tag, signed: level });
      if (isEnd || isWhole) close();
      if (!isEnd && !isWhole) depth += 1;
    }
    const text = parts[index + 1]?.trim();
    if (text) found.push({ depth, text, signed: open.length });
  }
  return found;
}

/** The certificates of an app that signs in by SAML, each as the files that providers take. */
export function certificates(app) {
  const all = app.saml?.certificates;
  if (!all?.length) return undefined;
  return el(
    "section",
    { "aria-labelledby": "certificates" },
    el("h3", { id: "certificates" }, "Certificates that sign"),
    table("Certificates that sign", ["Name", "State", "Ends", "Files"], all.map((one) =>
      row(
        name(one.name),
        one.active ? verdict("good", "active") : verdict("plain", "inactive"),
        stamp(one.expiresAt),
        el("div", { class: "row" }, file("PEM", app, one, pem(one.certificate), "pem"), file("Base64", app, one, one.certificate, "txt")),
      ))),
  );
}

function pem(text) {
  return `-----BEGIN CERTIFICATE-----\n${text.match(/.{1,64}/gu).join("\n")}\n-----END CERTIFICATE-----\n`;
}

const file = (label, app, one, text, ending) =>
  el("a", {
    href: `data:application/x-x509-ca-cert,${encodeURIComponent(text)}`, download: `${app.alias}-${one.name}.${ending}`,
    "aria-label": `${label} of ${cut(one.name, 60)}`,
  }, label);
