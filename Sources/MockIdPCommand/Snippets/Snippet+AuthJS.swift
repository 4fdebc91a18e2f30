extension Snippet {
  static let authJS = Snippet(name: "authjs", summary: "Auth.js 5, for Next.js") { facts in
    """
    // Start with NODE_EXTRA_CA_CERTS=\(facts.certificateAuthority)
    // Register the redirect URI http://localhost:3000/api/auth/callback/microsoft-entra-id in the scenario.
    import NextAuth from "next-auth";
    import MicrosoftEntraID from "next-auth/providers/microsoft-entra-id";

    export const { handlers, signIn, signOut, auth } = NextAuth({
      providers: [
        MicrosoftEntraID({
          clientId: "\(facts.web.clientID)",
          clientSecret: "\(facts.web.secretText)",
          issuer: "\(facts.authority)/v2.0",
          // Else it asks graph.microsoft.com for a photo.
          profile: (claims) => ({ id: claims.oid, name: claims.name, email: claims.email }),
        }),
      ],
    });

    """
  }
}
