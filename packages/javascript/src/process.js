import { spawn } from "node:child_process";
import { MockIdPError } from "./errors.js";
import { ELSEWHERE, findExecutable } from "./executable.js";

const READY_WITHIN = 30_000;
const ENDS_WITHIN = 10_000;

/**
 * `mockidp serve` on free ports, with a home of its own. `ready` is the line that it prints when it listens. The server ends when its standard
 * input does: this process closes the pipe, or dies.
 */
export class Process {
  static async start(args = []) {
    const program = findExecutable();
    const words = ["serve", "--https-port", "0", "--http-port", "0", "--ready-file", "-", "--quiet", "--exit-with-parent", "--temporary-home", ...args];
    const environment = { ...process.env };
    delete environment.MOCKIDP_CONTROL_TOKEN;
    const started = new Process(spawn(program, words, { stdio: ["pipe", "pipe", "pipe"], env: environment }));
    try {
      started.ready = JSON.parse(await started.#line(program));
    } catch (error) {
      await started.stop();
      throw error;
    }
    // The server must not keep the tests' process alive.
    for (const one of [started.child, started.child.stdin, started.child.stdout, started.child.stderr]) one.unref?.();
    return started;
  }

  constructor(child) {
    this.child = child;
    this.ended = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  }

  /** The first line of the output; an error with the server's words when there is none. */
  #line(program) {
    return new Promise((resolve, reject) => {
      let [text, said] = ["", ""];
      const fail = (words) => reject(new MockIdPError(words.trim()));
      const timer = setTimeout(() => fail(`The server was not ready within ${READY_WITHIN / 1000} s. ${said}`), READY_WITHIN);
      this.child.stdout.setEncoding("utf8").on("data", (part) => {
        text += part;
        const end = text.indexOf("\n");
        if (end < 0) return;
        clearTimeout(timer);
        resolve(text.slice(0, end));
      });
      this.child.stderr.setEncoding("utf8").on("data", (part) => (said += part));
      this.child.once("error", (error) => {
        clearTimeout(timer);
        fail(`${program} cannot be started: ${error.code}. ${ELSEWHERE}`);
      });
      this.child.once("close", (code) => {
        clearTimeout(timer);
        const isOlder = /--(exit-with-parent|temporary-home)/.test(said);
        // What the system cannot run, a shell tries to read.
        if (said.startsWith(`${program}: `)) fail(`${program} cannot be started: it is no program for this machine. ${ELSEWHERE}`);
        else fail(isOlder ? `${program} is older than this package. Use the program of the same version. ${ELSEWHERE}` : `The server ended with ${code} before it was ready: ${said}`);
      });
    });
  }

  async stop() {
    this.child.ref();
    this.child.stdin?.on("error", () => {}).end();
    const timer = setTimeout(() => this.child.kill("SIGKILL"), ENDS_WITHIN);
    if (this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null) await this.ended;
    clearTimeout(timer);
  }
}
