package import Authority
import Worlds

extension LoginFeature {
  /// What gives programs tokens for where they run: managed identities of machines, and pipelines.
  package static var machines: LoginFeature {
    var feature = LoginFeature()
    // The places answer other methods by themselves: nothing there is the login service's.
    feature.routes = [
      AuthorityRoute("/metadata/identity/oauth2/token", nil) { _ in InstanceMetadataEndpoint() },
      AuthorityRoute("/metadata", nil) { _ in MachineMetadataEndpoint(path: []) },
      AuthorityRoute("/metadata/{path...}", nil) { MachineMetadataEndpoint(path: $0) },
      AuthorityRoute("/MSI/token", nil) { _ in AppServiceIdentityEndpoint() },
      AuthorityRoute("/MSI/auth", nil) { _ in MachineLearningIdentityEndpoint() },
      AuthorityRoute("/oauth2/token", nil) { _ in CloudShellIdentityEndpoint() },
      AuthorityRoute("/arc/metadata/identity/oauth2/token", nil) { _ in ArcIdentityEndpoint() },
      AuthorityRoute("/service-fabric/metadata/identity/oauth2/token", nil) { _ in ServiceFabricIdentityEndpoint() },
      AuthorityRoute("/issuers/{name}/.well-known/openid-configuration", AuthorityRoute.read) {
        MetadataEndpoint(WorkloadIssuerEndpoint(issuer: $0[0], document: .configuration))
      },
      AuthorityRoute("/issuers/{name}/openid/v1/jwks", AuthorityRoute.read) {
        MetadataEndpoint(WorkloadIssuerEndpoint(issuer: $0[0], document: .keys))
      },
      AuthorityRoute("/pipelines/github/token", AuthorityRoute.read) { _ in GitHubTokenEndpoint() },
      AuthorityRoute("/pipelines/azure-devops/{organization}/{project}/token", ["POST"]) {
        AzurePipelinesTokenEndpoint(organization: $0[0], project: $0[1])
      },
    ]
    return feature
  }
}
