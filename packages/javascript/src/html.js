"use strict";

/**
 * What a page of the server shows: its heading, its complaint, the number of its refusal, and its first form with the form's controls. It knows of HTML
 * what the server's pages use: attributes in double quotes, and no tag in the text of one that matters.
 */
function readPage(html) {
  const [, action, inner = ""] = /<form\b[^>]*?\baction="([^"]*)"[^>]*>([^]*?)<\/form>/.exec(html) ?? [];
  const controls = [...inner.matchAll(/<(input|button)\b([^>]*)>/g)].map(([, tag, attributes]) => ({ tag, ...attributesOf(attributes) }));
  // A first page says 50058: nobody is signed in.
  const number = /"sErrorCode":"(?!50058")(\d+)"/.exec(html)?.[1];
  return {
    heading: textAfter(html, /<h1[^>]*>/),
    alert: textAfter(html, /<[^>]*\brole="alert"[^>]*>/),
    code: number && `AADSTS${number}`,
    form: action === undefined ? undefined : { action: plain(action), controls },
    link: attributesOf(/<a id="idSIButton9"([^>]*)>/.exec(html)?.[1] ?? "").href,
  };
}

function attributesOf(text) {
  return Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, plain(value)]));
}

function textAfter(html, tag) {
  const found = tag.exec(html);
  if (!found) return undefined;
  const from = found.index + found[0].length;
  return plain(html.slice(from, html.indexOf("<", from))).trim();
}

const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function plain(text) {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (name) return NAMED[name] ?? all;
    return String.fromCodePoint(decimal ? Number(decimal) : parseInt(hex, 16));
  });
}

module.exports = { readPage };
