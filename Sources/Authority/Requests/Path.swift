import Bytes

/// The segments of a request path. Login paths are compared without regard to case, to a slash at the end, and to a
/// doubled slash within: MSAL for Python with its default authority asks for
/// `/common//v2.0/.well-known/openid-configuration`.
package struct Path {
  /// Percent-encoded, as they came.
  package let segments: [String]

  package init(_ path: String) {
    let bytes = path.utf8.span
    var segments: [String] = []
    bytes.forEachPiece(between: 0x2F) { piece in
      // The piece before the first slash is empty. The piece after it is the tenant's: when it is empty, the next one
      // must not take its place.
      if piece.lowerBound == 0 { return }
      if !piece.isEmpty || segments.isEmpty { segments.append(bytes.text(piece)) }
    }
    self.segments = segments
  }

  /// The values at the places in braces of a pattern such as `/{tenant}/oauth2/v2.0/token`, in order. Nil when the
  /// path does not fit the pattern.
  func match(_ pattern: Pattern) -> [String]? {
    let count = pattern.parts.count
    guard pattern.takesRest ? segments.count >= count : segments.count == count else { return nil }
    for index in 0..<count {
      switch pattern.parts[index] {
      case .literal(let text): guard ASCII.equalIgnoringCase(segments[index], text) else { return nil }
      case .value: guard !segments[index].isEmpty else { return nil }
      }
    }
    let values = (0..<count).compactMap { if case .value = pattern.parts[$0] { segments[$0] } else { nil } }
    return values + segments[count...]
  }

  /// A path with names in braces for its variable segments. The last one may end with dots, `{path...}`: it stands for all segments that
  /// follow, of which there is one at least, and each of them is a value.
  package struct Pattern: ExpressibleByStringLiteral, Sendable {
    enum Part: Sendable {
      case literal(String)
      case value
    }

    /// As it is written in the table of routes.
    let text: String
    let parts: [Part]
    let takesRest: Bool

    package init(stringLiteral pattern: String) {
      text = pattern
      takesRest = pattern.hasSuffix("...}")
      parts = pattern.split(separator: "/").map { $0.hasPrefix("{") ? .value : .literal(String($0)) }
    }
  }
}
