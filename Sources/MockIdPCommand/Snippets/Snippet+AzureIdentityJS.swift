extension Snippet {
  static let azureIdentityJS = Snippet(name: "azure-identity-js", summary: "the Azure SDK for JavaScript") { facts in
    """
    // Start with NODE_EXTRA_CA_CERTS=\(facts.certificateAuthority)
    import { ClientSecretCredential } from "@azure/identity";

    const credential = new ClientSecretCredential(
      "\(facts.tenant)",
      "\(facts.daemon.clientID)",
      "\(facts.daemon.secretText)",
      {
        authorityHost: "\(facts.server.authority)",
        // Else it asks login.microsoftonline.com whether to trust this host.
        disableInstanceDiscovery: true,
      },
    );
    const { token } = await credential.getToken("https://graph.microsoft.com/.default");
    // Graph: fetch("\(facts.graph)/users", …)

    """
  }
}
