import HTTPWire
import JSON
import Scenarios
import Worlds

/// Makes, shows and removes worlds. Each test can have a world of its own.
enum WorldsHandlers {
  /// The default world comes first.
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    let worlds = try registry(call)
    return .json([
      "worlds": .array(([worlds.main] + worlds.worlds).map { .object(description($0, call, worlds).summary) })
    ])
  }

  static func create(_ call: ControlCall) throws -> ControlAnswer {
    let worlds = try registry(call)
    let new = try NewWorld(call, in: worlds)
    return try make(new.recipe, named: new.name, replacing: false, call, worlds)
  }

  /// Makes the world of that name. It replaces a world that has the name already.
  static func replace(_ call: ControlCall) throws -> ControlAnswer {
    let worlds = try registry(call)
    let new = try NewWorld(call, in: worlds)
    if let name = new.name, name != call["world"] {
      throw Problem.badValue("name", found: "\"\(name)\"", expected: "'\(call["world"])', as in the path, or left out")
    }
    return try make(new.recipe, named: call["world"], replacing: true, call, worlds)
  }

  static func show(_ call: ControlCall) throws -> ControlAnswer {
    let worlds = try registry(call)
    return .json(description(try world(named: call["world"], in: worlds), call, worlds).wholeNow)
  }

  static func remove(_ call: ControlCall) throws -> ControlAnswer {
    guard call["world"] != WorldName.main else { throw Problem.defaultWorld }
    let worlds = try registry(call)
    guard try worlds.remove(call["world"]) else {
      // Throws the problem that says whether there was one.
      _ = try world(named: call["world"], in: worlds)
      return .nothing
    }
    return .nothing
  }

  /// The world of that name.
  /// - Throws: a problem that says whether there was such a world.
  static func world(named name: String, in worlds: WorldRegistry) throws(Problem) -> World {
    switch worlds.world(named: name) {
    case .world(let world): return world
    case .gone: throw .goneWorld(name)
    case .unknown: throw .unknownWorld(name, known: [WorldName.main] + worlds.worlds.map(\.name))
    }
  }

  private static func registry(_ call: ControlCall) throws(Problem) -> WorldRegistry {
    guard let worlds = call.configuration.worlds else {
      throw .notFound("list of worlds", "worlds", "This server has one world only.")
    }
    return worlds
  }

  private static func make(
    _ recipe: WorldRecipe, named name: String?, replacing: Bool, _ call: ControlCall, _ worlds: WorldRegistry
  ) throws -> ControlAnswer {
    do {
      let (world, hasReplaced) = try worlds.make(recipe, name: name, replacing: replacing)
      let value = description(world, call, worlds).whole
      return hasReplaced ? .json(value) : .created(value, location: "/_mockidp/v1/worlds/\(world.name)")
    } catch let refusal as WorldRegistry.Refusal {
      throw Problem(refusal)
    }
  }

  private static func description(_ world: World, _ call: ControlCall, _ worlds: WorldRegistry) -> WorldDescription {
    WorldDescription(
      world: world, origin: call.call.origin, worlds: worlds, addresses: call.configuration.addresses)
  }
}
