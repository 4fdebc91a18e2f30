import MockIdP

/// The paths in the home directory, which keeps what outlives a server.
struct HomeFiles: Sendable {
  let directory: String

  init(environment: [String: String]) { directory = HomeDirectory.resolve(environment: environment) }

  /// The certificate of the authority as PEM.
  var certificateAuthority: String { directory + "/ca.pem" }
  /// The directory with the certificates of seeded apps.
  var apps: String { directory + "/apps" }
  /// The directory with the files that other programs have to trust. They hold no secrets.
  var trust: String { directory + "/trust" }
}
