/// How a server is told to take part in a cluster.
package struct ClusterSettings: Sendable {
  /// The database of the cluster, as a connection string of libpq.
  package var conninfo: String
  /// The file with the key that opens what the servers share.
  package var keyFile: String
  /// The schema of the cluster's tables.
  package var schema: String
  /// Where the other servers reach this one: `https://host:port`. Nil: by the address that it listens on.
  package var advertisedURL: String?

  package init(conninfo: String, keyFile: String, schema: String, advertisedURL: String? = nil) {
    self.conninfo = conninfo
    self.keyFile = keyFile
    self.schema = schema
    self.advertisedURL = advertisedURL
  }

  /// What a program says that was built without clusters.
  package static let leftOut =
    "this is the static program, which has no libpq; --cluster needs the program mockidp-cluster of the same release"
}
