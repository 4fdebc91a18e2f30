export const LOGIN = "login.microsoftonline.com";

// The list is a copy of what `mockidp hosts` prints; the server has no call that tells it.
export const MICROSOFT = new Set([
  LOGIN, "login.windows.net", "login.microsoft.com", "sts.windows.net", "login.live.com", "graph.microsoft.com",
  "login.microsoftonline.us", "login.usgovcloudapi.net", "graph.microsoft.us", "dod-graph.microsoft.us",
  "login.partner.microsoftonline.cn", "login.chinacloudapi.cn", "sts.chinacloudapi.cn", "microsoftgraph.chinacloudapi.cn",
  "login.sovcloud-identity.fr", "graph.svc.sovcloud.fr", "login.sovcloud-identity.de", "graph.svc.sovcloud.de",
  "login.sovcloud-identity.sg", "graph.svc.sovcloud.sg",
]);

/** Whether the host is one of Microsoft's that the server stands in for, a region's sign-in host among them. */
export function isMicrosoft(host) {
  return MICROSOFT.has(host.toLowerCase()) || host.toLowerCase().endsWith(".login.microsoft.com");
}

export function isThisMachine(host) {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  return name === "localhost" || name === "::1" || name.endsWith(".localhost") || name.startsWith("127.");
}
