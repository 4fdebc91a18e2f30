import Crypto
import Directory
import JOSE
import Time
import Worlds

/// Makes the world that a server starts with, or loads the one that the data directory has.
enum WorldOpening {
  /// - Returns: the world, and the objects that its scenario starts from.
  /// - Throws: `StartError` when the data directory has a world of another scenario; `DatabaseError` when it is
  ///   damaged.
  static func open(
    _ options: ServerOptions, in database: Database, clock base: any WallClock, entropy: any Entropy, keys: KeyRing,
    documents: any DocumentSource
  ) throws -> (World, SeededDirectory) {
    let name = WorldName.main
    let scenario = options.scenario
    let clock = WorldClock(base: base)
    scenario.clock.apply(to: clock)
    let template = ScenarioTemplate(scenario, seededAt: clock.now)
    let seeds = template.seeds
    let store: Store
    var directory = seeds.state
    if !database.isFile {
      store = try database.makePassingWorld(named: name, scenario: scenario.name, at: base.now)
    } else if let known = try database.world(named: name), !options.startsOver {
      guard known.scenario == scenario.name else {
        throw StartError(
          "\(options.dataDirectory ?? "the data directory") holds a world of scenario '\(known.scenario)', not "
            + "'\(scenario.name)'; start with --scenario \(known.scenario), or with --reset to begin anew")
      }
      store = known.store
      do {
        directory = try store.loadDirectory()
      } catch {
        throw DatabaseError.damaged(path: database.path ?? "memory", "its objects cannot be read: \(error)")
      }
    } else {
      store = try database.makeWorld(
        named: name, scenario: scenario.name, at: base.now, holding: seeds.state, isAlone: options.startsOver)
    }
    let world = World(
      name: name, template: template, directory: directory, clock: clock, entropy: entropy, keys: keys, store: store,
      documents: documents)
    return (world, seeds)
  }
}
