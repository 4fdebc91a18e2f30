import Bytes

/// Where the client believes it is: the names every URL, issuer and cookie of one answer is made of.
package struct Origin: Sendable, Hashable {
  /// Stands for `https://login.microsoftonline.com`: `https://localhost:8443`.
  package var login: String
  /// Stands for `https://graph.microsoft.com`.
  package var graph: String
  /// Stands for `https://sts.windows.net`, the issuer of v1.0.
  package var legacyLogin: String
  /// Host and port as the client sent them: `localhost:8443`.
  package var authority: String
  package var isSecure: Bool
  /// What documents say about the cloud around it.
  package var cloud: Cloud
  /// Whether the names are Microsoft's own, so that the client believes it speaks with the service itself.
  package var isMicrosofts: Bool
  /// Further names of this server: what a client that came by one of Microsoft's names may ask about.
  package var ownNames: [String] = []

  /// An origin under a name of this server, where everything is reachable under one name.
  package init(login: String, graph: String, authority: String, isSecure: Bool, cloud: Cloud = .global) {
    self.login = login
    self.graph = graph
    legacyLogin = login
    self.authority = authority
    self.isSecure = isSecure
    self.cloud = cloud
    isMicrosofts = false
  }

  /// The cloud's own names. `port` is empty or begins with a colon.
  package init(of cloud: Cloud, port: String = "") {
    login = "https://\(cloud.loginHost)\(port)"
    graph = "https://\(cloud.graphHost)\(port)"
    legacyLogin = "https://\(cloud.legacyIssuerHost)\(port)"
    authority = cloud.loginHost + port
    isSecure = true
    self.cloud = cloud
    isMicrosofts = true
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

  /// Whether the client calls its own machine. No answer then carries `Strict-Transport-Security`, which holds for all ports of a
  /// name: a browser would ask the app under test at `http://localhost:3000` over TLS from then on.
  package var isLoopback: Bool { FetchableURL.isLoopback(ASCII.lowercased(host)) }

  /// Who issues.
  package var issuer: Issuer { Issuer(base: login, legacyBase: legacyLogin) }
}
