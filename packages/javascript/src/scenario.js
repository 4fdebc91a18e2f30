"use strict";
const { readFileSync } = require("node:fs");
const { fileURLToPath } = require("node:url");
const { MockIdPError } = require("./errors.js");

/**
 * What the server is told of a scenario. A `file:` URL, and a path that ends in .yaml, .yml or .json, name a file; every other text is a name of the
 * library or a scenario itself.
 */
function textOf(scenario) {
  const isURL = scenario?.protocol === "file:" && typeof scenario.href === "string";
  if (!isURL && !(typeof scenario === "string" && /^[^\n]+\.(ya?ml|json)$/.test(scenario))) return scenario;
  const file = isURL ? fileURLToPath(scenario.href) : scenario;
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new MockIdPError(`The scenario ${file} cannot be read: ${cause.code}. A path begins at ${process.cwd()}; new URL("…", import.meta.url) begins at the test's file.`, { cause });
  }
}

module.exports = { textOf };
