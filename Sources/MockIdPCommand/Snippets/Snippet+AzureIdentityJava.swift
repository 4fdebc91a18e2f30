extension Snippet {
  static let azureIdentityJava = Snippet(name: "azure-identity-java", summary: "the Azure SDK for Java") { facts in
    """
    // Start with JAVA_TOOL_OPTIONS="-Djavax.net.ssl.trustStore=\(facts.trustStore) -Djavax.net.ssl.trustStorePassword=changeit"
    ClientSecretCredential credential = new ClientSecretCredentialBuilder()
        .tenantId("\(facts.tenant)")
        .clientId("\(facts.daemon.clientID)")
        .clientSecret("\(facts.daemon.secretText)")
        .authorityHost("\(facts.server.authority)")
        // Else it asks login.microsoftonline.com whether to trust this host.
        .disableInstanceDiscovery()
        .build();
    // Graph: \(facts.graph)/users

    """
  }
}
