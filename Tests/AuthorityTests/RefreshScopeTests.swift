import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing

/// Which resource and which scopes a renewal is answered with, and how they are spelled.
struct RefreshScopeTests {
  struct Scope: CustomTestStringConvertible {
    let testDescription: String
    var client = TestClient.mobile
    /// Nil: the parameter is left out.
    let asked: String?
    let answered: String
    let audience: String
    var hasIDToken = false
    /// Whether a part of what was asked is left out.
    var isNarrowed = false
  }

  static let openID = ["openid", "profile", "email", "offline_access"]

  static let graph = "00000003-0000-0000-c000-000000000000"
  static let api = TestClient.api.id

  @Test(arguments: [
    Scope(
      testDescription: "none: those of the sign-in", asked: nil, answered: "email openid profile Mail.Read User.Read",
      audience: graph, hasIDToken: true),
    Scope(
      testDescription: "empty: those of the sign-in", asked: "", answered: "email openid profile Mail.Read User.Read",
      audience: graph, hasIDToken: true),
    Scope(
      testDescription: "one bare name", asked: "User.Read", answered: "email openid profile Mail.Read User.Read",
      audience: graph),
    Scope(
      testDescription: "in small letters, answered as registered", asked: "user.read openid",
      answered: "email openid profile Mail.Read User.Read", audience: graph, hasIDToken: true),
    Scope(
      testDescription: "spelled in full", asked: "https://graph.microsoft.com/User.Read",
      answered: "email openid profile https://graph.microsoft.com/Mail.Read https://graph.microsoft.com/User.Read",
      audience: "https://graph.microsoft.com"),
    Scope(
      testDescription: ".default comes back", asked: "https://graph.microsoft.com/.default",
      answered: "email openid profile https://graph.microsoft.com/Mail.Read https://graph.microsoft.com/User.Read "
        + "https://graph.microsoft.com/.default", audience: "https://graph.microsoft.com"),
    Scope(
      testDescription: ".default with OpenID words",
      asked: "https://graph.microsoft.com/.default openid profile offline_access",
      answered: "email openid profile https://graph.microsoft.com/Mail.Read https://graph.microsoft.com/User.Read "
        + "https://graph.microsoft.com/.default", audience: "https://graph.microsoft.com", hasIDToken: true),
    Scope(
      testDescription: "OpenID words alone", asked: "openid profile offline_access",
      answered: "email openid profile Mail.Read User.Read", audience: graph, hasIDToken: true),
    Scope(
      testDescription: "another resource by its URI", asked: "api://contoso/Orders.Read",
      answered: "api://contoso/Orders.Read api://contoso/access_as_user", audience: api),
    Scope(
      testDescription: "another resource by its id", asked: "\(api)/.default",
      answered: "\(api)/Orders.Read \(api)/access_as_user \(api)/.default", audience: api),
    Scope(
      testDescription: "of two resources the first", asked: "api://contoso/Orders.Read User.Read",
      answered: "api://contoso/Orders.Read api://contoso/access_as_user", audience: api, isNarrowed: true),
    Scope(
      testDescription: "a double slash stays", client: .azureCLI,
      asked: "https://management.core.windows.net//.default",
      answered: "https://management.core.windows.net//user_impersonation https://management.core.windows.net//.default",
      audience: "https://management.core.windows.net/"),
    Scope(
      testDescription: "one slash less, audience without", client: .azureCLI,
      asked: "https://management.azure.com/.default",
      answered: "https://management.azure.com/user_impersonation https://management.azure.com/.default",
      audience: "https://management.azure.com"),
  ]) func answersScopesAsAsked(_ row: Scope) throws {
    let test = try TestWorld()
    let answer = try test.refresh(try test.refreshToken(for: row.client), by: row.client, [("scope", row.asked)])
    expectEqual(answer.status, 200, "\(answer.text)")
    let body = try answer.json
    expectEqual(body["scope"]?.string, row.answered)
    try expectEqual(body.claims("access_token")["aud"]?.string, row.audience)
    expectEqual(body["id_token"] != nil, row.hasIDToken)
    expectNotNil(body["refresh_token"])
    // Every permission asked is there, or clients would ask for ever; what OpenID Connect knows may be left out of others' APIs.
    let answered = Set((body["scope"]?.string ?? "").lowercased().split(separator: " "))
    let asked = (row.asked ?? "").lowercased().split(separator: " ").filter { !Self.openID.contains(String($0)) }
    if !row.isNarrowed { #expect(answered.isSuperset(of: asked)) }
    #expect(!answered.contains("offline_access"))
  }
}
