import Scenarios
import Worlds

/// Finds the scenario that the user names.
enum ScenarioSource {
  static let defaultName = "happy-path"

  /// `--app`: an app of one's own in the place of a seeded one.
  static let app = Option.value(
    "--app", "SEEDED=NAME", isRepeatable: true,
    "Lay the scenario on an app of your own: NAME takes the place of the seeded app (mobile=my-app).")

  /// The scenario of the library with that name, or the file with that path.
  static func scenario(_ nameOrPath: String, standIns: [StandIn] = []) throws -> Scenario {
    try ScenarioLibrary.load(nameOrPath, standIns: standIns) { try TextFile.bytes($0) }
  }

  /// What `--app` says.
  static func standIns(_ option: Option, _ arguments: Arguments) throws(UsageError) -> [StandIn] {
    var apps: [StandIn] = []
    for text in arguments.values(option) {
      guard let app = StandIn(text: text) else {
        throw arguments.error(
          "--app takes a seeded app and the one in its place, such as mobile=my-app, not \"\(text)\"")
      }
      apps.append(app)
    }
    return apps
  }
}
