import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// Scopes, resources, consent.
extension Arrangement {
  private static func scope(_ code: Int, _ how: String, _ scope: String) -> Arrangement {
    Arrangement(code, how) { try TestBrowser($0).open(AuthorizeQuery(.web, scope: scope)) }
  }

  private static func approval(_ code: Int, _ how: String, hasWorkflow: Bool) -> Arrangement {
    Arrangement(code, how, directory: ConsentWorkflowTests.tenant { $0.hasAdminConsentWorkflow = hasWorkflow }) {
      test in
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.mobile, scope: "User.Read.All"))
      return try browser.enter("alice")
    }
  }

  /// Graph wants apps to be assigned, and none is.
  private static func unassigned(_ directory: inout DirectoryState) {
    for assignment in directory.roleAssignments.values { directory.remove(assignment.id) }
    principal("graph") { $0.requiresAssignment = true }(&directory)
  }

  /// The web app lists the API, which is for all tenants.
  private static func listing(_ directory: inout DirectoryState) {
    guard let id = directory.application(named: "api")?.id else { return }
    directory.updateApplication(id) { $0.audience = .multipleTenants }
    app("web") { $0.requiredAccess.append(RequiredAccess(resource: id, scopes: ["Orders.Read"], roles: [])) }(
      &directory)
  }

  /// Nobody has claimed Fabrikam, and the web app is not there yet.
  private static func unmanaged(_ directory: inout DirectoryState) {
    guard var tenant = directory.tenants[SeededDirectory.fabrikam],
      let web = directory.application(named: "web")?.id
    else { return }
    tenant.isUnmanaged = true
    directory.put(tenant)
    if let principal = directory.servicePrincipal(of: web, in: tenant.id) { directory.remove(principal.id) }
  }

  static let consents: [Arrangement] = [
    Arrangement(650_051, "an app of others in a tenant that nobody has claimed", directory: unmanaged) { test in
      try TestBrowser(test).open(AuthorizeQuery(.web, tenant: TestWorld.fabrikam))
    },
    Arrangement(
      token: 5_000_224, "an API that Microsoft has closed",
      directory: app("graph") {
        $0.properties["disabledByMicrosoftStatus"] = "DisabledDueToViolationOfServicesAgreement"
      }
    ) { _ in ClientCredentialsTests.form() },
    Arrangement(900_941, "an app that is held to be risky", directory: app("mobile") { $0.isRisky = true }) { test in
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.mobile, scope: "Calendars.Read"))
      return try browser.enter("alice")
    },
    scope(70011, "a scope list with commas", "User.Read,Mail.Read"),
    Arrangement(650_057, ".default of an API that the app does not list") { test in
      try TestBrowser(test).open(
        AuthorizeQuery(.web, scope: "https://vault.azure.net/.default", tenant: TestWorld.contoso))
    },
    Arrangement(650_052, "an API of another tenant that the app lists", directory: listing) { test in
      try TestBrowser(test).open(
        AuthorizeQuery(.web, scope: "openid \(TestClient.api.id)/Orders.Read", tenant: TestWorld.fabrikam))
    },
    scope(500_011, "a resource that nobody has", "api://nothing/x"),
    Arrangement(650_053, "a permission that does not exist") { test in
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.web, scope: "User.Dance"))
      return try browser.enter("alice")
    },
    Arrangement(90009, "an app that asks for itself by URI") { test in
      try TestBrowser(test).open(AuthorizeQuery(.api, scope: "api://contoso/.default", tenant: TestWorld.contoso))
    },
    Arrangement(
      700_022, "an access token for two resources",
      directory: app("web") { $0.issuesAccessTokensFromAuthorize = true }
    ) { test in
      let query = AuthorizeQuery(
        .web, scope: "openid User.Read api://contoso/Orders.Read",
        [
          ("response_type", "token"), ("code_challenge", nil),
          ("code_challenge_method", nil),
        ])
      return try TestBrowser(test).open(query)
    },
    Arrangement(token: 1_002_012, "a named permission for an app alone") { _ in
      ClientCredentialsTests.form([("scope", "https://graph.microsoft.com/User.Read.All")])
    },
    Arrangement(
      token: 500_014, "a resource that the tenant switched off", directory: principal("graph") { $0.isEnabled = false }
    ) { _ in ClientCredentialsTests.form() },
    Arrangement(
      token: 501_051, "a resource that wants apps to be assigned", directory: unassigned
    ) { _ in ClientCredentialsTests.form() },
    Arrangement(65001, "a refresh after consent was withdrawn") { test in
      let token = try test.refreshToken()
      try test.world.withdrawConsent(from: try test.app("mobile").id, of: nil)
      return try test.refresh(token)
    },
    Arrangement(65002, "Microsoft's own app at an API of Microsoft's that does not list it") { test in
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.azureCLI, scope: "https://outlook.office.com/Mail.Read"))
      return try browser.enter("alice")
    },
    approval(90094, "a permission that only an administrator may grant", hasWorkflow: false),
    approval(90095, "the same where users may ask for approval", hasWorkflow: true),
  ]
}
