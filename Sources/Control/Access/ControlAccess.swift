import Bytes
import Crypto
package import HTTPWire

/// Decides who may call the control API. It is open to programs on this machine that call the server by one of its own
/// names, since they could stop the server as well. All other callers need the control token.
///
/// The name keeps web pages out. A page can point a name of its own at 127.0.0.1 (DNS rebinding). Its requests then
/// come from this machine too, but under the page's name.
package struct ControlAccess: Sendable {
  /// The field in which a client that is not on this machine sends the control token beside what its own request needs in `Authorization`.
  package static let tokenField = "Mockidp-Control-Token"

  private let token: String?
  private let hostNames: Set<String>

  package init(_ configuration: ControlConfiguration) {
    token = configuration.token.flatMap { $0.isEmpty ? nil : $0 }
    hostNames = Set(configuration.hostNames.map { ASCII.lowercased($0) })
  }

  /// Lets the call through or throws the reason why not. A route for everybody needs neither an own name nor the token,
  /// but even such a route is not served under a name of Microsoft's.
  func check(_ request: HTTPRequest, isForEverybody: Bool) throws(Problem) {
    let host = HTTPAuthority(request.authority)?.host ?? ""
    // A client that calls the real service by its name must never reach the mock's own API.
    guard !Self.isMicrosoft(host) else { throw .notHere(host) }
    if isForEverybody { return }
    guard let problem = problem(of: request, host) else { return }
    guard let token, let sent = request.fields["Authorization"] else { throw problem }
    guard ConstantTime.equal(Self.bearerToken(sent), token) else { throw .wrongToken }
  }

  /// Whether the client of any request may choose its world by a header field: it is on this machine and no relay stands between, or it
  /// sends the control token.
  package func mayNameWorld(_ request: HTTPRequest) -> Bool {
    if Self.isLoopback(peer: request.peer), !Self.isRelayed(request) { return true }
    guard let token else { return false }
    let sent = request.fields[Self.tokenField] ?? request.fields["Authorization"].map(Self.bearerToken) ?? ""
    return ConstantTime.equal(sent, token)
  }

  private static func isRelayed(_ request: HTTPRequest) -> Bool {
    request.fields["Forwarded"] != nil || request.fields["X-Forwarded-For"] != nil
  }

  /// What is wrong with a call without a token. Nil when the call needs none.
  private func problem(of request: HTTPRequest, _ host: String) -> Problem? {
    guard Self.isLoopback(peer: request.peer), !Self.isRelayed(request) else {
      return token == nil ? .closed : .tokenMissing
    }
    guard isOwn(host) else { return .foreignHost(request.authority) }
    if let origin = request.fields["Origin"], !isOwn(Self.host(ofOrigin: origin)) { return .foreignOrigin(origin) }
    return nil
  }

  private func isOwn(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1" || host == "[::1]"
      || hostNames.contains(host)
  }

  private static func isLoopback(peer: String) -> Bool {
    peer == "::1" || peer.hasPrefix("127.") || peer.hasPrefix("::ffff:127.")
  }

  /// The host of `https://host:port`. Empty for `null` and for any other text that is no origin.
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
