import Bytes
import Directory
import Expectations
import Policy
import TestSupport
import Testing
import Worlds

/// `.default` of an API that the registration does not list.
struct StaticListTests {
  private static let file = """
    world:
      apps:
        other: { type: api, identifierUris: ["api://other"], scopes: [Do.It], clientId: a1111111-2222-4333-8444-555555555555 }
        page: { type: native, redirectUris: ["http://localhost"], clientId: b1111111-2222-4333-8444-555555555555, permissions: [User.Read] }
    """
  private static let page = TestClient(
    alias: "page", id: "b1111111-2222-4333-8444-555555555555", redirectURI: "http://localhost", platform: .native)

  private static func text(_ client: String, _ name: String, _ listed: String) -> String {
    "AADSTS650057: Invalid resource. The client has requested access to a resource which is not listed in the requested "
      + "permissions in the client's application registration. Client app ID: \(client)(\(name)). Resource value from "
      + "request: api://other. Resource app ID: a1111111-2222-4333-8444-555555555555. List of valid resources from app "
      + "registration: \(listed)."
  }

  @Test(arguments: [
    (page, "page", "00000003-0000-0000-c000-000000000000"), (TestClient.azureCLI, "Microsoft Azure CLI", ""),
  ]) func isToldToTheApp(_ client: TestClient, _ name: String, _ listed: String) throws {
    let test = try TestWorld(file: Self.file)
    let answer = try TestBrowser(test).open(
      AuthorizeQuery(client, scope: "openid api://other/.default", tenant: TestWorld.contoso))
    let delivered = try #require(answer.delivered, "\(answer.exchange.reasons)")
    expectEqual(delivered["error"], "invalid_client")
    expectNil(delivered["error_uri"])
    let told = delivered["error_description"] ?? ""
    #expect(told.hasPrefix(Self.text(client.id, name, listed)), "\(told)")
  }

  @Test func whatWasGrantedBeforeCounts() throws {
    let test = try TestWorld(file: Self.file)
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(Self.page, scope: "openid api://other/Do.It", tenant: TestWorld.contoso))
    try browser.enter("alice")
    try expectNotNil(browser.submit().delivered?["code"])
    let again = try browser.open(
      AuthorizeQuery(Self.page, scope: "openid api://other/.default", tenant: TestWorld.contoso))
    expectNotNil(again.delivered?["code"], "\(again.exchange.reasons)")
  }
}
