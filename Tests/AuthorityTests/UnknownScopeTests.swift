import Bytes
import Directory
import Expectations
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// An app asks for a permission that its API does not have.
struct UnknownScopeTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let scope: String
    let value: String
    var resource = "00000003-0000-0000-c000-000000000000"
  }

  static let rows = [
    Row(testDescription: "without its API", scope: "openid access_as_user", value: "access_as_user"),
    Row(testDescription: "a claim of OpenID Connect", scope: "openid address", value: "address"),
    Row(testDescription: "groups alone", scope: "groups", value: "groups"),
    Row(
      testDescription: "of an API of the tenant", scope: "api://contoso/Nothing", value: "Nothing",
      resource: TestClient.api.id),
  ]

  static func expectRefusal(_ answer: TestAnswer, _ row: Row) throws {
    let delivered = try #require(answer.delivered, "\(answer.exchange.reasons)")
    expectEqual(delivered.mode, .query)
    expectEqual(delivered.parameters.fields.map(\.name), ["error", "error_description", "state"])
    expectEqual(delivered["error"], "invalid_client")
    expectEqual(
      delivered["error_description"]?.hasPrefix(
        "AADSTS650053: The application 'Contoso Web' asked for scope '\(row.value)' that doesn't exist on the resource "
          + "'\(row.resource)'. Contact the app vendor."), true)
    expectEqual(answer.exchange.events.last, .authorizeRefused)
  }

  @Test(arguments: rows) func userSignsInFirst(_ row: Row) throws {
    let browser = TestBrowser(try TestWorld())
    let page = try browser.open(AuthorizeQuery(.web, scope: row.scope))
    expectEqual(page.pageID, "ConvergedSignIn")
    try Self.expectRefusal(try browser.enter("alice"), row)
  }

  @Test(arguments: rows, [nil, "none"]) func sessionIsEnough(_ row: Row, _ prompt: String?) throws {
    let browser = TestBrowser(try TestWorld())
    try browser.signIn("alice")
    try Self.expectRefusal(try browser.open(AuthorizeQuery(.web, scope: row.scope, [("prompt", prompt)])), row)
  }

  @Test func silentRequestWithoutSessionHearsOfTheSession() throws {
    let answer = try TestWorld().send("GET", AuthorizeQuery(.web, scope: "groups", [("prompt", "none")]).target)
    expectEqual(answer.delivered?.errorCode, 50058)
  }

  /// Two clicks on one button: the app gets one answer.
  @Test func formAnswersOnce() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    let form = try #require(try browser.open(AuthorizeQuery(.web, scope: "groups")).form)
    let name = try test.signInName(of: "alice")
    try browser.enter("alice")
    let again = try browser.post(
      form.action, FormFields(form.fields).with([("loginfmt", name), ("passwd", SeededDirectory.password)]))
    expectNil(again.delivered)
  }

  @Test(arguments: rows) func deviceHearsItAtOnce(_ row: Row) throws {
    let answer = try TestWorld().post(
      "/common/oauth2/v2.0/devicecode", FormFields([("client_id", TestClient.mobile.id), ("scope", row.scope)]))
    expectEqual(answer.status, 400)
    expectEqual(answer.error, "invalid_scope")
    expectEqual(answer.errorCode, 70011)
    expectEqual(
      answer.exchange.refusal?.message,
      "The provided value for the input parameter 'scope' is not valid. The scope '\(row.value)' does not exist.")
    try expectNil(answer.json["error_uri"])
    #expect(!answer.exchange.events.contains(.deviceCodeIssued))
  }
}
