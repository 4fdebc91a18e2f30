extension Snippet {
  static let passport = Snippet(name: "passport", summary: "passport-azure-ad, for an API in Node") { facts in
    """
    // Start with NODE_EXTRA_CA_CERTS=\(facts.certificateAuthority)
    import { BearerStrategy } from "passport-azure-ad";

    const strategy = new BearerStrategy(
      {
        identityMetadata: "\(facts.authority)/v2.0/.well-known/openid-configuration",
        clientID: "\(facts.api.clientID)",
        audience: "\(facts.api.clientID)",
        issuer: "\(facts.authority)/v2.0",
        validateIssuer: true,
      },
      (token, done) => done(null, token),
    );

    """
  }
}
