import Bytes

/// The path of a control call in decoded segments. Empty segments do not count, such as that after a slash at the end.
struct ControlPath: Sendable {
  private let segments: [String]

  init(_ path: String) { segments = path.split(separator: "/").map { Percent.decode($0) ?? String($0) } }

  private init(segments: [String]) { self.segments = segments }

  /// The path without `/worlds/{world}`, and the name of the world. Every route of a world can be called as
  /// `/_mockidp/v1/worlds/t1/clock`.
  var inWorld: (world: String?, path: ControlPath) {
    guard segments.count > 4, segments.starts(with: ["_mockidp", "v1", "worlds"]), segments[4] != "worlds" else {
      return (nil, self)
    }
    return (segments[3], ControlPath(segments: Array(segments.prefix(2)) + segments.dropFirst(4)))
  }

  /// The name behind `/_mockidp/v1/worlds`; empty when nothing stands there. Nil for other paths.
  var worldName: String? {
    segments.starts(with: ["_mockidp", "v1", "worlds"]) ? segments.count > 3 ? segments[3] : "" : nil
  }

  /// The segments in the place of the braces of `/_mockidp/v1/users/{user}`, by the names in the braces. Nil when the
  /// path does not fit.
  func values(for pattern: String) -> [String: String]? {
    let parts = pattern.split(separator: "/")
    guard parts.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (part, segment) in zip(parts, segments) {
      if part.hasPrefix("{") {
        values[String(part.dropFirst().dropLast())] = segment
      } else if part != segment {
        return nil
      }
    }
    return values
  }

  /// The path that the caller may have meant, with the names that the caller's path has.
  func nearest(among routes: [ControlRoute]) -> String? {
    let candidates = routes.map { route in
      let parts = route.pattern.split(separator: "/")
      guard parts.count == segments.count else { return route.pattern }
      return zip(parts, segments).map { "/" + ($0.hasPrefix("{") ? $1 : String($0)) }.joined()
    }
    return Suggestion.nearest(to: segments.map { "/" + $0 }.joined(), among: candidates)
  }
}
