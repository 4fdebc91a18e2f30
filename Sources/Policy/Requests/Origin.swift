import Bytes
package import Directory

/// The server's names as the client of one request sees them. Every URL, issuer and cookie of the answer is made of
/// them.
package struct Origin: Sendable, Hashable {
  /// The base URL in the place of `https://login.microsoftonline.com`, such as `https://localhost:8443`.
  package var login: String
  /// The base URL of the token endpoint: the regional host that the client called, else `login`.
  package var tokenLogin: String
  /// The base URL by which the browser came, such as `https://login.windows.net`: forms of pages lead there, since the browser has
  /// its cookies under that name. `login` for a name of this server.
  package var pages: String
  /// The base URL in the place of `https://graph.microsoft.com`.
  package var graph: String
  /// The base URL in the place of `https://sts.windows.net`, which is in the issuer of v1.0.
  package var legacyLogin: String
  /// Host and port as the client sent them, such as `localhost:8443`.
  package var authority: String
  /// Whether the client called with `https`; only then cookies are `Secure`.
  package var isSecure: Bool
  /// The cloud whose values the documents state.
  package var cloud: Cloud
  /// The cloud that the server's tenants are in. It differs from `cloud` when the client called by a name of another one.
  package var homeCloud: Cloud
  /// Whether the client called by a name of Microsoft's, and so believes that it calls the service itself.
  package var isMicrosofts: Bool
  /// More names of this server. A client that called by a name of Microsoft's may ask about these too.
  package var ownNames: [String] = []

  /// An origin under a name of this server: login, Graph and the v1.0 issuer share it.
  package init(login: String, graph: String, authority: String, isSecure: Bool, cloud: Cloud = .global) {
    self.login = login
    tokenLogin = login
    pages = login
    self.graph = graph
    legacyLogin = login
    self.authority = authority
    self.isSecure = isSecure
    self.cloud = cloud
    homeCloud = cloud
    isMicrosofts = false
  }

  /// An origin under the cloud's own names. `port` is empty or begins with a colon.
  /// `region` is the regional host that the client called, if it did; `called` is the host of the login service that it called.
  package init(of cloud: Cloud, port: String = "", region: String? = nil, called: String? = nil) {
    login = "https://\(cloud.loginHost)\(port)"
    pages = "https://\(called ?? cloud.loginHost)\(port)"
    tokenLogin = "https://\(region ?? cloud.loginHost)\(port)"
    graph = "https://\(cloud.graphHost)\(port)"
    legacyLogin = "https://\(cloud.legacyIssuerHost)\(port)"
    authority = cloud.loginHost + port
    isSecure = true
    self.cloud = cloud
    homeCloud = cloud
    isMicrosofts = true
  }

  /// An origin under the host of a tenant for customers, such as `contosob2c.b2clogin.com`, in small letters.
  package init(ofCustomers host: String, port: String = "") {
    self.init(of: .global, port: port)
    login = "https://\(host)\(port)"
    tokenLogin = login
    pages = login
    authority = host + port
  }

  /// The base URL of the token endpoint for clients with a TLS certificate: Microsoft's own host by Microsoft's names,
  /// else `login`, where this server asks for no certificate. Nil for clouds whose documents do not name one.
  package var certificateLogin: String? {
    guard let host = cloud.certificateHost else { return nil }
    return isMicrosofts && !isExternalID ? "https://\(host)\(portSuffix)" : login
  }

  /// The host of the authority where a client goes on that can change clouds (`instance_aware`). Nil on a port of its
  /// own: such clients go on with the host name and leave out the port.
  package var instanceHost: String? {
    guard portSuffix.isEmpty else { return nil }
    return isMicrosofts ? homeCloud.loginHost : authority
  }

  /// The host without the port. An IPv6 address keeps its brackets.
  package var host: String {
    guard let colon = authority.utf8.lastIndex(of: 0x3A), !authority.hasSuffix("]") else { return authority }
    return String(authority[..<colon])
  }

  /// The port that the client sent, such as `:8443`; empty when it sent none.
  package var portSuffix: Substring {
    guard let colon = authority.utf8.lastIndex(of: 0x3A), !authority.hasSuffix("]") else {
      return authority[authority.endIndex...]
    }
    return authority[colon...]
  }

  /// Whether a host name, in small letters, means this server: the name that the client called, a loopback name, or
  /// one of `ownNames`.
  package func owns(_ name: some StringProtocol) -> Bool {
    ASCII.equalIgnoringCase(name, host) || name == "localhost" || name.hasSuffix(".localhost") || name == "127.0.0.1"
      || name == "[::1]" || ownNames.contains { ASCII.equalIgnoringCase($0, name) }
  }

  /// The addresses of this server's Microsoft Graph for the client, in small letters: Graph's own one, and, under a name
  /// of this server, the loopback names with the same port. A browser and a container may call one server by different
  /// names.
  package var graphAddresses: [String] {
    let own = ASCII.lowercased(graph)
    guard !isMicrosofts else { return [own] }
    // Every request that reads the directory comes here.
    let suffix = String(portSuffix)
    var addresses = [own]
    for address in isSecure ? ["https://localhost", "https://127.0.0.1"] : ["http://localhost", "http://127.0.0.1"] {
      let address = suffix.isEmpty ? address : address + suffix
      if address != own { addresses.append(address) }
    }
    return addresses
  }

  /// Whether the client calls its own machine. Answers then carry no `Strict-Transport-Security`, because the header
  /// holds for all ports of a name: the browser would then call the app under test at `http://localhost:3000` over
  /// TLS.
  package var isLoopback: Bool { FetchableURL.isLoopback(ASCII.lowercased(host)) }

  /// Whether the client called a regional host of the token endpoint.
  package var isRegional: Bool { tokenLogin != login }

  /// The domain of cookies that all hosts of the cloud's login service share, such as `.login.microsoftonline.com`. Nil at every other host:
  /// its cookies are its own.
  package var cookieDomain: String? {
    isMicrosofts && pages == login && ASCII.equalIgnoringCase(host, cloud.loginHost) ? "." + cloud.loginHost : nil
  }

  /// The issuers that tokens of this answer name.
  package var issuer: Issuer {
    var issuer = Issuer(base: login, legacyBase: legacyLogin)
    if isExternalID { issuer.tenantHost = MicrosoftHosts.external + portSuffix }
    return issuer
  }

  /// The issuers that tokens of a tenant name. Those of External ID have the tenant's own host, whatever host of Microsoft's or custom URL
  /// domain was called (observed). A custom URL domain is a verified domain of the tenant (Microsoft: "Custom URL domains in external
  /// tenants"); any other name is one of this server's.
  package func issuer(of tenant: Tenant) -> Issuer {
    var issuer = issuer
    let isTenants = isMicrosofts || tenant.domains.contains { ASCII.equalIgnoringCase($0, host) }
    if tenant.kind == .external, isTenants { issuer.tenantHost = MicrosoftHosts.external + portSuffix }
    return issuer
  }

  /// Whether the client called a host of a tenant of External ID, such as `contoso.ciamlogin.com`.
  package var isExternalID: Bool { isMicrosofts && host.hasSuffix(MicrosoftHosts.external) }
}
