extension Snippet {
  static let aspnet = Snippet(name: "aspnet", summary: "ASP.NET Core with Microsoft.Identity.Web, appsettings.json") {
    facts in
    """
    {
      "AzureAd": {
        "Instance": "\(facts.server.authority)/",
        "TenantId": "\(facts.tenant)",
        "ClientId": "\(facts.web.clientID)",
        "ClientCredentials": [{ "SourceType": "ClientSecret", "ClientSecret": "\(facts.web.secretText)" }],
        "CallbackPath": "/signin-oidc"
      },
      "DownstreamApis": {
        "MicrosoftGraph": { "BaseUrl": "\(facts.graph)", "Scopes": ["User.Read"] }
      }
    }

    """
  }
}
