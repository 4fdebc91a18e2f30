package import Authority
import Worlds

extension LoginFeature {
  /// What gives programs tokens for where they run: managed identities of machines, and pipelines.
  package static var machines: LoginFeature {
    var feature = LoginFeature()
    feature.routes = [
      AuthorityRoute("/metadata/identity/oauth2/token", AuthorityRoute.read) { _ in InstanceMetadataEndpoint() },
      AuthorityRoute("/metadata/identity/{name}", nil) { _ in MissingMetadataEndpoint() },
      AuthorityRoute("/MSI/token", AuthorityRoute.read) { _ in AppServiceIdentityEndpoint() },
      AuthorityRoute("/MSI/auth", AuthorityRoute.read) { _ in MachineLearningIdentityEndpoint() },
      AuthorityRoute("/oauth2/token", ["POST"]) { _ in CloudShellIdentityEndpoint() },
      AuthorityRoute("/arc/metadata/identity/oauth2/token", AuthorityRoute.read) { _ in ArcIdentityEndpoint() },
      AuthorityRoute("/service-fabric/metadata/identity/oauth2/token", AuthorityRoute.read) { _ in
        ServiceFabricIdentityEndpoint()
      },
      AuthorityRoute("/metadata/instance", AuthorityRoute.read) { MachineMetadataEndpoint(path: $0) },
      AuthorityRoute("/metadata/instance/compute", AuthorityRoute.read) { _ in
        MachineMetadataEndpoint(path: ["compute"])
      },
      AuthorityRoute("/metadata/instance/compute/{name}", AuthorityRoute.read) {
        MachineMetadataEndpoint(path: ["compute"] + $0)
      },
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
