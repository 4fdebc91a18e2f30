import Crypto
import JSON
import PostgreSQL
package import Time

/// Makes the tables of a cluster, and what its servers share.
package enum ClusterFounding {
  /// - Parameters:
  ///   - conninfo: the database of the cluster.
  ///   - schema: the schema to make the tables in.
  ///   - key: seals what the servers share.
  ///   - secrets: what the servers share.
  ///   - role: a role that gets the rights that a server needs. Nil: the role that makes the tables is the servers' too.
  ///   - entropy: makes the cluster's id, and what sealing needs.
  /// - Returns: the database without its password, as messages name it.
  /// - Throws: `ClusterError`; a database that has a cluster of that schema already stays as it is.
  package static func found(
    _ conninfo: String, schema: String, key: ClusterKey, secrets: ClusterSecrets, role: String?, entropy: any Entropy
  ) throws(ClusterError) -> String {
    let id = "\(entropy.guid())"
    let sealed: [UInt8]
    do throws(CryptoError) { sealed = try key.seal(secrets.json.serialized, by: entropy) } catch {
      throw ClusterError("the cluster's keys cannot be sealed: \(error)")
    }
    let place = placeName(of: conninfo)
    do throws(PostgreSQLError) {
      let connection = try PostgreSQLConnection(conninfo, name: "mockidp cluster init", timeout: .seconds(15))
      defer { connection.close() }
      let name = ClusterTables.quoted(schema)
      try connection.transaction { () throws(PostgreSQLError) in
        try connection.execute(ClusterTables.creation(schema: name))
        _ = try connection.run(
          "INSERT INTO cluster (version, id, secrets) VALUES ($1, $2, $3)",
          .bigint(ClusterTables.version), .text(id), .bytea(sealed))
        if let role { try connection.execute(ClusterTables.rights(of: ClusterTables.quoted(role), schema: name)) }
      }
    } catch {
      if error.state == "42P06" {
        throw ClusterError(
          "\(place) has a schema '\(schema)' already; its cluster stays as it is; name another one with --cluster-schema NAME"
        )
      }
      throw ClusterError(error, at: place)
    }
    return place
  }
}
