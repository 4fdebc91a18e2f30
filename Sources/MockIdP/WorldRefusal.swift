import HTTPWire

/// Why no world can be told from a request. Each is one plain sentence, since no client library reads it.
enum WorldRefusal: Sendable, Hashable {
  /// Several worlds have the tenant, and the default one has it not.
  case sharedTenant(String, worlds: [String])
  /// The header field names a world that never was.
  case unknownWorld(String, known: [String])
  /// The header field came over a relay or from another machine, without the control token.
  case fieldFromElsewhere

  /// More names than these help nobody.
  private static let mostNames = 8

  var status: Int {
    switch self {
    case .sharedTenant: 400
    case .unknownWorld: 404
    case .fieldFromElsewhere: 403
    }
  }

  var sentence: String {
    switch self {
    case .sharedTenant(let tenant, let worlds):
      "The tenant '\(tenant)' is in several worlds: \(Self.list(worlds)). Say which one is meant, with the header field "
        + "'\(WorldFinder.field): \(worlds.first ?? "NAME")' or the host name \(worlds.first ?? "NAME").localhost."
    case .unknownWorld(let name, let known):
      "There is no world '\(name)', which the header field '\(WorldFinder.field)' names. There are \(Self.list(["default"] + known))."
    case .fieldFromElsewhere:
      "The header field '\(WorldFinder.field)' counts only from this machine without a proxy between, or with the control token in "
        + "'Mockidp-Control-Token'."
    }
  }

  var response: HTTPResponse { .plain(status, sentence) }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(mostNames).joined(separator: ", ")
    return names.count > mostNames ? "\(shown) and \(names.count - mostNames) more" : shown
  }
}
