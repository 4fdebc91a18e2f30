extension Snippet {
  static let aspnetGraph = Snippet(name: "aspnet-graph", summary: "ASP.NET Core that calls Graph, appsettings.json") {
    facts in
    """
    // Microsoft.Identity.Web always asks login.microsoftonline.com about an authority of another name before it gets tokens.
    // So this app keeps Microsoft's names. Start it with the variables of: mockidp env --proxy
    {
      "AzureAd": {
        "Instance": "https://login.microsoftonline.com/",
        "TenantId": "\(facts.tenant)",
        "ClientId": "\(facts.web.clientID)",
        "ClientCredentials": [{ "SourceType": "ClientSecret", "ClientSecret": "\(facts.web.secretText)" }],
        "CallbackPath": "/signin-oidc"
      },
      "DownstreamApis": {
        "MicrosoftGraph": { "BaseUrl": "https://graph.microsoft.com/v1.0", "Scopes": ["User.Read"] }
      }
    }

    """
  }
}
