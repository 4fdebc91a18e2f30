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
  /// - Returns: the database without its password, as messages name it, and whether the cluster was made. One that is there already stays as it
  ///   is, but that `role` gets its rights.
  /// - Throws: `ClusterError`; without a role for a database that has a cluster of that schema already, with one also for a key that is not
  ///   that cluster's.
  package static func found(
    _ conninfo: String, schema: String, key: ClusterKey, secrets: ClusterSecrets, role: String?, entropy: any Entropy
  ) throws(ClusterError) -> (place: String, isNew: Bool) {
    let id = "\(entropy.guid())"
    let sealed: [UInt8]
    do throws(CryptoError) { sealed = try key.seal(secrets.json.serialized, by: entropy) } catch {
      throw ClusterError("the cluster's keys cannot be sealed: \(error)")
    }
    let place = placeName(of: conninfo)
    let name = ClusterTables.quoted(schema)
    do throws(PostgreSQLError) {
      let connection = try PostgreSQLConnection(conninfo, name: "mockidp cluster init", timeout: .seconds(15))
      defer { connection.close() }
      try connection.transaction { () throws(PostgreSQLError) in
        try connection.execute(ClusterTables.creation(schema: name))
        _ = try connection.run(
          "INSERT INTO cluster (version, id, secrets) VALUES ($1, $2, $3)",
          .bigint(ClusterTables.version), .text(id), .bytea(sealed))
        if let role { try connection.execute(ClusterTables.rights(of: ClusterTables.quoted(role), schema: name)) }
      }
    } catch {
      if error.state == "42P06" {
        if let role {
          try admit(role, conninfo, schema: name, key: key, at: place)
          return (place, false)
        }
        throw ClusterError(
          "\(place) has a schema '\(schema)' already; its cluster stays as it is; name another one with --cluster-schema NAME, or a role that is to have the rights of a server with --role NAME"
        )
      }
      throw ClusterError(error, at: place)
    }
    return (place, true)
  }

  /// Gives a role the rights of a server in a cluster that is there. Whoever does so has its key.
  private static func admit(
    _ role: String, _ conninfo: String, schema name: String, key: ClusterKey, at place: String
  ) throws(ClusterError) {
    var isOpened = false
    do throws(PostgreSQLError) {
      let connection = try PostgreSQLConnection(conninfo, name: "mockidp cluster init", timeout: .seconds(15))
      defer { connection.close() }
      let sealed = try connection.run("SELECT secrets FROM \(name).cluster").first?.bytea(0)
      isOpened = sealed.flatMap { key.open($0) } != nil
      if isOpened { try connection.execute(ClusterTables.rights(of: ClusterTables.quoted(role), schema: name)) }
    } catch { throw ClusterError(error, at: place) }
    guard isOpened else { throw .wrongKey(at: place) }
  }
}
