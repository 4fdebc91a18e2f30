extension Snippet {
  static let aspnetGraph = Snippet(
    name: "aspnet-graph", summary: "ASP.NET Core that calls Graph; start it with mockidp env --proxy"
  ) {
    facts in
    // Microsoft.Identity.Web asks login.microsoftonline.com about an authority of another name before it gets tokens, and has
    // no setting against that. So this app keeps Microsoft's names.
    """
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
