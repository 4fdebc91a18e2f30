"use strict";
const vm = require("node:vm");

/**
 * The global object of the process. A runner such as Jest gives tests a `globalThis` of their own, and Node keeps the dispatcher of `fetch` at
 * this one; under happy-dom and jsdom the environment's `fetch` is another function, or there is none.
 */
const realm = vm.runInThisContext("globalThis");

module.exports = { realm };
