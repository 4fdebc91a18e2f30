export * from "./playwright.js";
