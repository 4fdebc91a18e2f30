extension Snippet {
  static let aspnet = Snippet(name: "aspnet", summary: "ASP.NET Core that signs users in, appsettings.json") {
    facts in
    """
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
