import MockIdP

/// Where a server keeps what outlives it.
struct HomeFiles: Sendable {
  let directory: String

  init(environment: [String: String]) { directory = HomeDirectory.resolve(environment: environment) }

  var certificateAuthority: String { directory + "/ca.pem" }
  /// What runtimes are told to trust; nothing in it is secret.
  var trust: String { directory + "/trust" }
}
