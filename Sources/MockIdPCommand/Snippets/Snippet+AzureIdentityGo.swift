extension Snippet {
  static let azureIdentityGo = Snippet(name: "azure-identity-go", summary: "the Azure SDK for Go") { facts in
    """
    // Start with SSL_CERT_FILE=\(facts.bundle)
    options := &azidentity.ClientSecretCredentialOptions{
    \tClientOptions: azcore.ClientOptions{
    \t\tCloud: cloud.Configuration{ActiveDirectoryAuthorityHost: "\(facts.server.authority)"},
    \t},
    \t// Else it asks login.microsoftonline.com whether to trust this host.
    \tDisableInstanceDiscovery: true,
    }
    credential, err := azidentity.NewClientSecretCredential(
    \t"\(facts.tenant)", "\(facts.daemon.clientID)", "\(facts.daemon.secretText)", options)
    // Graph: \(facts.graph)/users

    """
  }
}
