import Bytes

/// The host names that apps call in production, for a server that answers in their place (Microsoft: "National clouds",
/// "Microsoft Graph deployments").
package enum MicrosoftHosts {
  package enum Role: Sendable, Hashable {
    case login
    case graph
    /// The address where a person types a device code.
    case deviceLogin
  }

  /// The name that documents and issuers carry, whichever alias was called.
  package static let login = "login.microsoftonline.com"
  package static let graph = "graph.microsoft.com"

  private static let roles: [String: Role] = [
    login: .login, "login.windows.net": .login, "login.microsoft.com": .login, "sts.windows.net": .login,
    "login.live.com": .login, graph: .graph, "microsoft.com": .deviceLogin, "www.microsoft.com": .deviceLogin,
  ]

  package static let all = roles.keys.sorted()

  /// What a host name stands for; nil for names that are none of Microsoft's. Regional login hosts end in
  /// `.login.microsoft.com`.
  package static func role(of host: String) -> Role? {
    let name = ASCII.lowercased(host)
    return roles[name] ?? (name.hasSuffix(".login.microsoft.com") ? .login : nil)
  }
}
