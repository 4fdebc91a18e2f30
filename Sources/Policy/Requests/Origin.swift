/// Where the client believes it is: the names every URL, issuer and cookie of one answer is made of.
package struct Origin: Sendable, Hashable {
  /// Stands for `https://login.microsoftonline.com`: `https://localhost:8443`.
  package var login: String
  /// Stands for `https://graph.microsoft.com`.
  package var graph: String
  /// Host and port as the client sent them: `localhost:8443`.
  package var authority: String
  package var isSecure: Bool

  package init(login: String, graph: String, authority: String, isSecure: Bool) {
    self.login = login
    self.graph = graph
    self.authority = authority
    self.isSecure = isSecure
  }

  /// The host without its port.
  package var host: String {
    guard let colon = authority.utf8.lastIndex(of: 0x3A), !authority.hasSuffix("]") else { return authority }
    return String(authority[..<colon])
  }

  /// Who issues: both token versions are issued under the login origin, so that everything is reachable.
  package var issuer: Issuer { Issuer(base: login, legacyBase: login) }
}
