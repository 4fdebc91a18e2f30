import Bytes
import HTTPWire
import Policy

/// Decides which names the URLs, issuers and cookies of an answer have: the name that the request came by, or a
/// public URL that is the same for all requests.
struct OriginPolicy: Sendable {
  /// `https://idp.example.test`, without a slash at the end.
  let publicURL: String?
  let hosts: MicrosoftHosts
  /// Further names that the server answers to.
  let ownNames: [String]
  /// The origin of the public URL; nil without one.
  private let fixed: Origin?

  /// - Throws: `StartError` when the public URL is not one of scheme, host and port only.
  init(
    publicURL: String?, hosts: MicrosoftHosts = MicrosoftHosts(), ownNames: [String] = []
  ) throws(StartError) {
    self.hosts = hosts
    self.ownNames = ownNames
    guard let publicURL else {
      self.publicURL = nil
      fixed = nil
      return
    }
    var text = Substring(publicURL)
    while text.hasSuffix("/") { text = text.dropLast() }
    guard let url = URIReference(String(text)), url.scheme == "https" || url.scheme == "http", url.path.isEmpty,
      url.query == nil, url.fragment == nil
    else {
      throw StartError(
        "'\(publicURL)' is not a public URL; give scheme, host and port only, such as https://idp.test:8443")
    }
    self.publicURL = String(text)
    let authority = String(text.dropFirst(url.scheme == "https" ? 8 : 7))
    fixed = Self.origin(authority: authority, isSecure: url.scheme == "https", hosts)
  }

  /// The origin for the answer to a request.
  func origin(of request: HTTPRequest) -> Origin {
    if let fixed { return fixed }
    return origin(named: request.authority.isEmpty ? "localhost" : request.authority, isSecure: request.isSecure)
  }

  /// Whether a client that calls that host means this server: one of Microsoft's names, a name of this machine, or a name of the server's own.
  func isServed(_ authority: String) -> Bool {
    guard let host = HTTPAuthority(authority)?.host else { return false }
    if hosts.role(of: host) != nil || ["127.0.0.1", "[::1]"].contains(host) { return true }
    let names = ["localhost"] + ownNames + [fixed?.authority].compactMap { $0.flatMap { HTTPAuthority($0)?.host } }
    return names.contains { host == $0 || host.hasSuffix("." + $0) }
  }

  /// The origin for clients that reach the server by that name, such as `login.microsoftonline.com` or `localhost:8443`.
  func origin(named authority: String, isSecure: Bool) -> Origin {
    var origin = Self.origin(authority: authority, isSecure: isSecure, hosts)
    if origin.isMicrosofts {
      origin.ownNames = ownNames
      origin.homeCloud = hosts.cloud
    }
    return origin
  }

  private static func origin(authority: String, isSecure: Bool, _ hosts: MicrosoftHosts) -> Origin {
    if let named = HTTPAuthority(authority), let place = hosts.place(of: named.host) {
      // By any of Microsoft's names, the answer has the canonical names of that cloud, as the service's answers do.
      // A regional host keeps its own name in the token endpoint: MSAL sends its requests there.
      let port = named.port.map { $0 == 443 || $0 == 80 ? "" : ":\($0)" } ?? ""
      // A host of one tenant keeps its name in all its documents.
      if place.role == .customers { return Origin(ofCustomers: ASCII.lowercased(named.host), port: port) }
      let called = place.role == .login ? ASCII.lowercased(named.host) : nil
      return Origin(of: place.cloud, port: port, region: MicrosoftHosts.region(named.host), called: called)
    }
    let base = (isSecure ? "https://" : "http://") + authority
    return Origin(login: base, graph: base, authority: authority, isSecure: isSecure, cloud: hosts.cloud)
  }
}
