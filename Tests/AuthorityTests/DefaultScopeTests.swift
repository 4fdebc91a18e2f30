import Bytes
import Directory
import JSON
import TestSupport
import Testing
import Worlds

/// `.default`, case by case: the page, the redirect byte by byte, and what the token carries.
struct DefaultScopeTests {
  struct Row: CustomTestStringConvertible, Sendable {
    /// Of the golden file.
    let name: String
    let testDescription: String
    var client = TestClient.mobile
    var prepare: @Sendable (inout DirectoryState) -> Void = { _ in }
    let walk: @Sendable (inout AuthorizeTranscript) throws -> Void
  }

  static let graph = "https://graph.microsoft.com/.default"
  static let all = graph + " openid profile offline_access"
  static let own = "\(TestClient.web.id)/.default"

  static func prepared(
    _ list: [(Application.ID, [String])]?, of client: String = "mobile", granted: [(Application.ID, [String])] = []
  ) -> @Sendable (inout DirectoryState) -> Void {
    { $0.prepare(client, list: list, granted: granted) }
  }

  static let user: [Row] = [
    Row(
      name: "1", testDescription: "granted before: no page, whatever the list",
      prepare: prepared([(WellKnown.graph, ["Files.Read"])], granted: [(WellKnown.graph, ["User.Read", "Mail.Read"])]),
      walk: {
        try $0.authorize(all)
        try $0.redeem([("scope", graph)])
        try $0.refresh([("scope", graph)])
        try $0.refresh()
      }),
    Row(
      name: "2", testDescription: "nothing granted: the whole list, one resource for each token",
      prepare: prepared([
        (WellKnown.graph, ["User.Read", "Contacts.Read"]), (WellKnown.keyVault, ["user_impersonation"]),
      ]),
      walk: {
        try $0.authorize(all)
        try $0.redeem()
        try $0.refresh([("scope", "https://vault.azure.net/.default")])
      }),
    Row(
      name: "3a", testDescription: "the list has grown: no page",
      prepare: prepared(
        [(WellKnown.graph, ["Mail.Read", "Contacts.Read"])], granted: [(WellKnown.graph, ["Mail.Read"])]),
      walk: {
        try $0.authorize(all)
        try $0.redeem([("scope", graph)])
      }),
    Row(
      name: "3b", testDescription: "the list has grown, prompt=consent: the whole list",
      prepare: prepared(
        [(WellKnown.graph, ["Mail.Read", "Contacts.Read"])], granted: [(WellKnown.graph, ["Mail.Read"])]),
      walk: {
        try $0.authorize(all, [("prompt", "consent")])
        try $0.redeem([("scope", graph)])
      }),
    Row(
      name: "3b-admin", testDescription: "the list has grown by a permission for administrators, prompt=consent",
      prepare: prepared(
        [(WellKnown.graph, ["Mail.Read", "User.Read.All"])], granted: [(WellKnown.graph, ["Mail.Read"])]),
      walk: { try $0.authorize(all, [("prompt", "consent")]) }),
  ]

  static let edges: [Row] = [
    Row(
      name: "4-token", testDescription: "an app for itself, token: an id_token comes instead", client: .web,
      prepare: { directory in
        if let id = directory.application(named: "web")?.id {
          directory.updateApplication(id) { $0.issuesAccessTokensFromAuthorize = true }
        }
      },
      walk: { try $0.authorize(own, [("response_type", "token")]) }),
    Row(
      name: "4-code", testDescription: "an app for itself, code: an access token whose audience it is", client: .web,
      walk: {
        try $0.authorize(own + " openid offline_access")
        try $0.redeem()
        try $0.refresh([("scope", own)])
        try $0.refresh()
      }),
    Row(
      name: "4-consent", testDescription: "an app for itself that was granted nothing: the whole list first",
      client: .web, prepare: prepared([(WellKnown.graph, ["User.Read"])], of: "web"),
      walk: {
        try $0.authorize(own + " openid")
        try $0.redeem()
      }),
    Row(
      name: "4-uri", testDescription: "an app for itself by URI", client: .api,
      walk: { try $0.authorize("api://contoso/.default", tenant: "contoso.com") }),
    Row(
      name: "5", testDescription: "client credentials: the roles granted, none without", client: .web,
      walk: {
        for (id, secret) in [
          ("dae30000-0000-4000-8000-000000000004", "daemon-secret"), (TestClient.web.id, "web-secret"),
        ] {
          let form = FormFields([
            ("client_id", id), ("client_secret", secret), ("grant_type", "client_credentials"), ("scope", graph),
          ])
          try $0.token("client credentials of \(id)", form, tenant: "contoso.com")
        }
      }),
    Row(
      name: "6", testDescription: "beside a named permission",
      walk: {
        try $0.authorize(graph + " Mail.Read")
        try $0.authorize(AuthorizeQuery.scope)
        try $0.redeem([("scope", graph + " Mail.Read")])
        try $0.redeem([("scope", graph)])
        try $0.refresh([("scope", graph + " Mail.Read")])
      }),
    Row(
      name: "8", testDescription: "an empty list and nothing granted: to sign the user in", prepare: prepared([]),
      walk: {
        try $0.authorize(all)
        try $0.redeem([("scope", graph)])
        try $0.authorize(all)
      }),
    Row(
      name: "9", testDescription: "a resource outside of the list: consent does not reach it",
      prepare: prepared([(WellKnown.graph, ["User.Read"])]),
      walk: {
        try $0.authorize("https://vault.azure.net/.default openid")
        try $0.redeem()
      }),
    Row(
      name: "10", testDescription: "a resource that the tenant does not have",
      walk: {
        try $0.authorize("https://nowhere.test/.default")
        try $0.authorize("https://nowhere.test/.default", [("prompt", "none")])
        try $0.authorize(AuthorizeQuery.scope)
        try $0.redeem([("scope", "https://nowhere.test/.default")])
      }),
  ]

  @Test(arguments: user + edges) func isAsRecorded(_ row: Row) throws {
    var transcript = AuthorizeTranscript(try TestWorld(directory: row.prepare), row.client)
    try row.walk(&transcript)
    expectGolden("default-scope-\(row.name).txt", Array(transcript.text.utf8))
  }

  /// Case 7: on behalf of a user.
  @Test func onBehalfOfAUserItStandsForWhatWasGranted() throws {
    let test = try TestWorld()
    let assertion = try test.tokens(scope: "api://contoso/Orders.Read")["access_token"]?.string
    var transcript = AuthorizeTranscript(test, .api)
    try transcript.token(
      "on behalf of alice \(Self.graph)",
      FormFields([
        ("client_id", TestClient.api.id), ("client_secret", "api-secret"), ("scope", Self.graph),
        ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("requested_token_use", "on_behalf_of"),
        ("assertion", assertion ?? ""),
      ]), tenant: "contoso.com")
    expectGolden("default-scope-7.txt", Array(transcript.text.utf8))
  }
}
