import Challenges

/// A service of Azure as its clients see it before they have a token: whose tokens it takes, and what it says to others.
package struct GuardedService: Sendable {
  /// The name on the command line: `key-vault`.
  package let name: String
  /// The resource that a token has to be for. `{host}` stands for the host that the client called.
  package let resource: String
  /// Further audiences; `{host}` likewise.
  var audiences: [String] = []
  /// Whether a slash at the end makes another audience.
  var isExact = false
  /// What the service answers in the place of what was asked for.
  let refusal: @Sendable (ServiceFault, ServiceFacts) -> ServiceRefusal
  var scheme = Scheme.bearer
  /// How `Authorization` begins when it has the proof by a key that the service takes beside tokens. Empty for a service that has no keys.
  var keyProofs: [String] = []
  /// Whether a signature in the address (`sig`) is a proof too.
  var takesSignedAddresses = false

  /// The first `x-ms-version` that takes tokens; nil for a service whose requests name no version.
  var firstVersionOfTokens: String?

  /// How a client shows its token.
  enum Scheme: Sendable, Hashable {
    case bearer
    /// `type=aad&ver=1.0&sig=TOKEN`, percent-encoded, as the clients of Cosmos DB do.
    case cosmos
    /// A token of the registry's own, which it gives for one of Entra.
    case registry
  }

  /// Whether the service signs tokens of its own, and needs a key for them.
  package var signsTokens: Bool { scheme == .registry }

  /// Every service that the guard knows.
  package static let all: [GuardedService] = [
    GuardedService(
      name: "key-vault", resource: KeyVaultRefusal.audience, audiences: [KeyVaultRefusal.applicationID],
      refusal: KeyVaultRefusal.make),
    GuardedService(
      name: "managed-hsm", resource: KeyVaultRefusal.moduleAudience, refusal: KeyVaultRefusal.makeOfModule),
    GuardedService(
      name: "storage", resource: StorageRefusal.audience,
      audiences: ["e406a681-f3d4-42a8-90b6-c2b029497af1", "https://{host}"], refusal: StorageRefusal.make,
      keyProofs: ["SharedKey ", "SharedKeyLite "], takesSignedAddresses: true, firstVersionOfTokens: "2017-11-09"),
    GuardedService(
      name: "resource-manager", resource: "https://management.azure.com",
      audiences: ResourceManagerRefusal.audiences, refusal: ResourceManagerRefusal.make),
    GuardedService(
      name: "app-configuration", resource: "https://azconfig.io",
      audiences: AppConfigurationRefusal.audiences + ["https://{host}"], refusal: AppConfigurationRefusal.make,
      keyProofs: ["HMAC-SHA256 "]),
    GuardedService(
      name: "cosmos", resource: "https://cosmos.azure.com", audiences: CosmosRefusal.audiences + ["https://{host}"],
      isExact: true, refusal: CosmosRefusal.make, scheme: .cosmos, keyProofs: ["type=master&", "type=resource&"]),
    GuardedService(
      name: "container-registry", resource: ContainerRegistryRefusal.audience,
      audiences: ResourceManagerRefusal.audiences, refusal: ContainerRegistryRefusal.make, scheme: .registry,
      keyProofs: ["Basic "]),
    // A password in the place of the user's is an access token of Azure DevOps' own.
    GuardedService(
      name: "azure-devops", resource: AzureDevOpsRefusal.audience, refusal: AzureDevOpsRefusal.make,
      keyProofs: ["Basic "]),
    GuardedService(name: "dataverse", resource: "https://{host}", refusal: DataverseRefusal.make),
  ]

  /// The service of that name; nil when there is none.
  package static func named(_ name: String) -> GuardedService? { all.first { $0.name == name } }
}
