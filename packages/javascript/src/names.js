export const LOGIN = "login.microsoftonline.com";

/** Whether one of the patterns means the host. `*.login.microsoft.com` means the hosts of all regions. */
export function fits(host, patterns) {
  const name = host.toLowerCase();
  return patterns.some((pattern) => (pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) : name === pattern));
}

export function isThisMachine(host) {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  return name === "localhost" || name === "::1" || name.endsWith(".localhost") || name.startsWith("127.");
}
