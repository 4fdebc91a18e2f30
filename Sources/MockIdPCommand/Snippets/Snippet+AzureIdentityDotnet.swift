extension Snippet {
  static let azureIdentityDotnet = Snippet(
    name: "azure-identity-dotnet", summary: "the Azure SDK for .NET, and the Graph SDK"
  ) { facts in
    """
    // Trust, on Linux: SSL_CERT_FILE=\(facts.bundle)
    var credential = new ClientSecretCredential(
        "\(facts.tenant)", "\(facts.daemon.clientID)", "\(facts.daemon.secretText)",
        new ClientSecretCredentialOptions
        {
            AuthorityHost = new Uri("\(facts.server.authority)"),
            // Else it asks login.microsoftonline.com, on this server's port, whether to trust this host.
            DisableInstanceDiscovery = true,
        });
    // The Graph SDK sends tokens only to the hosts in this list.
    var graph = new GraphServiceClient(
        new AzureIdentityAuthenticationProvider(
            credential, ["\(facts.hostName)"], null, true, "https://graph.microsoft.com/.default"),
        "\(facts.graph)");

    """
  }
}
