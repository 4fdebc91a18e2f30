extension Snippet {
  static let msalDotnetDaemon = Snippet(name: "msal-dotnet-daemon", summary: "MSAL.NET, for a daemon") { facts in
    """
    \(confidential(facts, facts.daemon, "// or: .WithCertificate(certificate)"))
        .Build();
    var result = await app.AcquireTokenForClient(["https://graph.microsoft.com/.default"]).ExecuteAsync();
    // Graph: \(facts.graph)/users

    """
  }

  static let msalDotnetWeb = Snippet(
    name: "msal-dotnet-web", summary: "MSAL.NET, for a web app that redeems the code itself"
  ) { facts in
    """
    \(confidential(facts, facts.web))
        .WithRedirectUri("\(facts.web.redirect("http://localhost/", else: "http://localhost/auth/callback"))")
        .Build();
    var page = await app.GetAuthorizationRequestUrl(["User.Read"]).WithPkce(out var verifier).ExecuteAsync();
    // The browser goes to the page, and comes back with the code.
    var result = await app.AcquireTokenByAuthorizationCode(["User.Read"], code).WithPkceCodeVerifier(verifier).ExecuteAsync();
    // Graph: \(facts.graph)/me

    """
  }

  static let msalDotnetOnBehalf = Snippet(
    name: "msal-dotnet-on-behalf", summary: "MSAL.NET, for an API that calls Graph on behalf of its caller"
  ) { facts in
    """
    \(confidential(facts, facts.api))
        .Build();
    // The token that the API was called with, without "Bearer ".
    var caller = new UserAssertion(incomingToken);
    var result = await app.AcquireTokenOnBehalfOf(["https://graph.microsoft.com/User.Read"], caller).ExecuteAsync();
    // Graph: \(facts.graph)/me

    """
  }

  /// The beginning of each app with a secret, up to the settings of its own.
  private static func confidential(_ facts: SnippetFacts, _ app: ServerFacts.App, _ remark: String = "") -> String {
    """
    // Trust, on Linux: SSL_CERT_FILE=\(facts.bundle)
    var app = ConfidentialClientApplicationBuilder
        .Create("\(app.clientID)")
        .WithAuthority(new Uri("\(facts.authority)"), validateAuthority: false)
        // Else it asks login.microsoftonline.com, on this server's port, whether to trust this host.
        .WithInstanceDiscovery(false)
        .WithClientSecret("\(app.secretText)")\(remark.isEmpty ? "" : "  " + remark)
    """
  }
}
