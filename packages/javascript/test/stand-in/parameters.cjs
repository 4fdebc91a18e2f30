"use strict";

/**
 * The names of the fixtures that a function takes, by the rule of Playwright's runner: it reads the function's text, and the first parameter must be a
 * pattern of plain names in braces. A default becomes part of the name, which then nobody knows; a rest is refused.
 */
function parametersOf(fixture) {
  if (typeof fixture !== "function") return [];
  const text = fixture.toString().replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
  const inner = /(?:async)?(?:\s+function)?[^(]*\(([^)]*)/.exec(text)?.[1].trim();
  if (!inner) return [];
  const first = split(inner)[0];
  if (!first.startsWith("{") || !first.endsWith("}")) throw new Error(`First argument must use the object destructuring pattern: ${first}`);
  const names = split(first.slice(1, -1)).map((one) => one.split(":")[0].trim());
  const rest = names.find((name) => name.startsWith("..."));
  if (rest) throw new Error(`Rest property "${rest}" is not supported.`);
  return names;
}

/** The parts between the commas that stand in no braces or brackets. */
function split(text) {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if ("{[".includes(letter)) depth += 1;
    if ("}]".includes(letter)) depth -= 1;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

module.exports = { parametersOf };
