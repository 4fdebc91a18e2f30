extension Snippet {
  static let msalDotnet = Snippet(name: "msal-dotnet", summary: "MSAL.NET, in C#") { facts in
    """
    // Trust, on Linux: SSL_CERT_FILE=\(facts.bundle)
    var app = PublicClientApplicationBuilder
        .Create("\(facts.native.clientID)")
        .WithAuthority(new Uri("\(facts.authority)"), validateAuthority: false)
        // Else it asks login.microsoftonline.com, on this server's port, whether to trust this host.
        .WithInstanceDiscovery(false)
        .WithRedirectUri("\(facts.native.redirect("http://localhost", else: "http://localhost"))")
        .Build();
    // Graph: \(facts.graph)/me; with the Graph SDK see: mockidp snippet azure-identity-dotnet

    """
  }
}
