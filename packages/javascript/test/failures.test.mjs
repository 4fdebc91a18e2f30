import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { MockIdPError, Server, start, withWorld } from "mockidp";
import executable from "../src/executable.js";
import process_ from "../src/process.js";

const { findExecutable } = executable;
const { Process } = process_;

test("the error of a test that failed tells the journal", async () => {
  const body = withWorld(undefined, async (world) => {
    await world.fetch(`${world.tenant.authority}/oauth2/v2.0/token`, { method: "POST", body: new URLSearchParams({ grant_type: "wrong" }) });
    assert.fail("by itself");
  });
  await assert.rejects(body(), (error) => {
    assert.match(error.message, /^by itself/);
    assert.match(error.stack, /#1 POST .* → 400[^]*#1 ended with AADSTS\d+: /);
    return true;
  });
});

test("an expectation that is not met is an error", async () => {
  await assert.rejects(withWorld("expired-refresh", async () => {})(), /not met: token\.refused, AADSTS700082: expected once[^]*no request came/);
  await withWorld("expired-refresh", { verify: false }, async () => {})();
  assert.equal(withWorld("expired-refresh", async () => {}).length, 0); // Jest waits for a callback when a test takes an argument
});

test("a mistake is told in the server's words", async () => {
  const server = await start();
  await assert.rejects(server.world("expired-refres"), (error) => error instanceof MockIdPError && error.status === 400 && /expired-refres/.test(error.message));
  await assert.rejects(Server.start({ args: ["--scenario", "no-such-scenario"] }), /there is no scenario/);
  await assert.rejects(Server.attach("https://localhost:1"), /No mockidp answers at/);
});

test("a program that is not there", () => {
  assert.throws(() => findExecutable({ MOCKIDP_BINARY: "/nowhere/mockidp" }), /MOCKIDP_BINARY names \/nowhere\/mockidp/);
  assert.throws(() => findExecutable({ PATH: "/nowhere" }, "/nowhere/mockidp"), /Set MOCKIDP_BINARY/);
});

test("on Windows a sentence says what to do, and the package installs", () => {
  const windows = { platform: "win32", arch: "x64" };
  assert.throws(() => findExecutable({ PATH: "C:\\nowhere" }, "C:\\nowhere\\mockidp", windows), /^MockIdPError: There is no mockidp for Windows\. Run the tests under WSL, or let MOCKIDP_URL name a server in a container\.$/);
  const { os, cpu, engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url)));
  assert.deepEqual([os, cpu, engines.node], [undefined, undefined, ">=20"]);
});

for (const processor of [62, 183]) {
  for (const [platform, arch, fits] of [["linux", "x64", 62], ["linux", "arm64", 183], ["linux", "riscv64", undefined], ["darwin", "arm64", undefined]]) {
    test(`the package's program for processor ${processor}, on ${platform} and ${arch}`, () => {
      const folder = mkdtempSync(join(tmpdir(), "mockidp-test-"));
      const program = join(folder, "mockidp");
      try {
        const header = Buffer.alloc(20);
        header.write("\x7fELF", "latin1");
        header.writeUInt16LE(processor, 18);
        writeFileSync(program, header, { mode: 0o755 });
        const found = () => findExecutable({ PATH: "/nowhere" }, program, { platform, arch });
        if (processor === fits) assert.equal(found(), program);
        else assert.throws(found, new RegExp(`This package has no mockidp for ${platform} on ${arch}, and PATH has none\\. Set MOCKIDP_BINARY`));
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
}

test("the command ends with npx, whose shell alone gets the signal", async () => {
  const home = mkdtempSync(join(tmpdir(), "mockidp-test-"));
  const ready = join(home, "ready.json");
  const command = new URL("../src/command.js", import.meta.url).pathname;
  const words = `"${process.execPath}" "${command}" serve --https-port 0 --http-port 0 --ready-file "${ready}"; true`;
  const shell = spawn("sh", ["-c", words], { env: { ...process.env, MOCKIDP_HOME: home, npm_command: "exec" }, stdio: "ignore" });
  try {
    for (let tries = 0; !existsSync(ready) && tries < 600; tries += 1) await sleep(100);
    const { pid } = JSON.parse(readFileSync(ready));
    shell.kill("SIGKILL");
    for (let tries = 0; existsSync(ready) && tries < 200; tries += 1) await sleep(100);
    assert.throws(() => process.kill(pid, 0), /ESRCH/);
  } finally {
    shell.kill("SIGKILL");
    rmSync(home, { recursive: true, force: true });
  }
});

test("a running server is used", async () => {
  const server = await start();
  const other = await Server.attach(server.url);
  const world = await other.world();
  assert.equal((await world.fetch("https://login.microsoftonline.com/common/discovery/v2.0/keys")).status, 200);
  await world.remove();
  await other.stop();
  await server.call("GET", "health"); // it is not the other's to stop
});

for (const signal of ["SIGKILL", undefined]) {
  test(`the server ends with its process (${signal ?? "by itself"})`, async () => {
    const script = 'import { start } from "mockidp"; const server = await start(); console.log((await server.url)); if (process.argv[1] === "stay") setInterval(() => {}, 1000);';
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, "--", signal ? "stay" : "go"], { stdio: ["ignore", "pipe", "inherit"], cwd: new URL("..", import.meta.url) });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const url = await new Promise((resolve) => child.stdout.once("data", (text) => resolve(String(text).trim())));
    if (signal) child.kill(signal);
    await ended;
    for (let tries = 0; tries < 200; tries++) {
      const alive = await Server.attach(url).then((server) => server.stop().then(() => true), () => false);
      if (!alive) return;
      await sleep(50);
    }
    assert.fail(`${url} still answers`);
  });
}

test("Ctrl-C leaves no server and no home behind", { skip: process.platform === "win32" }, async () => {
  const script = 'require("mockidp").start().then((server) => console.log(server.environment.MOCKIDP_CA)); setInterval(() => {}, 1000);';
  for (let round = 0; round < 3; round++) {
    // As a terminal does: the signal goes to the whole group of processes.
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"], cwd: new URL("..", import.meta.url), detached: true });
    const home = dirname(await new Promise((resolve) => child.stdout.once("data", (text) => resolve(String(text).trim()))));
    assert.ok(existsSync(home));
    process.kill(-child.pid, "SIGINT");
    for (let tries = 0; tries < 200 && existsSync(home); tries++) await sleep(50);
    assert.ok(!existsSync(home), `${home} is still there`);
  }
});

test("when the shared server ended, the next start makes another one", async () => {
  const before = await start();
  assert.equal(await start(), before);
  await before.stop();
  const after = await start();
  assert.notEqual(after.url, before.url);
  await after.call("GET", "health");
});

test("one server for all workers of a run", async () => {
  const { default: setup } = await import("mockidp/global-setup");
  const teardown = await setup();
  try {
    const { MOCKIDP_URL, MOCKIDP_CA } = process.env;
    assert.ok(existsSync(MOCKIDP_CA));
    assert.equal((await Server.start()).url, MOCKIDP_URL);
  } finally {
    await teardown();
  }
  assert.deepEqual(["MOCKIDP_URL", "MOCKIDP_CA", "MOCKIDP_PROXY"].filter((name) => name in process.env), []);
});

test("import and require give the same objects", async () => {
  const required = createRequire(import.meta.url)("mockidp");
  assert.equal(required.Server, Server);
  assert.equal(await required.start(), await start());
});

test("the home of a server goes with it", async () => {
  const started = await Process.start();
  assert.ok(existsSync(started.ready.ca));
  await started.stop();
  assert.ok(!existsSync(dirname(started.ready.ca)));
});

for (const [name, content, says] of [
  ["an older program", "#!/bin/sh\necho 'mockidp serve: unknown option --exit-with-parent' >&2\nexit 2\n", /is older than this package/],
  ["a program for another processor", "\0\x01no program", /cannot be started: [^]*Set MOCKIDP_BINARY/],
  ["a program that ends", "#!/bin/sh\necho 'no home' >&2\nexit 1\n", /ended with 1 before it was ready: no home/],
]) {
  test(name, async () => {
    const folder = mkdtempSync(join(tmpdir(), "mockidp-test-"));
    const program = join(folder, "mockidp");
    writeFileSync(program, content, { mode: 0o755 });
    const before = process.env.MOCKIDP_BINARY;
    process.env.MOCKIDP_BINARY = program;
    try {
      await assert.rejects(Process.start(), says);
    } finally {
      if (before === undefined) delete process.env.MOCKIDP_BINARY;
      else process.env.MOCKIDP_BINARY = before;
      rmSync(folder, { recursive: true });
    }
  });
}

test("an older server", async () => {
  const server = await start();
  const older = new (class extends Server {
    call(method, path, body) {
      return path === "health" ? Promise.resolve({ status: "ok", version: "0.0.1" }) : super.call(method, path, body);
    }
  })({ url: server.url, ca: server.ca });
  await assert.rejects(older.learn(), /mockidp 0\.0\.1 at .* is older than this package/);
});

test("happy-path expects nothing, named as well", async () => {
  await withWorld("happy-path", async () => {})();
});
