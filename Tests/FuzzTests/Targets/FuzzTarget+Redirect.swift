import Bytes
import Directory
import Policy

extension FuzzTarget {
  /// Redirect URIs: whoever is let through goes where the registration says, to the byte; the port of a loopback address is
  /// free.
  static let redirect = FuzzTarget(
    name: "redirect", summary: "a registered URI, the one that is presented, and the platform", maximumBytes: 512
  ) { bytes in
    let lines = FuzzInput.lines(bytes, 3)
    let (registered, presented) = (lines[0], lines[1])
    let platform = RedirectURIRegistration.Platform(rawValue: lines[2]) ?? .web
    let registration = RedirectURIRegistration(uri: registered, platform: platform)
    try checkParts(presented)
    _ = FetchableURL.admits(presented)
    if FetchableURL.haveSameOrigin(registered, presented) {
      try require(origin(registered) == origin(presented), "two origins are held to be one")
    }
    if RedirectURIRules.isWellFormed(registered), URIReference(registered)?.host != "[::1]" {
      try require(RedirectURIRules.matches(registered, registration), "a registration does not meet itself")
    }
    guard let match = RedirectURIRules.match(presented, among: [registration]) else { return }
    try require(match == registration, "the match is another registration")
    try require(RedirectURIRules.isWellFormed(presented), "what is not well formed matches")
    try require(
      !presented.utf8.contains { $0 <= 0x20 || $0 == 0x7F || $0 == 0x23 }, "a blank, control character or '#'")
    guard let left = origin(registered), let right = origin(presented) else {
      // Without "//" the whole is the path.
      try require(
        presented.firstPlace(of: "://") == nil || registered.firstPlace(of: "://") != nil, "a host from nowhere")
      return
    }
    try require(left.scheme == right.scheme && left.host == right.host, "\(registered) lets \(presented) through")
    let isLoopback = left.host == Array("localhost".utf8) || left.host == Array("127.0.0.1".utf8)
    try require(isLoopback || left.port == right.port, "another port of \(registered): \(presented)")
    if left.scheme != Array("msauth".utf8) {
      try require(rest(registered) == rest(presented), "another path or query of \(registered): \(presented)")
    }
  }

  /// The parts together are the text.
  private static func checkParts(_ text: String) throws(FuzzFinding) {
    guard let uri = URIReference(text) else { return }
    let host = uri.host.map { "//" + $0 + (uri.port.map { ":" + $0 } ?? "") } ?? ""
    let whole =
      uri.scheme + ":" + host + uri.path + (uri.query.map { "?" + $0 } ?? "") + (uri.fragment.map { "#" + $0 } ?? "")
    try require(ASCII.equalIgnoringCase(whole, text), "the parts of \(text) are those of \(whole)")
  }

  private struct Place: Equatable {
    var scheme: [UInt8]
    var host: [UInt8]
    var port: [UInt8]
  }

  /// Scheme, host and port by the letter of RFC 3986, Appendix B; nil without "//".
  private static func origin(_ text: String) -> Place? {
    guard let mark = text.firstPlace(of: "://") else { return nil }
    let scheme = Array(ASCII.lowercased(text[..<mark.lowerBound]).utf8)
    guard scheme.allSatisfy({ $0 != 0x2F && $0 != 0x3F && $0 != 0x23 && $0 != 0x3A }) else { return nil }
    let authority = Array(text.utf8[mark.upperBound...].prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 })
    var host = authority
    var port: [UInt8] = []
    if let colon = authority.lastIndex(of: 0x3A), !authority[colon...].contains(0x5D) {
      host = Array(authority[..<colon])
      port = Array(authority[(colon + 1)...])
    }
    if scheme == Array("https".utf8), port == Array("443".utf8) { port = [] }
    if scheme == Array("http".utf8), port == Array("80".utf8) { port = [] }
    return Place(scheme: scheme, host: host.map { ASCII.lowercased($0) }, port: port)
  }

  private static func rest(_ text: String) -> [UInt8] {
    guard let mark = text.firstPlace(of: "://") else { return Array(text.utf8) }
    let rest = Array(text.utf8[mark.upperBound...].drop { $0 != 0x2F && $0 != 0x3F })
    return rest.first == 0x2F ? rest : [0x2F] + rest
  }
}
