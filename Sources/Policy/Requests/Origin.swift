import Bytes

/// Where the client believes it is: the names every URL, issuer and cookie of one answer is made of.
package struct Origin: Sendable, Hashable {
  /// Stands for `https://login.microsoftonline.com`: `https://localhost:8443`.
  package var login: String
  /// Stands for `https://graph.microsoft.com`.
  package var graph: String
  /// Host and port as the client sent them: `localhost:8443`.
  package var authority: String
  package var isSecure: Bool
  /// Further names of this server: what a client that came by one of Microsoft's names may ask about.
  package var ownNames: [String] = []

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

  /// The port that the client sent, as a suffix: `:8443`, or empty.
  package var portSuffix: Substring { authority.dropFirst(host.count) }

  /// Whether a host, in lower case, is this server by the name it was called or by another one.
  package func owns(_ name: some StringProtocol) -> Bool {
    ASCII.equalIgnoringCase(name, host) || name == "localhost" || name.hasSuffix(".localhost") || name == "127.0.0.1"
      || name == "[::1]" || ownNames.contains { ASCII.equalIgnoringCase($0, name) }
  }

  /// Who issues: both token versions are issued under the login origin, so that everything is reachable.
  package var issuer: Issuer { Issuer(base: login, legacyBase: login) }
}
