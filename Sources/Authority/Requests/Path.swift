import Bytes

/// A request path in segments, the way login paths are matched: without regard to case, to a slash at the end, or to a second
/// slash within. MSAL for Python asks for `/common//v2.0/.well-known/openid-configuration` when it is left its default authority.
struct Path {
  /// As they came, percent-encoded.
  let segments: [String]

  init(_ path: String) {
    let bytes = path.utf8.span
    var segments: [String] = []
    var start = (bytes.firstIndex(of: 0x2F) ?? bytes.count) + 1
    while start <= bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x2F { end += 1 }
      // The first is the tenant's place: nothing moves up into it.
      if end > start || segments.isEmpty { segments.append(bytes.text(start..<end)) }
      start = end + 1
    }
    self.segments = segments
  }

  /// Whether the path is that pattern: `/{tenant}/oauth2/v2.0/token`. Returns what stands at the places in braces, in order.
  func match(_ pattern: Pattern) -> [String]? {
    let count = pattern.parts.count
    guard segments.count == count else { return nil }
    for index in 0..<count {
      switch pattern.parts[index] {
      case .literal(let text): guard ASCII.equalIgnoringCase(segments[index], text) else { return nil }
      case .value: guard !segments[index].isEmpty else { return nil }
      }
    }
    return (0..<count).compactMap { if case .value = pattern.parts[$0] { segments[$0] } else { nil } }
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
