/// Where a program seems to run, as far as the Azure SDKs can tell by its environment. Each is one link of the chain of
/// `DefaultAzureCredential`, or one of the places of its managed identity.
enum HostingPlace: String, Sendable, CaseIterable {
  /// A virtual machine, and all that looks like one.
  case managedIdentity = "managed-identity"
  case appService = "app-service"
  case containerApps = "container-apps"
  case machineLearning = "machine-learning"
  case serviceFabric = "service-fabric"
  case azureArc = "azure-arc"
  case cloudShell = "cloud-shell"
  /// A pod of Kubernetes with a federated credential.
  case workloadIdentity = "workload-identity"
  /// A job of GitHub Actions, which asks for its token.
  case gitHubActions = "github-actions"
  /// A job of GitLab with `id_tokens`.
  case gitLab = "gitlab"
  /// A task of Azure Pipelines with a service connection.
  case azurePipelines = "azure-pipelines"
  /// An app with a secret.
  case servicePrincipal = "service-principal"
  /// A developer's machine where `az login` was done.
  case azureCLI = "azure-cli"
  /// A developer's machine where `azd auth login` was done.
  case azureDeveloperCLI = "azure-developer-cli"

  /// Every variable by which a library tells where it runs, and as whom. A place sets some and must not have the others: an empty value
  /// counts as a value for MSAL Node and for Rust.
  static let tellingNames = [
    "AZURE_CLIENT_ID", "AZURE_CLIENT_SECRET", "AZURE_CLIENT_CERTIFICATE_PATH", "AZURE_CLIENT_CERTIFICATE_PASSWORD",
    "AZURE_USERNAME", "AZURE_PASSWORD", "AZURE_TENANT_ID", "AZURE_FEDERATED_TOKEN_FILE",
    "AZURE_POD_IDENTITY_AUTHORITY_HOST", "MSAL_MANAGED_IDENTITY_ENDPOINT", "IDENTITY_ENDPOINT", "IDENTITY_HEADER",
    "IDENTITY_SERVER_THUMBPRINT", "IDENTITY_API_VERSION", "IMDS_ENDPOINT", "MSI_ENDPOINT", "MSI_SECRET",
    "DEFAULT_IDENTITY_CLIENT_ID", "AZUREPS_HOST_ENVIRONMENT", "AZURE_KUBERNETES_TOKEN_PROXY",
    "AZURE_KUBERNETES_SNI_NAME", "AZURE_KUBERNETES_CA_FILE", "AZURE_KUBERNETES_CA_DATA",
    "ACTIONS_ID_TOKEN_REQUEST_URL", "ACTIONS_ID_TOKEN_REQUEST_TOKEN", "SYSTEM_OIDCREQUESTURI",
    "AZURESUBSCRIPTION_CLIENT_ID", "AZURESUBSCRIPTION_TENANT_ID", "AZURESUBSCRIPTION_SERVICE_CONNECTION_ID",
  ]

  /// What `--identity` names at this place.
  enum Identity: Sendable {
    case managedIdentity
    case app
    case user
  }

  var identity: Identity {
    switch self {
    case .managedIdentity, .appService, .containerApps, .machineLearning, .serviceFabric, .azureArc: .managedIdentity
    case .workloadIdentity, .servicePrincipal, .gitHubActions, .gitLab, .azurePipelines: .app
    case .cloudShell, .azureCLI, .azureDeveloperCLI: .user
    }
  }
}
