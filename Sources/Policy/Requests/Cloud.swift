import Bytes
package import Directory

/// One of Microsoft's clouds: the hosts that apps call in it, and the values that its documents state (Microsoft:
/// "Microsoft Entra authentication and national clouds", "Microsoft Graph deployments").
package struct Cloud: Sendable, Hashable {
  /// The name on the command line: `usgov`.
  package var name: String
  /// The hosts of the authority, as instance metadata lists them. Documents and issuers use the first one.
  package var authorityHosts: [String]
  /// The host name under which MSAL caches this cloud's tokens (`preferred_cache`).
  package var cacheHost: String
  /// The host in the issuer of v1.0 tokens.
  package var legacyIssuerHost: String
  /// More hosts of the sign-in pages, which no metadata lists.
  package var otherHosts: [String] = []
  /// The host of the token endpoint for clients with a TLS certificate, as documents name it. Nil for clouds of whose
  /// documents no record has it.
  package var certificateHost: String?
  /// The hosts of Microsoft Graph. Documents use the first one.
  package var graphHosts: [String]
  /// `cloud_instance_name` of the openid-configuration.
  package var instanceName: String
  /// The subject of the certificates of this cloud's signing keys (observed; of the sovereign clouds chosen).
  package var signer: String
  /// `cloud_graph_host_name` of the openid-configuration: the host of Azure AD Graph, which came before Microsoft
  /// Graph.
  package var directoryGraphHost: String
  /// `rbac_url` of the openid-configuration.
  package var roleServiceURL: String
  /// The page where the user types a device code (`verification_uri`; observed in 2026).
  package var deviceLoginURL: String
  /// The same page for personal accounts, which are the global cloud's (observed in 2021 and later).
  package static let personalDeviceLoginURL = "https://www.microsoft.com/link"

  /// `cloud_instance_name` of the keys. Those of China have none (observed).
  package var instanceNameOfKeys: String? { name == Self.china.name ? nil : instanceName }

  /// The addresses of Microsoft's APIs in it, where it has others than the public cloud. Nil: those of the public cloud.
  package var apis: NationalCloud?

  /// The host in documents and issuers.
  package var loginHost: String { authorityHosts.first ?? "" }
  /// The host of Graph in documents.
  package var graphHost: String { graphHosts.first ?? "" }

  /// The names to put into a hosts file, or to give a container as network aliases, so that apps reach this server by
  /// them. Each comes once.
  package var hosts: [String] {
    var names: [String] = []
    let login = authorityHosts + [legacyIssuerHost] + otherHosts + [certificateHost].compactMap { $0 }
    for name in login + graphHosts where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}

extension Cloud {
  /// The public cloud, the usual one.
  package static let global = Cloud(
    name: "global",
    authorityHosts: ["login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net"],
    cacheHost: "login.windows.net", legacyIssuerHost: "sts.windows.net", otherHosts: ["login.live.com"],
    certificateHost: "mtlsauth.microsoft.com", graphHosts: ["graph.microsoft.com"], instanceName: "microsoftonline.com",
    signer: "accounts.accesscontrol.windows.net", directoryGraphHost: "graph.windows.net",
    roleServiceURL: "https://pas.windows.net", deviceLoginURL: "https://login.microsoft.com/device")

  /// US Government, GCC High.
  package static let usGovernment = Cloud(
    name: "usgov", authorityHosts: ["login.microsoftonline.us", "login.usgovcloudapi.net"],
    cacheHost: "login.microsoftonline.us", legacyIssuerHost: "sts.windows.net", graphHosts: ["graph.microsoft.us"],
    instanceName: "microsoftonline.us", signer: "login.microsoftonline.us", directoryGraphHost: "graph.windows.net",
    roleServiceURL: "https://pasff.usgovcloudapi.net", deviceLoginURL: "https://microsoft.com/deviceloginus",
    apis: .usgov)

  /// US Government, Department of Defense: another Graph behind the same authority.
  package static let usDefense = {
    var cloud = usGovernment
    cloud.name = "usdod"
    cloud.apis = .usdod
    cloud.graphHosts = ["dod-graph.microsoft.us"]
    return cloud
  }()

  /// China, operated by 21Vianet.
  package static let china = Cloud(
    name: "china", authorityHosts: ["login.partner.microsoftonline.cn", "login.chinacloudapi.cn"],
    cacheHost: "login.partner.microsoftonline.cn", legacyIssuerHost: "sts.chinacloudapi.cn",
    graphHosts: ["microsoftgraph.chinacloudapi.cn"], instanceName: "partner.microsoftonline.cn",
    signer: "accounts.accesscontrol.chinacloudapi.cn", directoryGraphHost: "graph.chinacloudapi.cn",
    roleServiceURL: "https://pas.chinacloudapi.cn",
    deviceLoginURL: "https://microsoft.com/deviceloginchina", apis: .china)

  /// France, operated by Bleu; Germany, operated by Delos; the government of Singapore. MSAL's newest lists of trusted
  /// hosts have their login hosts, the Graph PowerShell SDK their Graph. What documents say beside these is chosen.
  package static let bleu = sovereign("bleu", "fr")
  package static let delos = sovereign("delos", "de")
  package static let govSG = sovereign("govsg", "sg")

  private static func sovereign(_ name: String, _ country: String) -> Cloud {
    let login = "login.sovcloud-identity.\(country)"
    let graph = "graph.svc.sovcloud.\(country)"
    return Cloud(
      name: name, authorityHosts: [login], cacheHost: login, legacyIssuerHost: login, graphHosts: [graph],
      instanceName: "sovcloud-identity.\(country)", signer: login, directoryGraphHost: graph,
      roleServiceURL: "https://pas.sovcloud-identity.\(country)", deviceLoginURL: "https://\(login)/devicelogin")
  }

  /// The clouds that a server can stand in for.
  package static let all = [global, usGovernment, usDefense, china, bleu, delos, govSG]

  /// `https://` and the host of Graph in every cloud: the resource part of scopes and the audience of tokens.
  package static let graphURIs = all.flatMap(\.graphHosts).map { "https://\($0)" }
}
