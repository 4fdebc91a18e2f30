extension Snippet {
  static let msalNodeDevice = Snippet(name: "msal-node-device-code", summary: "MSAL Node, with a device code") {
    facts in
    """
    // Start with NODE_EXTRA_CA_CERTS=\(facts.certificateAuthority)
    import { PublicClientApplication } from "@azure/msal-node";

    const app = new PublicClientApplication({
      auth: {
        clientId: "\(facts.native.clientID)",
        authority: "\(facts.authority)",
        knownAuthorities: ["\(facts.host)"],
      },
    });
    const result = await app.acquireTokenByDeviceCode({
      scopes: ["User.Read"],
      deviceCodeCallback: (answer) => console.log(answer.message),
    });
    // Graph: fetch("\(facts.graph)/me", …)

    """
  }
}
