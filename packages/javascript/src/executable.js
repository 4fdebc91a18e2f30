"use strict";
const { Buffer } = require("node:buffer");
const { accessSync, closeSync, constants, openSync, readSync } = require("node:fs");
const { delimiter, join, resolve } = require("node:path");
const { MockIdPError } = require("./errors.js");

const ELSEWHERE = "Set MOCKIDP_BINARY to the program, or MOCKIDP_URL to a server that runs already, for example in a container.";

/** The program that MOCKIDP_BINARY names, else the one in this package, else the first one in PATH. */
function findExecutable(environment = process.env, carried = join(__dirname, "../bin/mockidp"), { platform, arch } = process) {
  const named = environment.MOCKIDP_BINARY;
  if (named) {
    if (!isProgram(named)) throw new MockIdPError(`MOCKIDP_BINARY names ${named}, and there is no program.`);
    return resolve(named);
  }
  if (platform === "win32") throw new MockIdPError(`There is no mockidp for Windows. Run the tests under WSL, or let MOCKIDP_URL name a server in a container.`);
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

module.exports = { ELSEWHERE, findExecutable };
