import MockIdP

/// Where a server keeps what outlives it.
struct HomeFiles: Sendable {
  let directory: String

  init(environment: [String: String]) { directory = HomeDirectory.resolve(environment: environment) }

  var certificateAuthority: String { directory + "/ca.pem" }
}
