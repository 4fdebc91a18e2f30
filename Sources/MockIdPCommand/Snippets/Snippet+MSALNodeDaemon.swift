extension Snippet {
  static let msalNodeDaemon = Snippet(name: "msal-node-daemon", summary: "MSAL Node, for a daemon") { facts in
    """
    // Start with NODE_EXTRA_CA_CERTS=\(facts.certificateAuthority)
    import { ConfidentialClientApplication } from "@azure/msal-node";

    const app = new ConfidentialClientApplication({
      auth: {
        clientId: "\(facts.daemon.clientID)",
        clientSecret: "\(facts.daemon.secretText)",
        authority: "\(facts.authority)",
        knownAuthorities: ["\(facts.host)"],
      },
    });
    const result = await app.acquireTokenByClientCredential({ scopes: ["https://graph.microsoft.com/.default"] });
    // Graph: fetch("\(facts.graph)/users", …)

    """
  }
}
