import JSON
import Policy
import Worlds

/// Shows the configuration of client libraries.
enum SnippetHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    .json([
      "snippets": .array(
        call.configuration.snippets.map { ["name": .string($0.name), "summary": .string($0.summary)] })
    ])
  }

  static func show(_ call: ControlCall) throws -> ControlAnswer {
    let known = call.configuration.snippets
    guard let snippet = known.first(where: { $0.name == call["snippet"] }) else {
      throw Problem.unknownWord("snippet", call["snippet"], known: known.map(\.name), status: 404)
    }
    let text = try snippet.text(call.world, base(call))
    return .json(["name": .string(snippet.name), "summary": .string(snippet.summary), "text": .string(text)])
  }

  /// The address by which an app finds the world: the one that its description names first.
  private static func base(_ call: ControlCall) -> String {
    guard let worlds = call.configuration.worlds else { return call.call.origin.login }
    let description = WorldDescription(
      world: call.world, origin: call.call.origin, worlds: worlds, addresses: call.configuration.addresses)
    return description.bases.first ?? call.call.origin.login
  }
}
