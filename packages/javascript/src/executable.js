import { accessSync, closeSync, constants, openSync, readSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { MockIdPError } from "./errors.js";

export const ELSEWHERE = "Set MOCKIDP_BINARY to the program, or MOCKIDP_URL to a server that runs already, for example in a container.";

/** The program that MOCKIDP_BINARY names, else the one in this package, else the first one in PATH. */
export function findExecutable(environment = process.env, carried = fileURLToPath(new URL("../bin/mockidp", import.meta.url)), { platform, arch } = process) {
  const named = environment.MOCKIDP_BINARY;
  if (named) {
    if (!isProgram(named)) throw new MockIdPError(`MOCKIDP_BINARY names ${named}, and there is no program.`);
    return resolve(named);
  }
  if (platform === "linux" && isProgram(carried) && processorOf(carried) === PROCESSORS[arch]) return carried;
  const found = (environment.PATH ?? "").split(delimiter).map((folder) => join(folder || ".", "mockidp")).find((file) => isProgram(file) && !isScript(file));
  if (found) return resolve(found);
  throw new MockIdPError(`This package has no mockidp for ${platform} on ${arch}, and PATH has none. ${ELSEWHERE}`);
}

/** What the header of a program for Linux says of the processor (elf(5)). */
const PROCESSORS = { x64: 62, arm64: 183 };

function processorOf(program) {
  const header = beginning(program, 20);
  return header.subarray(1, 4).toString() === "ELF" ? header.readUInt16LE(18) : 0;
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
  return beginning(file, 2).toString() === "#!";
}

function beginning(file, count) {
  const opened = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(count);
    readSync(opened, bytes, 0, count, 0);
    return bytes;
  } finally {
    closeSync(opened);
  }
}
