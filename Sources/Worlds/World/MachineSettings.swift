package import Directory
package import Policy

/// The machine or service whose managed identities a world plays (`machine` of a scenario).
package struct MachineSettings: Sendable, Hashable {
  /// The identities that are assigned, by their short names. Nil: all that the directory has.
  package var identities: [String]?
  /// Where the machine stands, as libraries ask for the region of the token endpoint.
  package var region = "westeurope"
  /// The name of the machine.
  package var name = "mockidp"
  /// Whether the instance metadata service refuses requests without `Metadata: true`. .NET's `DefaultAzureCredential` sends
  /// its first request without it, and takes a refusal for an answer at 169.254.169.254 alone.
  package var needsMetadataHeader = true
  /// The short name of the user who is signed in to Cloud Shell. Nil: the first user of the main tenant.
  package var user: String?

  package init() {}

  /// The identities of the directory that are assigned.
  package func assigned(in directory: DirectoryState) -> [MachineIdentity] {
    let all = MachineIdentity.all(in: directory)
    guard let identities else { return all }
    // An app that takes the place of a seeded one is found by the seeded one's name.
    let chosen = identities.compactMap { directory.application(named: $0)?.id }
    return all.filter { chosen.contains($0.application.id) }
  }
}
