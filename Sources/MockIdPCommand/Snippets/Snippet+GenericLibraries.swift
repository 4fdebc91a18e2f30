/// Libraries and programs that know OpenID Connect alone, and read the discovery document.
extension Snippet {
  static let goOIDC = Snippet(name: "go-oidc", summary: "go-oidc and x/oauth2, a web app in Go") { facts in
    """
    // Start with SSL_CERT_FILE=\(facts.bundle)
    provider, err := oidc.NewProvider(ctx, "\(facts.authority)/v2.0")
    config := oauth2.Config{
    \tClientID:     "\(facts.web.clientID)",
    \tClientSecret: "\(facts.web.secretText)",
    \tEndpoint:     provider.Endpoint(),
    \tRedirectURL:  "\(facts.web.redirect("http://localhost", else: "REDIRECT_URI"))",
    \tScopes:       []string{oidc.ScopeOpenID, "profile", "offline_access", "User.Read"},
    }
    verifier := provider.Verifier(&oidc.Config{ClientID: "\(facts.web.clientID)"})

    """
  }

  static let oauth2Proxy = Snippet(name: "oauth2-proxy", summary: "oauth2-proxy before an app, oauth2-proxy.cfg") {
    facts in
    """
    provider = "oidc"
    oidc_issuer_url = "\(facts.authority)/v2.0"
    client_id = "\(facts.web.clientID)"
    client_secret = "\(facts.web.secretText)"
    # The callback is below the prefix.
    proxy_prefix = "\(Snippet.prefix(of: facts.web))"
    redirect_url = "\(facts.web.redirect("http://localhost", port: 4180, else: "REDIRECT_URI"))"
    provider_ca_files = ["\(facts.certificateAuthority)"]
    scope = "openid profile email"
    email_domains = ["*"]
    # The service does not say whether an address was checked.
    insecure_oidc_allow_unverified_email = true
    cookie_secret = "0123456789abcdef0123456789abcdef"
    upstreams = ["http://127.0.0.1:3000"]

    """
  }

  static let kubernetes = Snippet(name: "kube-apiserver", summary: "Users of a Kubernetes cluster, kube-apiserver") {
    facts in
    """
    kube-apiserver \\
      --oidc-issuer-url=\(facts.authority)/v2.0 \\
      --oidc-client-id=\(facts.native.clientID) \\
      --oidc-ca-file="\(facts.certificateAuthority)" \\
      --oidc-username-claim=oid \\
      --oidc-groups-claim=groups

    """
  }

  static let apache = Snippet(name: "mod-auth-openidc", summary: "Apache with mod_auth_openidc") { facts in
    """
    OIDCProviderMetadataURL \(facts.authority)/v2.0/.well-known/openid-configuration
    OIDCClientID \(facts.web.clientID)
    OIDCClientSecret \(facts.web.secretText)
    OIDCRedirectURI \(facts.web.redirectPath("http://localhost", else: "REDIRECT_URI"))
    OIDCCryptoPassphrase a-passphrase-for-the-session
    # Apache's own user has to be able to read it: chmod 755 its folder, or copy it.
    OIDCCABundlePath "\(facts.bundle)"
    OIDCScope "openid profile email"
    OIDCRemoteUserClaim oid
    <Location />
      AuthType openid-connect
      Require valid-user
    </Location>

    """
  }

  static let kafka = Snippet(name: "kafka", summary: "librdkafka and confluent-kafka, tokens of a daemon") { facts in
    """
    security.protocol=SASL_SSL
    sasl.mechanism=OAUTHBEARER
    sasl.oauthbearer.method=oidc
    sasl.oauthbearer.token.endpoint.url=\(facts.authority)/oauth2/v2.0/token
    sasl.oauthbearer.client.id=\(facts.daemon.clientID)
    sasl.oauthbearer.client.secret=\(facts.daemon.secretText)
    sasl.oauthbearer.scope=\(facts.api.clientID)/.default
    https.ca.location=\(facts.certificateAuthority)

    """
  }

  static let panel = Snippet(name: "panel", summary: "Panel, a dashboard in Python") { facts in
    """
    # Start with REQUESTS_CA_BUNDLE=\(facts.bundle) SSL_CERT_FILE=\(facts.bundle)
    panel serve app.py --oauth-provider=generic --cookie-secret=0123456789abcdef \\
      --oauth-key=\(facts.web.clientID) --oauth-secret=\(facts.web.secretText) \\
      --login-endpoint=\(facts.web.redirectPath("http://localhost", else: "REDIRECT_URI")) \\
      --oauth-redirect-uri=\(facts.web.redirect("http://localhost", port: 5006, else: "REDIRECT_URI")) \\
      --oauth-extra-params="{'AUTHORIZE_URL': '\(facts.authority)/oauth2/v2.0/authorize', \\
        'TOKEN_URL': '\(facts.authority)/oauth2/v2.0/token', 'USER_URL': '\(facts.server.graph)/oidc/userinfo'}"

    """
  }

  static let fastMCP = Snippet(name: "fastmcp", summary: "FastMCP, an MCP server that checks tokens") { facts in
    """
    # Start with SSL_CERT_FILE=\(facts.bundle)
    from fastmcp import FastMCP
    from fastmcp.server.auth.providers.jwt import JWTVerifier

    verifier = JWTVerifier(
        jwks_uri="\(facts.authority)/discovery/v2.0/keys",
        issuer="\(facts.authority)/v2.0",
        audience="\(facts.api.clientID)",
    )
    server = FastMCP("server", auth=verifier)

    """
  }

  static let databricks = Snippet(name: "databricks", summary: "Databricks' SDK for Python, an app of the tenant") {
    facts in
    """
    # Start with HTTPS_PROXY=\(facts.server.http) REQUESTS_CA_BUNDLE=\(facts.bundle)
    from databricks.sdk import WorkspaceClient
    from databricks.sdk.core import Config
    from databricks.sdk.environments import get_environment_for_hostname

    workspace = WorkspaceClient(config=Config(
        # Your stand-in of a workspace. It is asked for its metadata first, and may answer that with 404.
        host="http://localhost:9000",
        # As at a workspace in Azure, whose name would say so: the tokens come from login.microsoftonline.com.
        databricks_environment=get_environment_for_hostname("adb-0.0.azuredatabricks.net"),
        azure_tenant_id="\(facts.tenant)",
        azure_client_id="\(facts.daemon.clientID)",
        azure_client_secret="\(facts.daemon.secretText)",
    ))

    """
  }

  /// What stands before `/callback` in the redirect URI of an app.
  private static func prefix(of app: ServerFacts.App) -> String {
    let (path, end) = (app.redirectPath("http://localhost", else: "/oauth2/callback"), "/callback")
    return path.hasSuffix(end) ? String(path.dropLast(end.utf8.count)) : "/oauth2"
  }
}
