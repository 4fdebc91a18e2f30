import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Time
import Worlds

struct PermissionTests {
  static let engineers = MembershipTests.engineers
  static let bob = "/v1.0/users/bob@contoso.onmicrosoft.com"

  /// A call and what is enough and what is not, for a user and for an app.
  struct Row: CustomTestStringConvertible {
    var method = "GET"
    let path: String
    var user = "alice"
    let enough: String
    let little: String
    /// Whether the call can be made once only.
    var needsNew = false
    /// A role that is enough; nil where an app is always refused.
    var role: String?
    var body: String?
    var testDescription: String { "\(method) \(path)" }
  }

  static let rows = [
    Row(path: "/v1.0/me", enough: "User.Read", little: "openid profile email"),
    Row(method: "PATCH", path: "/v1.0/me", enough: "User.ReadWrite", little: "User.Read", body: "{}"),
    Row(path: "/v1.0/users", enough: "User.ReadBasic.All", little: "User.Read", role: "User.Read.All"),
    Row(path: bob, enough: "User.Read.All", little: "User.Read", role: "Directory.Read.All"),
    Row(
      method: "POST", path: "/v1.0/me/revokeSignInSessions", enough: "User.RevokeSessions.All", little: "User.ReadWrite"
    ),
    Row(
      method: "POST", path: bob + "/revokeSignInSessions", user: "admin", enough: "User.ReadWrite.All",
      little: "User.Read.All",
      role: "User.RevokeSessions.All"),
    Row(path: "/v1.0/me/memberOf", enough: "User.Read", little: "User.ReadBasic.All"),
    Row(path: bob + "/memberOf", enough: "GroupMember.Read.All", little: "User.Read.All", role: "Directory.Read.All"),
    Row(
      method: "POST", path: "/v1.0/me/getMemberGroups", enough: "User.Read", little: "User.ReadWrite",
      body: #"{"securityEnabledOnly":false}"#),
    Row(path: bob + "/directReports", enough: "User.Read.All", little: "User.Read", role: "User.Read.All"),
    Row(
      method: "POST", path: bob + "/getMemberObjects", enough: "User.Read.All", little: "User.Read",
      role: "User.Read.All", body: #"{"securityEnabledOnly":false}"#),
    Row(path: bob + "/transitiveMemberOf", enough: "User.Read.All", little: "User.Read", role: "User.Read.All"),
    Row(path: bob + "/memberOf", enough: "Group.Read.All", little: "User.Read", role: "User.Read.All"),
    Row(
      method: "POST", path: bob + "/checkMemberGroups", enough: "GroupMember.Read.All", little: "User.Read",
      role: "User.Read.All", body: #"{"groupIds":["\#(engineers)"]}"#),
    Row(
      path: bob + "/licenseDetails", enough: "LicenseAssignment.Read.All", little: "User.Read", role: "User.Read.All"),
    Row(
      path: bob + "/appRoleAssignments", enough: "AppRoleAssignment.ReadWrite.All", little: "Application.Read.All",
      role: "Directory.Read.All"),
    Row(
      path: "/v1.0/applications", enough: "Application.Read.All", little: "User.Read.All",
      role: "Application.ReadWrite.OwnedBy"),
    Row(
      path: "/v1.0/directoryRoles", enough: "RoleManagement.Read.Directory", little: "User.Read.All",
      role: "RoleManagement.Read.Directory"),
    Row(
      method: "POST", path: "/v1.0/directoryObjects/getByIds", enough: "Directory.Read.All", little: "User.Read",
      role: "Directory.Read.All", body: #"{"ids":["\#(engineers)"]}"#),
    Row(
      method: "POST", path: "/v1.0/groups", enough: "Group.ReadWrite.All", little: "GroupMember.ReadWrite.All",
      role: "Group.Create",
      body: #"{"displayName":"A","mailEnabled":false,"mailNickname":"a","securityEnabled":true}"#),
    Row(
      method: "PATCH", path: "/v1.0/groups/\(engineers)", user: "admin", enough: "Group.ReadWrite.All",
      little: "Group.Read.All",
      role: "Directory.ReadWrite.All", body: "{}"),
    Row(
      method: "DELETE", path: "/v1.0/groups/\(engineers)", user: "admin", enough: "Group.ReadWrite.All",
      little: "Directory.ReadWrite.All", needsNew: true, role: "Group.ReadWrite.All"),
    Row(
      method: "PATCH", path: bob, user: "admin", enough: "User.EnableDisableAccount.All",
      little: "User-Phone.ReadWrite.All",
      role: "User.EnableDisableAccount.All", body: #"{"accountEnabled":false}"#),
    Row(path: "/v1.0/me/photo/$value", user: "bob", enough: "ProfilePhoto.Read.All", little: "GroupMember.Read.All"),
    Row(
      path: bob + "/photo/$value", enough: "ProfilePhoto.Read.All", little: "User.Read", role: "ProfilePhoto.Read.All"),
    Row(path: "/v1.0/groups", enough: "GroupMember.Read.All", little: "User.Read.All", role: "Group.Read.All"),
    Row(path: "/v1.0/groups/\(engineers)", enough: "Group.Read.All", little: "User.Read", role: "GroupMember.Read.All"),
    Row(
      path: "/v1.0/groups/\(engineers)/members", enough: "Group.ReadWrite.All", little: "User.Read",
      role: "Directory.Read.All"),
    Row(
      method: "DELETE", path: "/v1.0/groups/\(engineers)/members/\(GroupTests.bob)/$ref", user: "admin",
      enough: "GroupMember.ReadWrite.All", little: "GroupMember.Read.All", needsNew: true, role: "Group.ReadWrite.All"),
    Row(
      method: "PATCH", path: bob, user: "admin", enough: "User.ReadWrite.All", little: "User.ReadWrite",
      role: "User.ReadWrite.All",
      body: "{}"),
    Row(
      method: "DELETE", path: bob, user: "admin", enough: "User.ReadWrite.All", little: "Directory.ReadWrite.All",
      needsNew: true,
      role: "User.DeleteRestore.All"),
    Row(path: "/v1.0/organization", enough: "User.Read", little: "User.ReadWrite", role: "Organization.Read.All"),
    Row(
      path: "/v1.0/oauth2PermissionGrants", enough: "Directory.Read.All", little: "User.Read.All",
      role: "Directory.Read.All"),
  ]

  @Test(arguments: rows)
  func asksFor(_ row: Row) throws {
    var bench = try Bench()
    func call(_ authorization: String) throws -> HTTPResponse {
      try bench.call(row.path, method: row.method, authorization: authorization, body: row.body).response
    }
    #expect((200...204).contains(try call(try bench.token(row.enough, of: row.user)).status))
    if row.needsNew { bench = try Bench() }
    try expectDenied(try call(try bench.token(row.little, of: row.user)))
    if let role = row.role {
      #expect((200...204).contains(try call(try bench.app(role)).status))
      try expectDenied(try call(try bench.app("Mail.Send")))
      try expectDenied(try call(try bench.app()))
    } else {
      let response = try call(try bench.app("User.ReadWrite.All", "Directory.ReadWrite.All"))
      expectEqual(response.status, 400)
      try expectEqual(
        response.json()["error"]?["message"], "/me request is only valid with delegated authentication flow.")
    }
  }

  @Test func anAppNeverChangesAPassword() throws {
    let bench = try Bench()
    try expectDenied(
      try bench.call(
        Self.bob + "/changePassword", method: "POST", authorization: try bench.app("Directory.ReadWrite.All"),
        body: #"{"currentPassword":"Passw0rd!","newPassword":"An0ther-one"}"#
      ).response)
  }

  @Test func theOwnManagerNeedsNoMore() throws {
    let bench = try Bench()
    let token = try bench.token("User.Read")
    try expectEqual(bench.call("/v1.0/me/manager", authorization: token).response.status, 404)
    try expectEqual(
      bench.call("/v1.0/users/alice@contoso.onmicrosoft.com/manager", authorization: token).response.status, 404)
    try expectDenied(try bench.call(Self.bob + "/manager", authorization: token).response)
  }

  private func expectDenied(_ response: HTTPResponse) throws {
    expectEqual(response.status, 403)
    try expectEqual(response.json()["error"]?["code"], "Authorization_RequestDenied")
    expectNil(response.fields["WWW-Authenticate"])
  }
}
