/// ASP.NET Core beside Microsoft.Identity.Web's web app: APIs, `AddOpenIdConnect`, Blazor, and the pages that describe an API.
extension Snippet {
  static let aspnetAPI = Snippet(name: "aspnet-api", summary: "ASP.NET Core API: JwtBearer and Microsoft.Identity.Web")
  {
    facts in
    """
    // JwtBearer alone. Start with SSL_CERT_FILE=\(facts.bundle)
    builder.Services.AddAuthentication(JwtBearerDefaults.AuthenticationScheme).AddJwtBearer(options =>
    {
        options.Authority = "\(facts.authority)/v2.0";
        options.Audience = "\(facts.api.clientID)";
        options.MapInboundClaims = false;
    });
    // Microsoft.Identity.Web reads the same from appsettings.json:
    //   "AzureAd": { "Authority": "\(facts.authority)/v2.0", "ClientId": "\(facts.api.clientID)" }
    // builder.Services.AddMicrosoftIdentityWebApiAuthentication(builder.Configuration);

    """
  }

  static let aspnetOpenID = Snippet(name: "aspnet-openidconnect", summary: "ASP.NET Core with AddOpenIdConnect") {
    facts in
    """
    // Start with SSL_CERT_FILE=\(facts.bundle)
    builder.Services.AddAuthentication(options =>
    {
        options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;
        options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;
    }).AddCookie().AddOpenIdConnect(options =>
    {
        options.Authority = "\(facts.authority)/v2.0";
        options.ClientId = "\(facts.web.clientID)";
        options.ClientSecret = "\(facts.web.secretText)";
        // The default, id_token, needs "ID tokens" in the registration (enableIdTokenIssuance); AADSTS700054 otherwise.
        options.ResponseType = "code";
        options.Scope.Add("offline_access");
        options.SaveTokens = true;
        options.MapInboundClaims = false;
    });

    """
  }

  static let blazor = Snippet(name: "blazor", summary: "Blazor WebAssembly, wwwroot/appsettings.json") { facts in
    """
    {
      "AzureAd": {
        "Authority": "\(facts.authority)",
        "ClientId": "\(facts.singlePage.clientID)",
        "ValidateAuthority": false
      }
    }

    """
  }

  static let swaggerUI = Snippet(name: "swagger-ui", summary: "Swagger UI that signs users in (Swashbuckle)") { facts in
    """
    builder.Services.AddSwaggerGen(options => options.AddSecurityDefinition("entra", new OpenApiSecurityScheme
    {
        Type = SecuritySchemeType.OAuth2,
        Flows = new OpenApiOAuthFlows
        {
            AuthorizationCode = new OpenApiOAuthFlow
            {
                AuthorizationUrl = new Uri("\(facts.authority)/oauth2/v2.0/authorize"),
                TokenUrl = new Uri("\(facts.authority)/oauth2/v2.0/token"),
                Scopes = { ["\(facts.api.clientID)/.default"] = "The API" },
            },
        },
    }));
    // The registration needs the SPA redirect URI http://localhost/swagger/oauth2-redirect.html
    app.UseSwaggerUI(options => { options.OAuthClientId("\(facts.singlePage.clientID)"); options.OAuthUsePkce(); });

    """
  }

  static let nswag = Snippet(name: "nswag", summary: "NSwag's Swagger UI that signs users in") { facts in
    """
    builder.Services.AddOpenApiDocument(document => document.AddSecurity("entra", new OpenApiSecurityScheme
    {
        Type = OpenApiSecuritySchemeType.OAuth2,
        Flows = new OpenApiOAuthFlows
        {
            AuthorizationCode = new OpenApiOAuthFlow
            {
                AuthorizationUrl = "\(facts.authority)/oauth2/v2.0/authorize",
                TokenUrl = "\(facts.authority)/oauth2/v2.0/token",
                Scopes = new Dictionary<string, string> { ["\(facts.api.clientID)/.default"] = "The API" },
            },
        },
    }));
    app.UseSwaggerUi(settings => settings.OAuth2Client = new OAuth2ClientSettings
    {
        ClientId = "\(facts.singlePage.clientID)",
        // NSwag has a secret of its own otherwise, and a public client must not send one (AADSTS700025).
        ClientSecret = "",
        UsePkceWithAuthorizationCodeGrant = true,
        Scopes = { "\(facts.api.clientID)/.default" },
    });
    // The registration needs the SPA redirect URI http://localhost/swagger/oauth2-redirect.html

    """
  }

  static let scalar = Snippet(name: "scalar", summary: "Scalar's page of an API that signs users in") { facts in
    """
    app.MapScalarApiReference(options => options
        .AddPreferredSecuritySchemes("entra")
        .AddAuthorizationCodeFlow("entra", flow =>
        {
            flow.ClientId = "\(facts.singlePage.clientID)";
            flow.AuthorizationUrl = "\(facts.authority)/oauth2/v2.0/authorize";
            flow.TokenUrl = "\(facts.authority)/oauth2/v2.0/token";
            flow.Pkce = Pkce.Sha256;
            flow.SelectedScopes = ["\(facts.api.clientID)/.default"];
        }));
    // The registration needs the SPA redirect URI of the page, such as http://localhost/scalar

    """
  }
}
