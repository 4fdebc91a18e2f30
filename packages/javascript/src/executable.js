import { accessSync, closeSync, constants, openSync, readSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { MockIdPError } from "./errors.js";

export const ELSEWHERE = "Set MOCKIDP_BINARY to the program, or MOCKIDP_URL to a server that runs already, for example in a container.";

/** The program that MOCKIDP_BINARY names, else the one in this package, else the first one in PATH. */
export function findExecutable(environment = process.env, carried = fileURLToPath(new URL("../bin/mockidp", import.meta.url))) {
  const named = environment.MOCKIDP_BINARY;
  if (named) {
    if (!isProgram(named)) throw new MockIdPError(`MOCKIDP_BINARY names ${named}, and there is no program.`);
    return resolve(named);
  }
  if (process.platform === "linux" && process.arch === "x64" && isProgram(carried)) return carried;
  const found = (environment.PATH ?? "").split(delimiter).map((folder) => join(folder || ".", "mockidp")).find((file) => isProgram(file) && !isScript(file));
  if (found) return resolve(found);
  throw new MockIdPError(`This package has no mockidp for ${process.platform} on ${process.arch}, and PATH has none. ${ELSEWHERE}`);
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The command that this package installs is a script, and would only call this function again. */
function isScript(file) {
  const opened = openSync(file, "r");
  try {
    const first = Buffer.alloc(2);
    readSync(opened, first, 0, 2, 0);
    return first.toString() === "#!";
  } finally {
    closeSync(opened);
  }
}
