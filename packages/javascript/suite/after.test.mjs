// Runs alone, after a runner: SUITE_SERVERS has the servers of all its test files.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Server } from "mockidp";

test("after the run no process and no temporary home is left", async () => {
  const lines = new Set(readFileSync(process.env.SUITE_SERVERS, "utf8").trim().split("\n"));
  assert.ok(lines.size > 0);
  for (const line of lines) {
    const [, url, home] = line.split(" ");
    let isThere = true;
    for (let tries = 0; tries < 200 && isThere; tries++) {
      isThere = existsSync(home) || (await Server.attach(url).then(() => true, () => false));
      if (isThere) await sleep(50);
    }
    assert.ok(!isThere, `${url} answers, or ${home} is there`);
  }
});
