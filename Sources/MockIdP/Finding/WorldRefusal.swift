import Control

/// Why no world can be told from a request. Each is one plain sentence, since no client library reads it.
enum WorldRefusal: Sendable, Hashable {
  /// Several worlds have the thing, such as `tenant 'contoso.com'`, and the default one has it not.
  case shared(String, worlds: [String])
  /// The client names a world that never was.
  case unknownWorld(String, known: [String])
  /// The name of the world came over a relay or from another machine, without the control token.
  case namedFromElsewhere

  /// More names than these help nobody.
  private static let mostNames = 8

  var status: Int {
    switch self {
    case .shared: 400
    case .unknownWorld: 404
    case .namedFromElsewhere: 403
    }
  }

  var sentence: String {
    switch self {
    case .shared(let thing, let worlds):
      "The \(thing) is in several worlds: \(Self.list(worlds)). Say which one is meant, with the header field "
        + "'\(WorldFinder.field): \(worlds.first ?? "NAME")' or the host name \(worlds.first ?? "NAME").localhost."
    case .unknownWorld(let name, let known):
      "There is no world '\(name)', which the header field '\(WorldFinder.field)' or the user name of the proxy names. There are \(Self.list(["default"] + known))."
    case .namedFromElsewhere:
      "The header field '\(WorldFinder.field)' and the user name of the proxy count only from this machine without a proxy between, or with "
        + "the control token in '\(ControlAccess.tokenField)' or as the password of the proxy."
    }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(mostNames).joined(separator: ", ")
    return names.count > mostNames ? "\(shown) and \(names.count - mostNames) more" : shown
  }
}
