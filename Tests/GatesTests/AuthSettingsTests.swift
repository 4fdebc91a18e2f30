import Bytes
import Expectations
import JSON
import Testing
import Time

@testable import Gates

@Suite("Settings of App Service authentication") struct AuthSettingsTests {
  private static func read(_ text: String, as style: AuthSettings.Style = .appService) throws -> AuthSettings {
    var settings = AuthSettings()
    settings.style = style
    _ = try settings.take(try JSONValue.parse(Array(text.utf8)))
    return settings
  }

  @Test(
    "reads what a request without a sign-in meets",
    arguments: [
      ("RedirectToLoginPage", AuthSettings.Action.redirect), ("Return401", .unauthorized),
      ("RejectWith401", .unauthorized), ("return403", .forbidden), ("RejectWith404", .notFound),
      ("AllowAnonymous", .anonymous),
    ])
  func actions(_ name: String, _ action: AuthSettings.Action) throws {
    let text = #"{"globalValidation": {"unauthenticatedClientAction": "\#(name)"}}"#
    try expectEqual(Self.read(text).action, action)
  }

  @Test("reads a template with its members under properties")
  func template() throws {
    let settings = try Self.read(
      """
      {"properties": {
        "globalValidation": {"requireAuthentication": false, "excludedPaths": ["/a", "/b/*"]},
        "httpSettings": {"requireHttps": true, "routes": {"apiPrefix": "/sso"},
          "forwardProxy": {"convention": "Custom", "customHostHeaderName": "X-Host"}},
        "login": {"tokenStore": {"enabled": false, "tokenRefreshExtensionHours": 1},
          "cookieExpiration": {"timeToExpiration": "01:02:03"}, "nonce": {"validateNonce": false}},
        "identityProviders": {"azureActiveDirectory": {"validation": {
          "jwtClaimChecks": {"allowedClientApplications": ["old"], "allowedGroups": ["g"]},
          "defaultAuthorizationPolicy": {"allowedApplications": []}}}}}}
      """)
    expectEqual(settings.action, .anonymous)
    #expect(settings.excludes("/b/c") && settings.excludes("/a") && !settings.excludes("/c"))
    #expect(settings.prefix == "/sso" && settings.requiresHTTPS)
    expectEqual(settings.forwarding, .fields(host: "X-Host", scheme: ""))
    #expect(!settings.hasTokenStore && !settings.validatesNonce)
    #expect(settings.renewalTime == .hours(1) && settings.sessionLife == .seconds(3_723))
    expectEqual(settings.allowedApplications, [], "the newer name counts, and an empty list admits nobody")
    expectEqual(settings.allowedGroups, ["g"])
  }

  @Test(
    "names the place of a mistake",
    arguments: [
      (#"{"login": {"tokenStore": {"enabled": "yes"}}}"#, "login.tokenStore.enabled has to be true or false"),
      (#"{"httpSettings": {"forwardProxy": {"convention": "All"}}}"#, "httpSettings.forwardProxy.convention has to be"),
      (#"{"globalValidation": {"excludedPaths": "/a"}}"#, "globalValidation.excludedPaths has to be a list of texts"),
      ("[]", "the file has to be a JSON object"),
    ])
  func mistakes(_ text: String, _ complaint: String) {
    #expect { try Self.read(text) } throws: { "\($0)".hasPrefix(complaint) }
  }

  @Test("names the place of a mistake in a route")
  func routeMistakes() {
    #expect {
      try Self.read(#"{"routes": [{"route": "/"}, {"route": "/a", "allowedRoles": "admin"}]}"#, as: .staticWebApps)
    } throws: { "\($0)" == "routes[1].allowedRoles has to be a list of texts" }
  }

  @Test("reads routes, overrides and the function that gives roles")
  func staticWebApp() throws {
    let settings = try Self.read(
      """
      {"routes": [{"route": "/admin/*", "methods": ["get"], "allowedRoles": ["admin"]}],
       "responseOverrides": {"401": {"statusCode": 302, "redirect": "/login"}},
       "auth": {"rolesSource": "/api/roles"}}
      """, as: .staticWebApps)
    expectEqual(settings.routes.first?.fits(method: "GET", path: "/admin/x"), true)
    expectEqual(settings.routes.first?.fits(method: "POST", path: "/admin/x"), false)
    expectEqual(settings.overrides[401], SiteOverride(status: 302, redirect: "/login"))
    expectEqual(settings.rolesSource, "/api/roles")
  }
}
