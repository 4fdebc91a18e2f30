import Bytes
import Crypto
package import HTTPWire

/// Decides who may call the control API. With a control token, every caller has to send it. Without one, the API is open
/// to programs on this machine that call the server directly and by one of its own names, since they could stop the
/// server as well.
///
/// The name keeps web pages out. A page can point a name of its own at 127.0.0.1 (DNS rebinding). Its requests then
/// come from this machine too, but under the page's name.
package struct ControlAccess: Sendable {
  /// The field in which a client that is not on this machine sends the control token beside what its own request needs in `Authorization`.
  package static let tokenField = "Mockidp-Control-Token"

  private let token: String?
  private let hostNames: Set<String>
  private let trustedProxies: [IPNetwork]

  package init(_ configuration: ControlConfiguration) {
    token = configuration.token.flatMap { $0.isEmpty ? nil : $0 }
    hostNames = Set(configuration.hostNames.map { ASCII.lowercased($0) })
    trustedProxies = configuration.trustedProxies
  }

  /// Lets the call through or throws the reason why not. A route for everybody needs neither an own name nor the token,
  /// but even such a route is not served under a name of Microsoft's.
  func check(_ request: HTTPRequest, isForEverybody: Bool) throws(Problem) {
    let host = HTTPAuthority(request.authority)?.host ?? ""
    // A client that calls the real service by its name must never reach the mock's own API.
    guard !Self.isMicrosoft(host) else { throw .notHere(host) }
    if isForEverybody { return }
    guard let token else {
      if let reason = distance(of: request) { throw .closed(reason) }
      if let problem = foreignness(of: request, host) { throw problem }
      if let page = otherPage(of: request) { throw .otherPage(page) }
      return
    }
    guard let sent = request.fields["Authorization"] else {
      if distance(of: request) == nil, let problem = foreignness(of: request, host) { throw problem }
      throw .tokenMissing
    }
    guard ConstantTime.equal(Self.bearerToken(sent), token) else { throw .wrongToken }
  }

  /// Lets a browser load the console, or throws the reason why not. The files of the console hold nothing of a world, so
  /// a server with a control token gives them to everybody: the page then asks for the token. A link of another site may
  /// lead to the page, since nothing but the page's own scripts can read what it shows.
  func checkConsole(_ request: HTTPRequest) throws(Problem) {
    let host = HTTPAuthority(request.authority)?.host ?? ""
    guard !Self.isMicrosoft(host) else { throw .notHere(host) }
    guard token == nil else { return }
    if let reason = distance(of: request) { throw .closed(reason) }
    guard isOwn(host) else { throw .foreignHost(request.authority) }
  }

  /// Whether pages tell this client of the console: a browser on this machine, which came directly and by one of the
  /// server's own names.
  package func seesConsole(_ request: HTTPRequest) -> Bool {
    distance(of: request) == nil && isOwn(HTTPAuthority(request.authority)?.host ?? "")
  }

  /// Whether a client may choose the world of its request by a header field or by the user name of the proxy. A program on this machine
  /// may when no other server relays its request. Any other client has to send the control token: in a field of its own, as the bearer
  /// token, or as the password of the proxy.
  package func mayNameWorld(_ request: HTTPRequest) -> Bool {
    if distance(of: request) == nil { return true }
    guard let token else { return false }
    let sent = [
      request.fields[Self.tokenField], request.fields["Authorization"].map(Self.bearerToken),
      request.proxyCredentials?.password,
    ]
    return sent.contains { $0.map { ConstantTime.equal($0, token) } ?? false }
  }

  /// Why the call may come from another machine: a sentence. Nil for the direct call of a program on this machine.
  private func distance(of request: HTTPRequest) -> String? {
    guard Self.isLoopback(peer: request.peer) else { return "The call comes from another machine." }
    if let field = RelayedField.name(in: request.fields) ?? request.tunnel.flatMap({ RelayedField.name(in: $0) }) {
      return "The call was relayed: it has the header field \(field)."
    }
    if let address = IPAddress(request.peer), trustedProxies.contains(where: { $0.contains(address) }) {
      return "The call comes from \(address), which is the address of a trusted proxy."
    }
    // nginx passes requests on as HTTP/1.0 and adds no field, unless its configuration says otherwise.
    guard request.minorVersion >= 1 else { return "The call came as HTTP/1.0, as proxies send it." }
    return nil
  }

  /// What is wrong with a call that a web page may have made. Nil when a program made it, or a page of this server.
  private func foreignness(of request: HTTPRequest, _ host: String) -> Problem? {
    guard isOwn(host) else { return .foreignHost(request.authority) }
    if let origin = request.fields["Origin"] {
      return isOwn(Self.host(ofOrigin: origin)) ? nil : .foreignOrigin(origin)
    }
    // A page can have a picture or a script loaded from here. The browser sends no Origin with that.
    if request.fields["Sec-Fetch-Site"].map({ ASCII.equalIgnoringCase($0, "cross-site") }) == true {
      return .foreignOrigin("another site")
    }
    return nil
  }

  /// The page that has a browser change something, unless it is one of this very server, as the console is. Whatever runs at another
  /// port of this machine, such as the app under test, can have a form or a script of its page send a POST, and the browser asks nobody.
  /// Nil for a program, which sends neither field, and for a call that changes nothing: the page cannot read its answer.
  private func otherPage(of request: HTTPRequest) -> String? {
    guard !["GET", "HEAD"].contains(request.method) else { return nil }
    if let origin = request.fields["Origin"] {
      let own = (request.isSecure ? "https://" : "http://") + request.authority
      return ASCII.equalIgnoringCase(origin, own) ? nil : origin
    }
    guard let site = request.fields["Sec-Fetch-Site"], !["same-origin", "none"].contains(ASCII.lowercased(site)) else {
      return nil
    }
    return "another port"
  }

  private func isOwn(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1" || host == "[::1]"
      || hostNames.contains(host)
  }

  /// A program on this machine calls from one of these. Other addresses of 127.0.0.0/8 are those of service meshes:
  /// Istio hands over what strangers sent from 127.0.0.6.
  private static func isLoopback(peer: String) -> Bool {
    peer == "127.0.0.1" || peer == "::1" || peer == "::ffff:127.0.0.1"
  }

  /// The host of `https://host:port`. Empty for `null` and for any other text that is not an origin.
  private static func host(ofOrigin origin: String) -> String {
    guard let scheme = origin.firstPlace(of: "://") else { return "" }
    return HTTPAuthority(origin[scheme.upperBound...])?.host ?? ""
  }

  private static func bearerToken(_ field: String) -> String {
    let words = field.split(separator: " ", maxSplits: 1)
    guard words.count == 2, ASCII.equalIgnoringCase(words[0], "Bearer") else { return "" }
    return ASCII.trimmed(words[1])
  }

  private static func isMicrosoft(_ host: String) -> Bool {
    microsoftDomains.contains { host == $0 || host.hasSuffix("." + $0) }
  }

  private static let microsoftDomains = [
    "microsoftonline.com", "microsoftonline.us", "microsoftonline.cn", "microsoftonline.de", "microsoft.com",
    "microsoft.us", "windows.net", "chinacloudapi.cn", "azure.com", "azure.net", "azure.us", "office.com",
    "office365.com", "live.com", "b2clogin.com", "ciamlogin.com", "msauth.net", "msftauth.net", "usgovcloudapi.net",
  ]
}
