extension Snippet {
  static let aspnet = Snippet(name: "aspnet", summary: "ASP.NET Core that signs users in, appsettings.json") {
    facts in
    """
    // An app that also calls Graph or another API needs Microsoft's names: mockidp snippet aspnet-graph
    // Trust, on Linux: SSL_CERT_FILE=\(facts.bundle)
    {
      "AzureAd": {
        "Authority": "\(facts.authority)/v2.0",
        "ClientId": "\(facts.web.clientID)",
        "CallbackPath": "/signin-oidc"
      }
    }

    """
  }
}
