import Bytes
import JSON
import Scenarios
import Worlds

/// Compares two worlds by the scenario files that recreate them, so that ids and passwords do not count.
enum DifferenceHandlers {
  static func compare(_ call: ControlCall) throws -> ControlAnswer {
    guard let name = call.query.nonEmpty("with") else {
      throw Problem.missingParameter("with", "the name of the other world")
    }
    guard let worlds = call.configuration.worlds else {
      throw Problem.notFound("list of worlds", "worlds", "This server has one world only.")
    }
    let other = try WorldsHandlers.world(named: name, in: worlds)
    let rows = JSONDifference.rows(between: try scenario(of: call.world), and: try scenario(of: other))
    return .json([
      "world": .string(call.world.name), "with": .string(other.name),
      "differences": .array(
        rows.map { row in
          var members: JSONObject = ["path": .string(row.path)]
          if let here = row.here { members.append("here", here) }
          if let there = row.there { members.append("there", there) }
          return .object(members)
        }),
    ])
  }

  private static func scenario(of world: World) throws(Problem) -> JSONObject {
    do throws(ScenarioError) {
      return try WorldExport.scenario(of: world)
    } catch { throw ExportHandlers.impossible(error) }
  }
}
