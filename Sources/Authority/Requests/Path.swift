import Bytes

/// A request path in segments, the way login paths are matched: without regard to case, to a slash at the end, or to a second
/// slash within. MSAL for Python asks for `/common//v2.0/.well-known/openid-configuration` when it is left its default authority.
struct Path {
  /// As they came, percent-encoded.
  let segments: [String]

  init(_ path: String) {
    let bytes = path.utf8.span
    var segments: [String] = []
    bytes.forEachPiece(between: 0x2F) { piece in
      // Before the first slash is nothing; after it is the tenant's place, and nothing moves up into it.
      if piece.lowerBound == 0 { return }
      if !piece.isEmpty || segments.isEmpty { segments.append(bytes.text(piece)) }
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
