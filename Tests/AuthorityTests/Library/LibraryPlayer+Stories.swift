import Bytes
import Directory
import HTTPWire
import JSON
import TestSupport
import Time
import Worlds

/// What happens in the scenarios: most have the usual story, each of the others one of its own.
extension LibraryPlayer {
  typealias Story = @Sendable (LibraryPlayer) throws -> Void

  private static let daemon = [
    ("grant_type", "client_credentials"), ("client_id", "dae30000-0000-4000-8000-000000000004"),
    ("client_secret", "daemon-secret"), ("scope", "https://graph.microsoft.com/.default"),
  ]
  private static let api = "api://contoso/access_as_user openid profile offline_access"
  private static let silent: [(String, String?)] = [("prompt", "none")]

  /// Discovery, a sign-in, two calls, and two renewals; whoever is refused signs in again.
  static let usual: Story = { player in
    try player.get("/common/v2.0/.well-known/openid-configuration")
    try player.get("/common/discovery/v2.0/keys")
    guard try player.signIn() else { return }
    for _ in 0..<2 {
      if try player.graph()?.status == 401 {
        try player.renew()
        try player.signIn()
        try player.graph()
      }
    }
    for _ in 0..<3 where try !player.renew() {
      if try player.signIn() { try player.graph() }
    }
    try player.renew()
  }

  private static let once: Story = { player in try player.signIn() }

  private static let machine: Story = { player in for _ in 0..<3 { try player.identity() } }

  static let stories: [String: Story] = [
    "arc-challenge": { player in for _ in 0..<2 { try player.arcIdentity() } }, "identity-missing": machine,
    "identity-throttled": machine,
    "account-picker": { player in
      try player.signIn("alice")
      try player.signIn("bob", [("prompt", "select_account")])
    },
    "accounts-several": { player in
      try player.signIn("alice")
      try player.signIn("bob", [("prompt", "login")])
      _ = try player.authorize(AuthorizeQuery(.mobile, silent))
    },
    "admin-consent-required": once, "app-not-assigned": once, "consent-declined": once, "mfa-failed": once,
    "sign-in-cancelled": once, "user-locked": once, "password-expired": once, "consent-required": once,
    "client-secret-expired": { player in for _ in 0..<2 { try player.token(daemon) } },
    "consent-incremental": { player in
      try player.signIn()
      try player.renew(.mobile, [("scope", "Mail.Read offline_access")])
      try player.signIn(scope: "openid profile offline_access User.Read Mail.Read")
      try player.renew(.mobile, [("scope", "Mail.Read offline_access")])
    },
    "consent-preauthorized": { player in
      try player.signIn(scope: api, tenant: TestWorld.contoso)
      try player.renew(.mobile, [("scope", "User.Read")], tenant: TestWorld.contoso)
    },
    "daemon-certificate": { player in
      for _ in 0..<2 { try player.token(daemon) }
      let assertion = try ClientAssertionTests.Statement().signed()
      try player.token(
        daemon.filter { $0.0 != "client_secret" } + [
          ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
          ("client_assertion", assertion),
        ])
    },
    "daemon-no-roles": { player in
      try player.token(daemon)
      try player.graph("/v1.0/users")
    },
    "insufficient-privileges": { player in
      for _ in 0..<2 {
        try player.token(daemon)
        for _ in 0..<2 { try player.graph("/v1.0/applications", method: "POST", body: #"{"displayName":"Tool"}"#) }
      }
    },
    "replication-lag": { player in
      try player.token(daemon)
      let made = try player.graph("/v1.0/applications", method: "POST", body: #"{"displayName":"Tool"}"#)
      let app = try JSONValue.parse(made?.body ?? [])
      for _ in 0..<2 {
        try player.graph("/v1.0/applications/\(app["id"]?.string ?? "")")
        try player.graph(
          "/v1.0/servicePrincipals", method: "POST", body: #"{"appId":"\#(app["appId"]?.string ?? "")"}"#)
        player.test.clock.advance(by: .seconds(2))
      }
    },
    "duplicate-app": { player in
      try player.token(daemon)
      let app = #"{"displayName":"Orders","identifierUris":["api://orders"]}"#
      try player.graph("/v1.0/applications", method: "POST", body: app)
      try player.graph(
        "/v1.0/servicePrincipals", method: "POST", body: #"{"appId":"0dde5000-0000-4000-8000-000000000001"}"#)
      try player.graph("/v1.0/applications", method: "POST", body: #"{"displayName":"Orders"}"#)
      try player.graph("/v1.0/applications")
    },
    "federated-subject-wrong": { player in try player.pod("till") },
    "federated-token-expired": { player in
      let token = try player.podToken("cart")
      for _ in 0..<2 { try player.pod(proving: token) }
      try player.pod("cart")
    },
    "device-code": device, "device-code-declined": device, "device-code-expired": device,
    "device-code-slow-down": device,
    "discovery-stale": { try $0.get("/common/v2.0/.well-known/openid-configuration") },
    "group-overage": { player in
      try player.signIn()
      try player.graph("/v1.0/me/getMemberObjects", method: "POST")
    },
    "guest": { try $0.signIn("guest", tenant: "contoso.com") },
    "hint-mismatch": { player in
      try player.signIn("alice")
      let hint = ("login_hint", Optional(try player.test.signInName(of: "bob")))
      _ = try player.authorize(AuthorizeQuery(.mobile, silent + [hint]))
      try player.signIn("bob", [hint])
    },
    "mcp-server": { player in
      try player.mcp(.mcpClient, scope: "https://mcp.contoso.com/mcp/mcp.read", resource: "https://mcp.contoso.com/mcp")
    },
    "mcp-resource-mismatch": { player in
      try player.mcp(
        .mcpClient, scope: "api://\(TestClient.mcpServer.id)/mcp.read", resource: "https://mcp.contoso.com/mcp")
    },
    "mcp-one-registration": { player in
      try player.mcp(
        .mcpServer, scope: "api://\(TestClient.mcpServer.id)/mcp.read", resource: "http://localhost:8000/mcp")
    },
    "mfa-step-up": { player in
      try player.signIn()
      try player.renew(.mobile, [("scope", api)])
      try player.signIn(scope: api)
    },
    "multi-tenant": { player in
      try player.signIn("alice")
      try player.signIn("gina", [("prompt", "login")])
    },
    "on-behalf-of": { player in
      for _ in 0..<2 {
        try player.signIn(scope: api, tenant: TestWorld.contoso)
        let assertion = player.accessToken ?? ""
        let answer = try player.token([
          ("grant_type", OnBehalfOfTests.type), ("client_id", TestClient.api.id), ("client_secret", "api-secret"),
          ("assertion", assertion), ("scope", "https://graph.microsoft.com/User.Read"),
          ("requested_token_use", "on_behalf_of"),
        ])
        guard let claims = try answer.json["claims"]?.string else { return }
        let query = AuthorizeQuery(.mobile, scope: api, tenant: TestWorld.contoso, [("claims", claims)])
        guard let code = try player.authorize(query) else { return }
        let tokens = try player.test.redeem(code, tenant: TestWorld.contoso).json
        try player.token([
          ("grant_type", OnBehalfOfTests.type), ("client_id", TestClient.api.id), ("client_secret", "api-secret"),
          ("assertion", tokens["access_token"]?.string ?? ""), ("scope", "https://graph.microsoft.com/User.Read"),
          ("requested_token_use", "on_behalf_of"),
        ])
        return
      }
    },
    "password-grant-refused": { player in
      for user in ["alice", "bob"] {
        try player.token([
          ("grant_type", "password"), ("client_id", TestClient.mobile.id), ("scope", AuthorizeQuery.scope),
          ("username", try player.test.signInName(of: user)), ("password", SeededDirectory.password),
        ])
      }
    },
    "personal-account": { try $0.signIn("personal", tenant: "consumers") },
    "redirect-mismatch": { player in
      _ = try player.authorize(AuthorizeQuery(.mobile, [("redirect_uri", "http://localhost/elsewhere")]))
    },
    "session-expired": { player in
      try player.signIn()
      _ = try player.authorize(AuthorizeQuery(.mobile, silent))
      try player.renew()
    },
    "session-none": { player in
      _ = try player.authorize(AuthorizeQuery(.mobile, silent))
      try player.signIn()
    },
    "spa-refresh-expired": { player in
      try player.signIn(to: .spa)
      try player.renew(.spa)
      try player.signIn(to: .spa)
    },
    "unknown-app": { player in
      _ = try player.authorize(AuthorizeQuery(.mobile, [("client_id", "99999999-0000-4000-8000-000000000009")]))
    },
    "unknown-tenant": { _ = try $0.authorize(AuthorizeQuery(.mobile, tenant: "nowhere.test")) },
    "answer-cut": { player in
      try player.signIn()
      for _ in 0..<2 { try player.renew() }
    },
    "user-of-another-tenant": { try $0.signIn("personal", tenant: TestWorld.contoso) },
  ]

  /// The device asks for a code, a person enters it unless the server does, and the device polls until it is told.
  private static let device: Story = { player in
    let start = try DeviceCodeTests.Start(player.test)
    func poll() throws { _ = try DeviceCodeTests.poll(player.test, start) }
    try poll()
    if player.test.world.settings.signIn == .pages {
      let browser = TestBrowser(player.test)
      try browser.open("/devicelogin")
      let answer = try browser.submit([("otc", start.userCode)])
      if answer.exchange.refusal == nil {
        if player.manner.cancels {
          try browser.submit(pressing: "cancel")
        } else {
          try browser.enter(player.manner.user ?? "alice")
          try browser.submit()
        }
      }
    }
    for _ in 0..<2 { try poll() }
  }
}
