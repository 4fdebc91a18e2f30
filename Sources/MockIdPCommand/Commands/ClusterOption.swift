import Crypto
import MockIdP

/// The options that name a cluster.
enum ClusterOption {
  static let cluster = Option.value(
    "--cluster", "URL",
    """
    Share the worlds with other servers through this PostgreSQL: postgresql://user@host/database. A password stands in PGPASSFILE or \
    PGPASSWORD, where no list of processes shows it.
    """
  )
  static let keyFile = Option.value(
    "--cluster-key-file", "FILE", "The key that opens what the servers share (mockidp cluster init makes it).")
  static let schema = Option.value("--cluster-schema", "NAME", "The schema of the cluster's tables (default mockidp).")
  static let advertise = Option.value(
    "--advertise", "URL", "Where the other servers reach this one: https://10.1.2.3:8443.")

  /// Nil without `--cluster`.
  static func settings(_ arguments: Arguments) throws(UsageError) -> ClusterSettings? {
    let hasOther = [keyFile, schema, advertise].contains { arguments.value($0) != nil }
    guard let conninfo = arguments.value(cluster) else {
      if hasOther {
        throw arguments.error("--cluster-key-file, --cluster-schema and --advertise go with --cluster URL")
      }
      return nil
    }
    guard let file = arguments.value(keyFile) else {
      throw arguments.error("--cluster needs --cluster-key-file FILE, which mockidp cluster init writes")
    }
    return ClusterSettings(
      conninfo: conninfo, keyFile: file, schema: arguments.value(schema) ?? "mockidp",
      advertisedURL: arguments.value(advertise))
  }
}
