import Crypto
import Directory
import JOSE
import Scenarios
import Time

/// Makes the world a server starts with, or takes up the one that was kept.
enum WorldOpening {
  static func open(
    _ options: ServerOptions, in database: Database, clock base: any WallClock, entropy: any Entropy, keys: KeyRing,
    documents: any DocumentSource
  ) throws -> (World, SeededDirectory) {
    let name = WorldName.main
    let scenario = options.scenario
    let clock = WorldClock(base: base)
    scenario.clock.apply(to: clock)
    let seeds = scenario.seededDirectory(at: clock.now)
    if options.startsOver {
      for world in try database.worlds() { try database.removeWorld(named: world.name) }
    }
    let store: Store
    var directory = seeds.state
    if let known = try database.world(named: name), !options.startsOver {
      guard known.scenario == scenario.name else {
        throw StartError(
          "\(options.dataDirectory ?? "the data directory") holds a world of scenario '\(known.scenario)', not "
            + "'\(scenario.name)'; start with --scenario \(known.scenario), or with --reset to begin anew")
      }
      store = known.store
      directory = try store.loadDirectory()
    } else {
      store = try database.makeWorld(named: name, scenario: scenario.name, at: base.now)
      try store.save(seeds.state)
    }
    let world = World(
      name: name, scenario: scenario, directory: directory, clock: clock, entropy: entropy, keys: keys, store: store,
      documents: documents)
    return (world, seeds)
  }

  static func openDatabase(_ options: ServerOptions) throws -> Database {
    guard let directory = options.dataDirectory else { return try Database() }
    try Files.makeDirectory(directory)
    return try Database(file: directory + "/mockidp.sqlite")
  }
}
