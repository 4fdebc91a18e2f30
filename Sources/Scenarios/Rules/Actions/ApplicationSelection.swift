import Directory

/// Which app an action means: the one named, else the exchange's own.
struct ApplicationSelection: Sendable, Hashable {
  /// An alias.
  var name: String?

  init(_ value: FileValue?, in directory: DirectoryState) throws(ScenarioError) {
    name = try value?.application(in: directory)
  }

  var summary: String { name.map { " \($0)" } ?? "" }

  func application(in world: World, for exchange: Exchange) throws -> Application {
    let directory = world.directory
    if let name { return try directory.existingApplication(name) }
    guard let application = exchange.client.flatMap({ directory.applications[Application.ID($0.id)] }) else {
      throw ActionError("this request has no app; name one")
    }
    return application
  }
}
