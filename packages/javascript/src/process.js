"use strict";
const { spawn } = require("node:child_process");
// Jest and Vitest can stop the timers of a test's global object.
const { clearTimeout, setTimeout } = require("node:timers");
const { MockIdPError } = require("./errors.js");
const { ELSEWHERE, findExecutable } = require("./executable.js");
const { version } = require("../package.json");
const { realm } = require("./realm.js");

const READY_WITHIN = 30_000;
const ENDS_WITHIN = 10_000;
const SHARED = Symbol.for(`mockidp.server.${version}`);

/**
 * `mockidp serve` on free ports, with a home of its own. `ready` is the line that it prints when it listens. The server ends when its standard
 * input does: this process closes the pipe, or dies.
 */
class Process {
  static async start(args = []) {
    return (await launch(args)).process;
  }

  /**
   * The one server of this process. A runner that loads this package anew for each test file, as Jest does, gets the same one: what is kept is the
   * child process and its line, and no object of a test file.
   */
  static async shared() {
    const kept = (realm[SHARED] ??= launch([]).then(({ process: { child, ended }, line }) => ({ child, ended, line })));
    const forget = () => {
      if (realm[SHARED] === kept) delete realm[SHARED];
    };
    try {
      const { child, ended, line } = await kept;
      ended.then(forget);
      if (child.exitCode === null && child.signalCode === null) return Object.assign(new Process(child, ended), { ready: JSON.parse(line) });
    } catch (error) {
      forget();
      throw error;
    }
    forget();
    return Process.shared();
  }

  constructor(child, ended = new Promise((resolve) => child.once("exit", resolve).once("error", resolve))) {
    this.child = child;
    this.ended = ended;
  }

  async stop() {
    this.child.ref();
    this.child.stdin?.on("error", () => {}).end();
    const timer = setTimeout(() => this.child.kill("SIGKILL"), ENDS_WITHIN);
    if (this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null) await this.ended;
    clearTimeout(timer);
  }
}

async function launch(args) {
  const program = findExecutable();
  const words = ["serve", "--https-port", "0", "--http-port", "0", "--ready-file", "-", "--quiet", "--exit-with-parent", "--temporary-home", ...args];
  const environment = { ...process.env };
  delete environment.MOCKIDP_CONTROL_TOKEN;
  // A group of its own: Ctrl-C is for the tests. The server ends when they do, in its own time, and takes its home along.
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "pipe"], env: environment, detached: true });
  const started = new Process(child);
  let line;
  try {
    line = await firstLine(child, program);
    started.ready = JSON.parse(line);
  } catch (error) {
    await started.stop();
    throw error;
  }
  // The server must not keep the tests' process alive.
  for (const one of [child, child.stdin, child.stdout, child.stderr]) one.unref?.();
  return { process: started, line };
}

/** The first line of the output; an error with the server's words when there is none. */
function firstLine(child, program) {
  return new Promise((resolve, reject) => {
    let [text, said] = ["", ""];
    const fail = (words) => reject(new MockIdPError(words.trim()));
    const timer = setTimeout(() => fail(`The server was not ready within ${READY_WITHIN / 1000} s. ${said}`), READY_WITHIN);
    child.stdout.setEncoding("utf8").on("data", (part) => {
      text += part;
      const end = text.indexOf("\n");
      if (end < 0) return;
      clearTimeout(timer);
      resolve(text.slice(0, end));
    });
    child.stderr.setEncoding("utf8").on("data", (part) => (said += part));
    child.once("error", (error) => {
      clearTimeout(timer);
      fail(`${program} cannot be started: ${error.code}. ${ELSEWHERE}`);
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      const isOlder = /--(exit-with-parent|temporary-home)/.test(said);
      // What the system cannot run, a shell tries to read.
      if (said.startsWith(`${program}: `)) fail(`${program} cannot be started: it is not a program for this machine. ${ELSEWHERE}`);
      else fail(isOlder ? `${program} is older than this package. Use the program of the same version. ${ELSEWHERE}` : `The server ended with ${code} before it was ready: ${said}`);
    });
  });
}

module.exports = { Process };
