"use strict";
const { expect, test: base } = require("@playwright/test");
const { fixtures } = require("./playwright-fixtures.js");

module.exports = { expect, fixtures, test: base.extend(fixtures) };
