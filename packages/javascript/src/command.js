#!/usr/bin/env node
// The command `mockidp`: it runs the program, and hands signals and exit code on.
"use strict";
const { spawn } = require("node:child_process");
const { findExecutable } = require("./executable.js");

try {
  const child = spawn(findExecutable(), process.argv.slice(2), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // npx starts a shell that starts this, and a signal for npx ends the shell alone.
  if (process.env.npm_command === "exec") {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 200).unref();
  }
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + ({ SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 0);
  });
} catch (error) {
  console.error(`mockidp: ${error.message}`);
  process.exitCode = 1;
}
