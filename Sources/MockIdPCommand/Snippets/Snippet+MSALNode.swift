extension Snippet {
  static let msalNode = Snippet(name: "msal-node", summary: "MSAL Node") { facts in
    """
    // Start with NODE_EXTRA_CA_CERTS=\(facts.certificateAuthority)
    import { ConfidentialClientApplication } from "@azure/msal-node";

    const app = new ConfidentialClientApplication({
      auth: {
        clientId: "\(facts.web.clientID)",
        clientSecret: "\(facts.web.secretText)",
        authority: "\(facts.authority)",
        knownAuthorities: ["\(facts.host)"],
      },
    });
    const redirectUri = "\(facts.web.redirect("http://localhost", else: "http://localhost"))";
    // Graph: fetch("\(facts.graph)/me", …)

    """
  }
}
