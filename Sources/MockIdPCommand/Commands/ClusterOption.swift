import MockIdP

/// The options that name a cluster.
struct ClusterOption: OptionGroup {
  @Given(
    .value(
      "--cluster", "URL",
      """
      Share the worlds with other servers through this PostgreSQL: postgresql://user@host/database. A password stands in PGPASSFILE or \
      PGPASSWORD, where no list of processes shows it.
      """))
  var url: String?
  @Given(
    .value("--cluster-key-file", "FILE", "The key that opens what the servers share (mockidp cluster init makes it)."))
  var keyFile: String?
  @Given(.value("--cluster-schema", "NAME", "The schema of the cluster's tables (default mockidp)."))
  var schema: String?

  /// Nil without `--cluster`.
  var settings: ClusterSettings? {
    guard let url, let keyFile else { return nil }
    return ClusterSettings(conninfo: url, keyFile: keyFile, schema: schema ?? "mockidp", advertisedURL: nil)
  }

  func check(_ arguments: Arguments) throws(UsageError) {
    if url == nil, keyFile != nil || schema != nil { throw Self.alone(arguments) }
    if url != nil, keyFile == nil {
      throw arguments.error("--cluster needs --cluster-key-file FILE, which mockidp cluster init writes")
    }
  }

  /// One of the options without the one that names the cluster.
  static func alone(_ arguments: Arguments) -> UsageError {
    arguments.error("--cluster-key-file, --cluster-schema and --advertise go with --cluster URL")
  }
}
