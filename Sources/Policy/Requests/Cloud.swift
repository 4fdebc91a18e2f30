import Bytes

/// One of Microsoft's clouds: the hosts that apps call there and what its documents say about them (Microsoft: "Microsoft Entra
/// authentication and national clouds", "Microsoft Graph deployments").
package struct Cloud: Sendable, Hashable {
  /// What a person calls it: `usgov`.
  package var name: String
  /// Hosts of the authority as instance metadata lists them; the first is the one in documents and issuers.
  package var authorityHosts: [String]
  /// The name under which MSAL keeps this cloud's tokens.
  package var cacheHost: String
  /// Issues the tokens of v1.0.
  package var legacyIssuerHost: String
  /// Further names of the sign-in pages, which no metadata lists.
  package var otherHosts: [String] = []
  /// The first is the one in documents.
  package var graphHosts: [String]
  /// `cloud_instance_name`.
  package var instanceName: String
  /// `cloud_graph_host_name`: the graph before Microsoft Graph.
  package var directoryGraphHost: String
  /// `rbac_url`.
  package var roleServiceURL: String
  /// Where a person types a device code.
  package var deviceLoginURL: String

  package var loginHost: String { authorityHosts.first ?? "" }
  package var graphHost: String { graphHosts.first ?? "" }

  /// The names that lead an app here when they are in a hosts file or are aliases in a container network.
  package var hosts: [String] {
    var names: [String] = []
    for name in authorityHosts + [legacyIssuerHost] + otherHosts + graphHosts where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}

extension Cloud {
  package static let global = Cloud(
    name: "global",
    authorityHosts: ["login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net"],
    cacheHost: "login.windows.net", legacyIssuerHost: "sts.windows.net", otherHosts: ["login.live.com"],
    graphHosts: ["graph.microsoft.com"], instanceName: "microsoftonline.com", directoryGraphHost: "graph.windows.net",
    roleServiceURL: "https://pas.windows.net", deviceLoginURL: "https://microsoft.com/devicelogin")

  /// US Government, GCC High.
  package static let usGovernment = Cloud(
    name: "usgov", authorityHosts: ["login.microsoftonline.us", "login.usgovcloudapi.net"],
    cacheHost: "login.microsoftonline.us", legacyIssuerHost: "sts.windows.net", graphHosts: ["graph.microsoft.us"],
    instanceName: "microsoftonline.us", directoryGraphHost: "graph.windows.net",
    roleServiceURL: "https://pasff.usgovcloudapi.net", deviceLoginURL: "https://microsoft.com/deviceloginus")

  /// US Government, Department of Defense: another Graph behind the same authority.
  package static let usDefense = {
    var cloud = usGovernment
    cloud.name = "usdod"
    cloud.graphHosts = ["dod-graph.microsoft.us"]
    return cloud
  }()

  /// China, operated by 21Vianet.
  package static let china = Cloud(
    name: "china", authorityHosts: ["login.partner.microsoftonline.cn", "login.chinacloudapi.cn"],
    cacheHost: "login.partner.microsoftonline.cn", legacyIssuerHost: "sts.chinacloudapi.cn",
    graphHosts: ["microsoftgraph.chinacloudapi.cn"], instanceName: "partner.microsoftonline.cn",
    directoryGraphHost: "graph.chinacloudapi.cn", roleServiceURL: "https://pas.chinacloudapi.cn",
    deviceLoginURL: "https://microsoft.com/deviceloginchina")

  /// The clouds a server can stand in for.
  package static let all = [global, usGovernment, usDefense, china]

  /// Bases of Graph in every cloud, as scopes and audiences spell them.
  package static let graphURIs = all.flatMap(\.graphHosts).map { "https://\($0)" }
}
