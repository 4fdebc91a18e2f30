// What the console shows of SAML: a message with a line for each element, and the certificates of an app as files.

import { cut, el, name, row, table, time, verdict } from "./dom.js";

const MESSAGE = /^([^<]*): (<[A-Za-z][^]*>)\s*$/u;
const LONGEST = 200_000;

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
      return [
        el("h3", {}, cut(label, 200)),
        el("p", { class: "quiet" }, all.some(({ signed }) => signed)
          ? "The marked lines are what a signature refers to. The text of signatures is left out."
          : "Nothing in it is signed."),
        el("pre", { class: "answer xml", tabindex: 0, role: "region", "aria-label": cut(label, 80) }, blocks(all)),
      ];
    }),
  );
}

/** Neighbours that are signed alike become one block. */
function blocks(all) {
  const made = [];
  for (const { depth, text, signed } of all) {
    const last = made.at(-1);
    const line = `${"  ".repeat(Math.min(depth, 40))}${text}`;
    if (last?.signed === signed) last.lines.push(line);
    else made.push({ signed, lines: [line] });
  }
  return made.map(({ signed, lines: texts }) => el(signed ? "mark" : "span", {}, texts.join("\n")));
}

/** One line for each tag, and one for an element with nothing but a text. What is not well formed comes out as it is, line by line. */
function lines(xml) {
  const signed = new Set([...xml.matchAll(/<(?:[\w.-]+:)?Reference\b[^>]*?\bURI="#([^"]*)"/gu)].map((found) => found[1]));
  // Texts at even places, tags at odd ones.
  const parts = xml.split(/(<!--[^]*?-->|<(?:"[^"]*"|'[^']*'|[^'"<>])*>)/u);
  const found = [];
  let depth = 0;
  let outer;
  for (let index = 1; index < parts.length; index += 2) {
    const tag = parts[index];
    const isEnd = tag.startsWith("</");
    const isWhole = tag.endsWith("/>") || tag.startsWith("<!") || tag.startsWith("<?");
    if (isEnd) depth = Math.max(0, depth - 1);
    const id = isEnd ? undefined : /\sID="([^"]*)"/u.exec(tag)?.[1];
    if (outer === undefined && id !== undefined && signed.has(id)) outer = depth;
    const isMarked = outer !== undefined;
    if (!isEnd && !isWhole && parts[index + 2]?.startsWith("</")) {
      found.push({ depth, text: tag + parts[index + 1] + parts[index + 2], signed: isMarked });
      index += 2;
      if (outer === depth) outer = undefined;
    } else {
      found.push({ depth, text: tag, signed: isMarked });
      if ((isEnd || isWhole) && outer === depth) outer = undefined;
      if (!isEnd && !isWhole) depth += 1;
    }
    const text = parts[index + 1]?.trim();
    if (text) found.push({ depth, text, signed: outer !== undefined });
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
    table("Certificates that sign", ["Name", "Files", "State", "Ends"], all.map((one) =>
      row(
        name(one.name),
        el("div", { class: "row" }, file("PEM", app, one, pem(one.certificate), "pem"), file("Base64", app, one, one.certificate, "txt")),
        one.active ? verdict("good", "active") : verdict("plain", "inactive"),
        el("span", { class: "stamp" }, time(one.expiresAt)),
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
