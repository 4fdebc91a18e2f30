extension Snippet {
  static let msalJava = Snippet(name: "msal-java", summary: "MSAL for Java") { facts in
    """
    // Start with JAVA_TOOL_OPTIONS="-Djavax.net.ssl.trustStore=\(facts.trustStore) -Djavax.net.ssl.trustStorePassword=changeit"
    PublicClientApplication app = PublicClientApplication
        .builder("\(facts.native.clientID)")
        .authority("\(facts.authority)/")
        // Else it asks login.microsoftonline.com, on this server's port, whether to trust this host.
        .instanceDiscovery(false)
        .build();
    URI redirectUri = URI.create("\(facts.native.redirect("http://localhost", else: "http://localhost"))");
    // Graph: \(facts.graph)/me

    """
  }
}
