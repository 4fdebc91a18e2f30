package import HTTPServer

/// How a server takes part in a cluster.
package struct ClusterOptions: Sendable {
  /// The database of the cluster, as a connection string of libpq.
  package var conninfo: String
  /// The schema of the cluster's tables.
  package var schema: String
  /// Opens what is sealed.
  package var key: ClusterKey
  /// Where the other servers reach this one: `https://host:port`.
  package var url: String
  /// The version of this program.
  package var program: String
  /// The newest version of the rows' schema that this server reads and writes.
  package var schemaVersion: Int64
  /// Asks another server whether it has lost PostgreSQL, too. False also when it does not answer. It may wait for some tenths of a second.
  package var isAway: @Sendable (RelayPeer) -> Bool = { _ in false }
  /// What this server does wrong, so that a checker can be shown to find it.
  package var fault = ClusterFault.none

  package init(conninfo: String, schema: String, key: ClusterKey, url: String, program: String, schemaVersion: Int64) {
    self.conninfo = conninfo
    self.schema = schema
    self.key = key
    self.url = url
    self.program = program
    self.schemaVersion = schemaVersion
  }
}
