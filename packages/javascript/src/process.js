import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MockIdPError } from "./errors.js";
import { findExecutable } from "./executable.js";

const READY_WITHIN = 30_000;
const ENDS_WITHIN = 10_000;

// The program takes the place of the shell. The rest of the shell waits for the end of its input: the pipe closes when this process closes it
// or dies, also by SIGKILL. Then it stops the server and removes its folder.
const WATCHED = `
exec 3<&0
{
  read -r _ <&3
  kill -TERM $$
  for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 $$ || break; sleep 0.1; done
  rm -rf "$1"
} >/dev/null 2>&1 &
shift
exec "$@" </dev/null 3<&-
`;

/**
 * The command that runs the server until its standard input ends. This is the only place that knows how: with a server that has
 * `serve --exit-with-parent` the command itself does it.
 */
function endsWithParent(folder, command) {
  return ["/bin/sh", ["-c", WATCHED, "mockidp", folder, ...command]];
}

/** `mockidp serve` on free ports, with a home of its own. `ready` is the content of its ready file. */
export class Process {
  static async start(args = []) {
    const folder = mkdtempSync(join(tmpdir(), "mockidp-"));
    const ready = join(folder, "ready.json");
    const serve = [findExecutable(), "serve", "--https-port", "0", "--http-port", "0", "--ready-file", ready, "--quiet", ...args];
    const [shell, words] = endsWithParent(folder, serve);
    const environment = { ...process.env, MOCKIDP_HOME: folder };
    delete environment.MOCKIDP_CONTROL_TOKEN;
    // The folder goes as soon as the server has ended; an open file stays readable.
    const output = openSync(join(folder, "server.log"), "w+");
    const child = spawn(shell, words, { stdio: ["pipe", output, output], env: environment });
    const started = new Process(child, folder);
    try {
      await started.#wait(ready, output);
    } catch (error) {
      await started.stop();
      throw error;
    } finally {
      closeSync(output);
    }
    // The server must not keep the tests' process alive.
    child.unref();
    child.stdin.unref?.();
    return started;
  }

  constructor(child, folder) {
    this.child = child;
    this.folder = folder;
    this.ended = new Promise((resolve) => child.once("exit", resolve));
  }

  async #wait(ready, output) {
    for (const deadline = Date.now() + READY_WITHIN; !existsSync(ready); await sleep(5)) {
      const said = () => textOf(output);
      if (this.child.exitCode !== null) throw new MockIdPError(`The server ended with ${this.child.exitCode} before it was ready: ${said()}`);
      if (Date.now() > deadline) throw new MockIdPError(`The server was not ready within ${READY_WITHIN / 1000} s. ${said()}`.trim());
    }
    this.ready = JSON.parse(readFileSync(ready, "utf8"));
  }

  async stop() {
    this.child.ref();
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill("SIGKILL"), ENDS_WITHIN);
    if (this.child.exitCode === null) await this.ended;
    clearTimeout(timer);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function textOf(file) {
  const text = Buffer.alloc(16_384);
  return text.toString("utf8", 0, readSync(file, text, 0, text.length, 0)).trim();
}
