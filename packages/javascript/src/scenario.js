"use strict";
const { readFileSync } = require("node:fs");
const { fileURLToPath } = require("node:url");
const { MockIdPError } = require("./errors.js");

const isURL = (scenario) => scenario?.protocol === "file:" && typeof scenario.href === "string";

/** Whether that names a file: a `file:` URL does, and a path that ends in .yaml, .yml or .json. */
function isFile(scenario) {
  return isURL(scenario) || (typeof scenario === "string" && /^[^\n]+\.(ya?ml|json)$/.test(scenario));
}

/** What the server is told of a scenario: what a file has. Every text that does not name a file is a name of the library or a scenario itself. */
function textOf(scenario) {
  if (!isFile(scenario)) return scenario;
  const file = isURL(scenario) ? fileURLToPath(scenario.href) : scenario;
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new MockIdPError(`The scenario ${file} cannot be read: ${cause.code}. A path begins at ${process.cwd()}; new URL("…", import.meta.url) begins at the test's file.`, { cause });
  }
}

module.exports = { isFile, textOf };
