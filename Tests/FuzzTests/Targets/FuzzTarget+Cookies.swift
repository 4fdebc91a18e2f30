import Bytes
import HTTPWire
import Policy
import Time

@testable import Authority

extension FuzzTarget {
  /// The cookies of one request: a handle is never more than the browser was given, and what comes after the first cookie of a
  /// name does not change it.
  static let cookies = FuzzTarget(
    name: "cookies", summary: "the Cookie fields of a request, one a line", maximumBytes: 512
  ) { bytes in
    let fields = FuzzInput.text(bytes).split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
      .map { ("Cookie", String($0)) }
    let cookies = read(fields)
    for handle in [cookies.sessionHandle, cookies.browserHandle].compactMap({ $0 }) {
      try require(!handle.isEmpty && !handle.utf8.contains(0x3B), "the handle '\(handle)'")
      try require(ASCII.trimmed(handle).hasSameBytes(as: handle), "blanks around '\(handle)'")
      try require(fields.contains { $0.1.firstPlace(of: handle) != nil }, "'\(handle)' was not sent")
    }
    // One field or several, one reading (RFC 9113 §8.2.3).
    let joined = read([("Cookie", fields.map(\.1).joined(separator: "; "))])
    try require(same(joined, cookies), "joined in one field, the cookies are others")
    let more = read(fields + [("Cookie", "ESTSAUTH=x; ESTSAUTHPERSISTENT=x; buid=x; staysignedin=yes")])
    if let handle = cookies.browserHandle {
      try require(
        more.browserHandle?.hasSameBytes(as: handle) ?? false, "a later cookie took the place of the browser's")
    }
    // What this server sets, it reads back.
    guard let handle = cookies.sessionHandle, handle.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return }
    let set = BrowserCookies.cookie(BrowserCookies.session, handle, at: Self.origin, expires: UnixTime(seconds: 0))
    let pair = set.split(separator: ";").first.map(String.init) ?? ""
    try require(read([("Cookie", pair)]).sessionHandle == handle, "'\(pair)' is read back as another handle")
  }

  private static let origin = Origin(
    login: "https://localhost", graph: "https://localhost", authority: "localhost", isSecure: true)

  private static func read(_ fields: [(String, String)]) -> BrowserCookies {
    BrowserCookies(HTTPRequest(fields: HTTPFields(fields)))
  }

  private static func same(_ left: BrowserCookies, _ right: BrowserCookies) -> Bool {
    left.sessionHandle == right.sessionHandle && left.browserHandle == right.browserHandle
      && left.staysSignedIn == right.staysSignedIn
  }
}
