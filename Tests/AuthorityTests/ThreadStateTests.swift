import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// What people reported in 2025 and 2026, by the address of the thread: a state of the world makes it happen, without a rule.
struct ThreadStateTests {
  private static let tenant = TestWorld.contoso

  // MARK: Personal accounts

  /// A permission that personal accounts cannot have, beside one that they can have.
  private static let mixed = "openid offline_access Mail.Read Team.ReadBasic.All"

  private static let forAll = "world: { apps: { mobile: { audience: AzureADandPersonalMicrosoftAccount } } }"

  @Test("python-o365 799: a permission of work accounts alone, for a personal account") func scopeOfWork() throws {
    let test = try TestWorld(file: "signIn: { user: personal }\n" + Self.forAll)
    let answer = try test.send("GET", AuthorizeQuery(.mobile, scope: Self.mixed, tenant: "common").target)
    let sent = try #require(answer.delivered, "\(answer.text)")
    expectEqual(sent["error"], "invalid_scope")
    expectEqual(
      sent["error_description"],
      "The provided value for the input parameter 'scope' is not valid. The scope 'Team.ReadBasic.All' is not valid.")
    #expect(answer.exchange.why?.contains("work and school accounts alone") == true)
    let allowed = AuthorizeQuery(.mobile, scope: "openid Mail.Read Notes.ReadWrite.All", tenant: "common")
    #expect(try test.send("GET", allowed.target).delivered?["code"] != nil)
    let work = try TestWorld(file: "signIn: auto\n" + Self.forAll)
    #expect(
      try work.send("GET", AuthorizeQuery(.mobile, scope: Self.mixed, tenant: "common").target).delivered?["code"]
        != nil)
  }

  @Test("ms-365-mcp-server 84: the code of the device has expired, at once") func codeOfADevice() throws {
    let test = try TestWorld(file: Self.forAll)
    let start = try DeviceCodeTests.Start(test, scope: Self.mixed)
    let browser = try DeviceCodeTests.confirmation(test, start, as: "personal")
    let page = browser.shown?.text ?? ""
    #expect(page.contains("The code you entered has expired."), "\(page)")
    #expect(browser.shown?.exchange.why?.contains("Team.ReadBasic.All") == true)
    let poll = try DeviceCodeTests.poll(test, start)
    expectEqual(try poll.json["error"], "invalid_grant")
    let fewer = try DeviceCodeTests.Start(test, scope: "offline_access Mail.Read")
    _ = try DeviceCodeTests.confirmation(test, fewer, as: "personal")
    expectEqual(try DeviceCodeTests.poll(test, fewer).json["error"], "authorization_pending")
  }

  // MARK: A strict cloud

  @Test("claude-code 89862: a renewal without a scope, asked for by the client id") func renewalByGUID() throws {
    let test = try TestWorld(file: "extends: mcp-one-registration\n")
    let scope = "\(TestClient.mcpServer.id)/mcp.read offline_access"
    let handle = try test.refreshToken(for: .mcpServer, scope: scope, tenant: Self.tenant)
    let answer = try test.refresh(handle, by: .mcpServer, tenant: Self.tenant)
    expectEqual(answer.status, 200, "\(answer.text)")
    expectEqual(try answer.json.claims("access_token")["scp"], nil)
    #expect(answer.exchange.why?.contains("no scope was sent") == true)
    let whole = try test.refresh(handle, by: .mcpServer, tenant: Self.tenant, [("scope", scope)])
    expectEqual(try whole.json.claims("access_token")["scp"], "mcp.read")
  }

  @Test("identity-web 3808: openid behind an API's identifier") func openIDOfAnAPI() throws {
    let test = try TestWorld(file: "signIn: auto\n")
    let answer = try test.send("GET", AuthorizeQuery(.web, scope: "api://contoso/openid", tenant: Self.tenant).target)
    expectEqual(answer.exchange.refusal?.code, 650_053)
  }

  @Test("identity-web 3808: error_uri names the cloud that was asked") func helpOfTheCloud() throws {
    let test = try TestWorld()
    let answer = try test.send(
      "POST", "/\(Self.tenant)/oauth2/v2.0/token", body: "grant_type=client_credentials",
      origin: Origin(of: .usGovernment))
    #expect(try answer.json["error_uri"]?.string?.hasPrefix("https://login.microsoftonline.us/error?code=") == true)
  }
}
