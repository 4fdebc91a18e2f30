import Directory
import TestSupport
import Testing
import Worlds

/// Scopes of several resources in one list: together at authorize, one by one at the token endpoint.
struct MultipleResourcesTests {
  typealias Row = DefaultScopeTests.Row

  static let both = "openid offline_access User.Read api://contoso/Orders.Read"
  static let bare = DefaultScopeTests.prepared(nil)

  static let rows: [Row] = [
    Row(
      name: "code", testDescription: "one page for all; the code for the first, the refresh token for the other",
      prepare: bare,
      walk: {
        try $0.authorize(both)
        try $0.redeem([("scope", "User.Read offline_access")])
        try $0.refresh([("scope", "api://contoso/Orders.Read")])
        try $0.refresh([("scope", "User.Read")])
        try $0.authorize("api://contoso/Orders.Read", [("prompt", "none")])
      }),
    Row(
      name: "hybrid", testDescription: "a hybrid request is one too", client: .web,
      prepare: DefaultScopeTests.prepared(nil, of: "web"),
      walk: { try $0.authorize(both, [("response_type", "code id_token")]) }),
    Row(
      name: "token", testDescription: "an access token from authorize is for one resource", client: .web,
      prepare: { directory in
        if let id = directory.application(named: "web")?.id {
          directory.updateApplication(id) { $0.issuesAccessTokensFromAuthorize = true }
        }
      },
      walk: { try $0.authorize(both, [("response_type", "token")]) }),
    Row(
      name: "redeem-several", testDescription: "a code is redeemed for one resource", prepare: bare,
      walk: {
        try $0.authorize(both)
        try $0.redeem([("scope", "User.Read api://contoso/Orders.Read")])
      }),
    Row(
      name: "redeem-without-scope", testDescription: "a code for one resource says which",
      walk: {
        try $0.authorize("User.Read")
        try $0.redeem()
      }),
    Row(
      name: "redeem-several-without-scope", testDescription: "a code for several does not", prepare: bare,
      walk: {
        try $0.authorize(both)
        try $0.redeem()
      }),
    Row(
      name: "redeem-not-granted", testDescription: "a scope that nobody consented to",
      walk: {
        try $0.authorize("User.Read")
        try $0.redeem([("scope", "https://vault.azure.net/user_impersonation")])
      }),
    Row(
      name: "redeem-another", testDescription: "another resource that was consented to before",
      walk: {
        try $0.authorize("User.Read")
        try $0.redeem([("scope", "api://contoso/Orders.Read")])
      }),
    Row(
      name: "refresh-several", testDescription: "a refresh is for the first resource",
      walk: {
        try $0.authorize(AuthorizeQuery.scope)
        try $0.redeem()
        try $0.refresh([("scope", "api://contoso/Orders.Read User.Read")])
        try $0.refresh([("scope", "User.Read api://contoso/Orders.Read")])
      }),
    Row(
      name: "refresh-without-scope", testDescription: "a refresh without scope is for the code's resource",
      walk: {
        try $0.authorize("offline_access api://contoso/Orders.Read")
        try $0.redeem()
        try $0.refresh()
        try $0.authorize("openid profile offline_access")
        try $0.redeem()
        try $0.refresh()
      }),
    Row(
      name: "shared-names", testDescription: "a name that Graph and Outlook share is Graph's unless Outlook is named",
      prepare: bare,
      walk: {
        try $0.authorize("offline_access Mail.Read https://outlook.office.com/Mail.Read")
        try $0.redeem([("scope", "Mail.Read")])
        try $0.refresh([("scope", "https://outlook.office.com/Mail.Read")])
      }),
    Row(
      name: "two-defaults", testDescription: "two `.default`: the list once, one resource for each token",
      prepare: bare,
      walk: {
        try $0.authorize("offline_access https://graph.microsoft.com/.default api://contoso/.default")
        try $0.redeem([("scope", "https://graph.microsoft.com/.default api://contoso/.default")])
        try $0.redeem([("scope", "https://graph.microsoft.com/.default")])
        try $0.refresh([("scope", "api://contoso/.default")])
      }),
  ]

  @Test(arguments: rows) func isAsRecorded(_ row: Row) throws {
    var transcript = AuthorizeTranscript(try TestWorld(directory: row.prepare), row.client)
    try row.walk(&transcript)
    expectGolden("several-resources-\(row.name).txt", Array(transcript.text.utf8))
  }
}
