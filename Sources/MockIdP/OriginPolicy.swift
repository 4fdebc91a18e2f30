import HTTPWire
import Policy

/// Which names an answer's URLs, issuers and cookies carry: those the request came by, unless a public URL fixes them.
struct OriginPolicy: Sendable {
  /// `https://idp.example.test`, without a slash at the end.
  let publicURL: String?
  /// Further names the server answers to.
  let ownNames: [String]

  init(publicURL: String?, ownNames: [String] = []) throws(StartError) {
    self.ownNames = ownNames
    guard let publicURL else {
      self.publicURL = nil
      return
    }
    var text = Substring(publicURL)
    while text.hasSuffix("/") { text = text.dropLast() }
    guard let url = URIReference(String(text)), url.scheme == "https" || url.scheme == "http", url.path.isEmpty,
      url.query == nil, url.fragment == nil
    else {
      throw StartError(
        "'\(publicURL)' is no public URL; give scheme, host and port only, such as https://idp.test:8443")
    }
    self.publicURL = String(text)
  }

  func origin(of request: HTTPRequest) -> Origin {
    if let publicURL {
      let isSecure = publicURL.hasPrefix("https:")
      return Origin(
        login: publicURL, graph: publicURL, authority: String(publicURL.dropFirst(isSecure ? 8 : 7)),
        isSecure: isSecure)
    }
    let authority = request.authority.isEmpty ? "localhost" : request.authority
    if let named = HTTPAuthority(authority), MicrosoftHosts.role(of: named.host) != nil {
      // Called by any of Microsoft's names, the answer carries the canonical ones, as the service's does.
      let port = named.port.map { $0 == 443 || $0 == 80 ? "" : ":\($0)" } ?? ""
      var origin = Origin(
        login: "https://\(MicrosoftHosts.login)\(port)", graph: "https://\(MicrosoftHosts.graph)\(port)",
        authority: MicrosoftHosts.login + port, isSecure: true)
      origin.ownNames = ownNames
      return origin
    }
    let base = (request.isSecure ? "https://" : "http://") + authority
    return Origin(login: base, graph: base, authority: authority, isSecure: request.isSecure)
  }
}
