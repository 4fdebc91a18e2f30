import Bytes
import Directory
import JSON
import Time
import Worlds
import YAML

/// A recipe as the store keeps it: what the server needs to make the world again after a restart.
struct KeptRecipe: Sendable {
  let salt: GUID
  let seed: UInt64?
  let idleTimeout: Duration?
  let seededAt: UnixTime
  let ids: WorldIDs
  let clientIDs: WorldClientIDs
  /// The scenario in one line of YAML. Nil when the database is in memory, or when the scenario was put together in
  /// code.
  let source: String?

  init(_ recipe: WorldRecipe, salt: GUID, keepsSource: Bool) {
    self.salt = salt
    seed = recipe.seed
    idleTimeout = recipe.idleTimeout
    seededAt = recipe.template.seededAt
    ids = recipe.ids ?? recipe.template.scenario.ids
    clientIDs = recipe.clientIDs
    source = keepsSource ? recipe.template.scenario.source?.flowText : nil
  }

  /// The text in the column of the recipe is not a recipe.
  struct Unreadable: Error, CustomStringConvertible {
    var description: String { "its recipe cannot be read" }
  }

  /// Reads what `text` has written. Nil for any other text.
  init?(_ text: String) {
    guard let value = try? JSONValue.parse(text), let salt = value["salt"]?.string.flatMap({ GUID($0) }),
      let seededAt = value["seededAt"]?.integer
    else { return nil }
    self.salt = salt
    self.seededAt = UnixTime(ticks: seededAt)
    seed = value["seed"]?.string.flatMap { UInt64($0) }
    // A world that was made by an earlier version has ids of its own.
    ids = value["ids"]?.string.flatMap(WorldIDs.init(rawValue:)) ?? .own
    clientIDs = value["clientIds"]?.string.flatMap(WorldClientIDs.init(rawValue:)) ?? .asWritten
    idleTimeout = value["idleTimeout"]?.integer.map { Duration(ticks: $0) }
    source = value["source"]?.string
  }

  var text: String {
    var members: JSONObject = ["salt": "\(salt)", "seededAt": .integer(seededAt.ticks)]
    members.append("seed", seed.map { "\($0)" })
    if let idleTimeout { members.append("idleTimeout", .integer(idleTimeout.ticks)) }
    if ids != .own { members.append("ids", ids.rawValue) }
    if clientIDs != .asWritten { members.append("clientIds", clientIDs.rawValue) }
    members.append("source", source)
    return JSONValue.object(members).text
  }

  /// What makes the directory of the world with that label its own. Nil: the world has all ids of its scenario.
  func identity(label: String) -> WorldIdentity? {
    guard ids == .own || clientIDs == .perWorld else { return nil }
    return WorldIdentity(label: label, salt: salt, ownsDirectory: ids == .own, ownsClients: clientIDs == .perWorld)
  }

  /// The scenario that the world was made from. `name` is the scenario's name in the store. A recipe without a source
  /// means `main`, or an empty scenario when `main` has another name.
  func scenario(named name: String, main: Scenario) throws -> Scenario {
    if let source { return try ScenarioDecoder.scenario(from: Array(source.utf8), file: name) }
    return main.name == name ? main : Scenario(name: name, summary: "")
  }
}
