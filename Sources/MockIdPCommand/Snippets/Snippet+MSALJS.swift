extension Snippet {
  static let msalJS = Snippet(name: "msal-js", summary: "MSAL.js in a browser") { facts in
    """
    // The browser has to trust \(facts.certificateAuthority)
    import { PublicClientApplication } from "@azure/msal-browser";

    const app = new PublicClientApplication({
      auth: {
        clientId: "\(facts.singlePage.clientID)",
        authority: "\(facts.authority)",
        knownAuthorities: ["\(facts.host)"],
        redirectUri: "\(facts.singlePage.redirect("http://localhost", else: "http://localhost")):3000",
      },
    });
    await app.initialize();
    // Graph: fetch("\(facts.graph)/me", …)

    """
  }
}
