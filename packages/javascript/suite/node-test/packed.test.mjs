import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import test from "node:test";

test("what the packed page links to is in the package, or leads out of it", () => {
  const folder = dirname(createRequire(import.meta.url).resolve("mockidp/package.json"));
  const links = [...readFileSync(join(folder, "README.md"), "utf8").matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link]) => link);
  assert.ok(links.length > 3);
  for (const link of links) if (!/^(\.\.\/\.\.\/|https?:)/.test(link)) assert.ok(existsSync(join(folder, link)), link);
});

test("import, require and the types are where package.json says", () => {
  const require = createRequire(import.meta.url);
  const { exports, main, types } = require("mockidp/package.json");
  const folder = dirname(require.resolve("mockidp/package.json"));
  const files = JSON.stringify({ exports, main, types }).match(/\.\/[\w./-]+\.(m?js|json|d\.m?ts)(?=")/g);
  for (const file of files) assert.ok(existsSync(join(folder, file)), file);
});
