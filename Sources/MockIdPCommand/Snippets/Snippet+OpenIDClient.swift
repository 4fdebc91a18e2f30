extension Snippet {
  static let openidClient = Snippet(name: "openid-client", summary: "openid-client 6, for a web app in Node") { facts in
    """
    // Start with NODE_EXTRA_CA_CERTS=\(facts.certificateAuthority)
    import * as client from "openid-client";

    const entra = await client.discovery(
      new URL("\(facts.authority)/v2.0"),
      "\(facts.web.clientID)",
      "\(facts.web.secretText)",
    );
    const redirectUri = "\(facts.web.redirect("http://localhost", else: "http://localhost"))";
    const codeVerifier = client.randomPKCECodeVerifier();
    const signIn = client.buildAuthorizationUrl(entra, {
      redirect_uri: redirectUri,
      scope: "openid profile offline_access",
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
    });

    """
  }
}
