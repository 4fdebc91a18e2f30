// The same objects for `import` and for `require`: a process has one shared server, however its files ask for it.
import mockidp from "./index.js";

export const { Browser, MockIdPError, PageRefused, Server, World, start, withWorld, world } = mockidp;
