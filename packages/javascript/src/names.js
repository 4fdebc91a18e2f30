"use strict";
const LOGIN = "login.microsoftonline.com";

/** Where a virtual machine asks for the token of its identity. */
const MACHINE = "169.254.169.254";

/** Whether one of the patterns means the host. `*.login.microsoft.com` means the hosts of all regions. */
function fits(host, patterns) {
  const name = host.toLowerCase();
  return patterns.some((pattern) => (pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) : name === pattern));
}

function isThisMachine(host) {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  return name === "localhost" || name === "::1" || name.endsWith(".localhost") || name.startsWith("127.");
}

module.exports = { LOGIN, MACHINE, fits, isThisMachine };
