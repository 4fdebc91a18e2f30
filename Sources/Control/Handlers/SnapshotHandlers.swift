import Bytes
import Directory
import JSON
import Time
import Worlds

/// Saves, restores and removes snapshots of a world.
enum SnapshotHandlers {
  /// The oldest first.
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    return .json([
      "snapshots": .array(
        try call.world.snapshots.map { ["name": .string($0.name), "createdAt": .string($0.createdAt.iso8601)] })
    ])
  }

  /// Replaces the snapshot of that name: 200 then, 201 for a new one.
  static func save(_ call: ControlCall) throws -> ControlAnswer {
    let expected = "a name of letters, digits, '-', '_' and '.', such as signed-in"
    guard let name = call.body.text("name") else {
      throw Problem.missingMember("name", expected)
    }
    guard name.utf8.count <= 80,
      name.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || [0x2D, 0x2E, 0x5F].contains($0) })
    else { throw Problem.badValue("name", found: "\"\(name)\"", expected: expected) }
    let isReplaced: Bool
    do {
      isReplaced = try call.world.saveSnapshot(named: name)
    } catch let error as World.TooManySnapshots {
      throw Problem(
        409, "too-many-snapshots", "Too many snapshots", "The world has \(error.limit) snapshots already.",
        "DELETE those that are no longer needed.")
    }
    let value: JSONValue = ["name": .string(name), "createdAt": .string(call.world.now.iso8601)]
    if isReplaced { return .json(value) }
    return .created(value, location: "/_mockidp/v1/worlds/\(call.world.name)/snapshots/\(name)")
  }

  static func restore(_ call: ControlCall) throws -> ControlAnswer {
    guard try call.world.restoreSnapshot(named: call["snapshot"]) else { throw try unknown(call) }
    return .json(["name": .string(call["snapshot"]), "clock": ClockHandlers.json(call.world.clock)])
  }

  static func remove(_ call: ControlCall) throws -> ControlAnswer {
    guard try call.world.removeSnapshot(named: call["snapshot"]) else { throw try unknown(call) }
    return .nothing
  }

  private static func unknown(_ call: ControlCall) throws -> Problem {
    .unknownWord("snapshot", call["snapshot"], known: try call.world.snapshots.map(\.name), status: 404)
  }
}
