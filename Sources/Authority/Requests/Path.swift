import Bytes

/// A request path in segments, the way login paths are matched: without regard to case, to a slash at the end, or to a second
/// slash within. MSAL for Python asks for `/common//v2.0/.well-known/openid-configuration` when it is left its default authority.
struct Path {
  /// As they came, percent-encoded.
  let segments: [String]

  init(_ path: String) {
    let all = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    // The first is the tenant's place: nothing moves up into it.
    segments = all.prefix(1).map(String.init) + all.dropFirst().filter { !$0.isEmpty }.map(String.init)
  }

  /// Whether the path is that pattern: `/{tenant}/oauth2/v2.0/token`. Returns what stands at the places in braces, in order.
  func match(_ pattern: Pattern) -> [String]? {
    let count = pattern.parts.count
    guard segments.count == count else { return nil }
    var values: [String] = []
    for index in 0..<count {
      let segment = segments[index]
      switch pattern.parts[index] {
      case .literal(let text): guard ASCII.equalIgnoringCase(segment, text) else { return nil }
      case .value:
        guard !segment.isEmpty else { return nil }
        values.append(segment)
      }
    }
    return values
  }

  struct Pattern: ExpressibleByStringLiteral, Sendable {
    enum Part: Sendable {
      case literal(String)
      case value
    }

    let parts: [Part]

    init(stringLiteral pattern: String) {
      parts = pattern.split(separator: "/").map { $0.hasPrefix("{") ? .value : .literal(String($0)) }
    }
  }
}
