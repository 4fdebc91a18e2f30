import Directory
import PostgreSQL
package import Time
import Worlds

extension Cluster {
  /// The default world as the cluster has it. The first server of a cluster enters the one that it is started with.
  /// - Returns: the recipe that all servers make it by.
  /// - Throws: `ClusterError` when the cluster's default world is of another scenario.
  package func defaultWorld(scenario: String, recipe: String, madeAt: UnixTime) throws(ClusterError) -> String {
    let number = WorldNumber.number(of: WorldName.main)
    let row: PostgreSQLRow?
    do throws(PostgreSQLError) {
      row = try shared.with { connection throws(PostgreSQLError) in
        _ = try connection.run(
          """
          INSERT INTO world (id, name, scenario, made, recipe, schema_version) VALUES ($1, $2, $3, $4, $5, $6)
          ON CONFLICT DO NOTHING
          """, .bigint(number), .text(WorldName.main), .text(scenario), .bigint(madeAt.ticks), .text(recipe),
          .bigint(options.schemaVersion))
        return try connection.run("SELECT scenario, recipe FROM world WHERE id = $1", .bigint(number)).first
      }
    } catch { throw ClusterError(error, at: shared.place) }
    guard let row else { throw ClusterError("\(shared.place) has lost its default world") }
    guard row.text(0) == scenario else { throw .otherScenario(row.text(0), scenario) }
    return row.text(1)
  }

  /// The error for a server that was started with another text of the cluster's scenario.
  package func otherText(of name: String) -> any Error { ClusterError.otherText(name) }

  /// The number of the default world in the database.
  package static var defaultWorldNumber: Int64 { WorldNumber.number(of: WorldName.main) }
}
