import Bytes
import Expectations
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// What people met with MCP servers behind Entra in 2026, as docs/mcp-servers.md lists it: each fails before the remedy of its thread and
/// passes after it.
struct MCPThreadTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The API's words before and after, as in a scenario file.
    var api = "identifierUris: ['api://{api}']"
    var cured: String?
    let scope: String
    let resource: String
    var curedScope: String?
    /// Nil as before; empty for a request without it.
    var curedResource: String?
    var says: String
  }

  static let site = "https://mcp.contoso.com/mcp"
  static let rows = [
    Row(
      testDescription: "mcp-remote 217", cured: "identifierUris: ['api://{api}', '\(site)']",
      scope: "api://{api}/mcp.read",
      resource: site, says: "no app has the App ID URI '\(site)'"),
    Row(
      testDescription: "claude-code 73460", api: "identifierUris: ['api://{api}'], requestedAccessTokenVersion: null",
      cured: "identifierUris: ['api://{api}', 'https://gateway.amazonaws.com/mcp'], requestedAccessTokenVersion: 2",
      scope: "api://{api}/mcp.read offline_access", resource: "https://gateway.amazonaws.com/mcp",
      says: "identifierUris of 'mcp-server'"),
    Row(
      testDescription: "vscode 321249", cured: "identifierUris: ['api://{api}', '\(site)']",
      scope: "api://{api}/mcp.read openid offline_access", resource: site,
      curedScope: "\(site)/mcp.read openid offline_access",
      says: "no app has the App ID URI"),
    Row(
      testDescription: "azure-devops-mcp 1511", api: "identifierUris: ['https://mcp.dev.azure.test']",
      scope: "https://mcp.dev.azure.test/mcp.read", resource: "https://mcp.dev.azure.test/contoso",
      curedResource: "https://mcp.dev.azure.test", says: "'mcp-server' has 'https://mcp.dev.azure.test'"),
    Row(
      testDescription: "powerbi-modeling-mcp 68", scope: "https://analysis.windows.net/powerbi/api/.default",
      resource: "https://api.fabric.microsoft.com/v1/mcp/powerbi",
      curedResource: "https://analysis.windows.net/powerbi/api", says: "power-bi-service"),
    Row(
      testDescription: "CIPP 351", cured: "identifierUris: ['api://{api}', '\(site)']", scope: "api://{api}/mcp.write",
      resource: site, says: "no app has the App ID URI '\(site)'"),
    Row(
      testDescription: "tracecat 2466", scope: "openid profile offline_access", resource: site, curedResource: "",
      says: "the scopes of OpenID Connect alone are Microsoft Graph's"),
    Row(
      testDescription: "Dataverse-MCP 15", api: "identifierUris: ['https://org.crm.test/api/mcp']",
      scope: "https://org.crm.test/user_impersonation", resource: "https://org.crm.test/api/mcp",
      curedScope: "https://org.crm.test/api/mcp/mcp.read",
      says: "resource 'https://org.crm.test/api/mcp' is 'mcp-server', and the scopes are of 'other'"),
    Row(
      testDescription: "agentgateway 2408", scope: "api://{api}/mcp.read", resource: "https://gateway.contoso.com/mcp",
      curedResource: "", says: "no app has the App ID URI"),
    Row(
      testDescription: "opencode 12308: a slash", api: "identifierUris: ['http://localhost:3000']",
      scope: "http://localhost:3000/mcp.read", resource: "http://localhost:3000/",
      curedResource: "http://localhost:3000",
      says: "a slash at its end, which is not registered"),
    Row(
      testDescription: "another case", api: "identifierUris: ['\(site)']", scope: "\(site)/mcp.read",
      resource: "https://MCP.contoso.com/mcp", curedResource: site, says: "small and capital letters differ"),
    Row(
      testDescription: "claude-ai-mcp 514: a scope without its API", api: "identifierUris: ['\(site)']",
      scope: "mcp.read",
      resource: site, curedScope: "\(site)/mcp.read",
      says: "the scope 'mcp.read' names no API before it, so it is 'graph''s"),
    Row(
      testDescription: "the client id as resource", scope: "User.Read", resource: "{api}",
      curedScope: "api://{api}/mcp.read",
      says: "resource '3c900000-0000-4000-8000-000000000001' is 'mcp-server'"),
    Row(
      testDescription: "scopes of two APIs", scope: "api://{api}/mcp.read User.Read", resource: "api://{api}",
      curedScope: "api://{api}/mcp.read openid", says: "graph"),
  ]

  @Test(arguments: rows) func failsBeforeAndPassesAfter(_ row: Row) throws {
    let refused = try authorize(try world(row.api), row.scope, row.resource)
    let delivered = try #require(refused.delivered)
    expectEqual(delivered["error"], "invalid_target")
    expectEqual(refused.exchange.refusal?.code, 9_010_010)
    let why = try #require(refused.exchange.why)
    #expect(why.contains(row.says), "\(why)")
    let passed = try authorize(
      try world(row.cured ?? row.api), row.curedScope ?? row.scope, row.curedResource ?? row.resource)
    #expect(passed.delivered == nil && passed.exchange.refusal == nil, "\(passed.exchange.reasons)")
    #expect(passed.exchange.events.contains(.pageShown))
  }

  private static func filled(_ text: String) -> String {
    text.split(separator: "{api}", omittingEmptySubsequences: false).joined(separator: TestClient.mcpServer.id)
  }

  private func world(_ api: String) throws -> TestWorld {
    try TestWorld(
      file: Self.filled(
        """
        world:
          apps:
            mcp-server: { type: api, clientId: '{api}', scopes: [mcp.read, mcp.write], \(api) }
            other: { type: api, identifierUris: ['https://org.crm.test'], scopes: [user_impersonation] }
            mcp-client: { type: native, clientId: \(TestClient.mcpClient.id), redirectUris: ['http://localhost/callback'], apiPermissions: ['https://analysis.windows.net/powerbi/api/Report.Read.All'] }
        """))
  }

  private func authorize(_ test: TestWorld, _ scope: String, _ resource: String) throws -> TestAnswer {
    try test.send(
      "GET",
      AuthorizeQuery(
        .mcpClient, scope: Self.filled(scope), tenant: TestWorld.contoso,
        [("resource", resource.isEmpty ? nil : Self.filled(resource))]
      ).target)
  }

  // MARK: The other endpoints

  @Test func codeAndRenewalAreCheckedByTheirOwnScopes() throws {
    let test = try TestWorld(file: "extends: mcp-server\nsignIn: pages\n")
    let (site, api) = (Self.site, TestClient.mcpServer.id)
    let code = try test.signIn(
      to: .mcpClient, scope: "\(site)/mcp.read offline_access", tenant: TestWorld.contoso, [("resource", site)])
    // Another of the API's own App ID URIs resolves to the same app.
    let first = try test.redeem(code, by: .mcpClient, tenant: TestWorld.contoso, [("resource", "api://\(api)")])
    expectEqual(first.status, 200)
    let handle = try #require(try first.json["refresh_token"]?.string)
    for (resource, status) in [(site, 200), (api, 200), ("", 200), (site + "/", 400), ("https://other.example", 400)] {
      let answer = try test.refresh(handle, by: .mcpClient, tenant: TestWorld.contoso, [("resource", resource)])
      expectEqual(answer.status, status, "\(resource)")
      if status == 400 { expectEqual(try answer.json["error"]?.string, "invalid_target") }
    }
    let device = try test.post(
      "/\(TestWorld.contoso)/oauth2/v2.0/devicecode",
      .init([("client_id", TestClient.mcpClient.id), ("scope", "\(site)/mcp.read"), ("resource", site + "/")]))
    expectEqual(try device.json["error"]?.string, "invalid_target")
  }

  @Test func theV1EndpointsTakeItInThePlaceOfScopes() throws {
    let test = try TestWorld(file: "extends: mcp-server\n")
    let answer = try test.post(
      "/\(TestWorld.contoso)/oauth2/token",
      .init([
        ("client_id", "dae30000-0000-4000-8000-000000000004"), ("grant_type", "client_credentials"),
        ("client_secret", "daemon-secret"), ("resource", "https://GRAPH.microsoft.com/"),
      ]))
    expectEqual(answer.status, 200, "\(answer.text)")
  }
}
