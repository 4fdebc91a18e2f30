import Directory
import Expectations
import JSON
import Testing
import Worlds

/// Objects of several types in one place: the type decides which permission a token needs.
@Suite("The permission of the type") struct TypePermissionTests {
  private static let items = "/directory/deletedItems"
  private static let group =
    #"{"displayName":"News","mailEnabled":true,"mailNickname":"news","securityEnabled":false,"groupTypes":["Unified"]}"#

  /// The same world for an app with other permissions.
  private static func app(_ admin: Administrator, _ permissions: String...) throws -> Administrator {
    Administrator(admin.bench, token: try admin.bench.app(permissions))
  }

  /// An app, its service principal, a group and a user that were deleted.
  private static func deleted(_ admin: Administrator) throws -> [String: String] {
    let app = try admin.expect(201, "POST", "/applications", #"{"displayName":"K"}"#)
    let principal = try admin.expect(
      201, "POST", "/servicePrincipals", #"{"appId":"\#(app.body["appId"]?.string ?? "")"}"#)
    let group = try admin.expect(201, "POST", "/groups", Self.group)
    let user = "\(try admin.bench.user("bob").id)"
    for path in ["/applications/\(app.id)", "/groups/\(group.id)", "/users/\(user)"] {
      try admin.expect(204, "DELETE", path)
    }
    return ["application": app.id, "servicePrincipal": principal.id, "group": group.id, "user": user]
  }

  @Test(
    arguments: [
      ("application", "Application.Read.All"), ("servicePrincipal", "Application.Read.All"),
      ("group", "Group.Read.All"), ("user", "User.Read.All"),
    ])
  func deletedItemsAreRead(_ type: String, _ permission: String) throws {
    let admin = try Administrator(Bench())
    let id = try #require(try Self.deleted(admin)[type])
    let reader = try Self.app(admin, permission)
    for cast in ["microsoft.graph." + type, "graph." + type] {
      let list = try reader.expect(200, "GET", "\(Self.items)/\(cast)").body["value"]?.array
      expectEqual(list?.contains { $0["id"]?.string == id }, true)
    }
    try reader.expect(200, "GET", "\(Self.items)/\(id)")
    // Who may read another type may not read this one.
    for other in ["Application.Read.All", "Group.Read.All", "User.Read.All"] where other != permission {
      let stranger = try Self.app(admin, other)
      let refused = try stranger.expect(403, "GET", "\(Self.items)/microsoft.graph.\(type)")
      expectEqual(refused.code, "Authorization_RequestDenied")
      try stranger.expect(403, "GET", "\(Self.items)/graph.\(type)")
      try stranger.expect(403, "GET", "\(Self.items)/\(id)")
      let exchange = try admin.bench.call(
        "/v1.0\(Self.items)/microsoft.graph.\(type)", authorization: stranger.token
      ).exchange
      #expect(exchange.reasons.contains { $0.contains(permission) && $0.hasSuffix("is needed") }, "\(exchange.reasons)")
    }
    try Self.app(admin, "Directory.Read.All").expect(200, "GET", "\(Self.items)/microsoft.graph.\(type)")
  }

  @Test(
    arguments: [
      ("application", "Application.ReadWrite.All"), ("group", "Group.ReadWrite.All"), ("user", "User.ReadWrite.All"),
      ("user", "User.DeleteRestore.All"),
    ])
  func deletedItemsComeBackAndGo(_ type: String, _ permission: String) throws {
    let admin = try Administrator(Bench())
    let id = try #require(try Self.deleted(admin)[type])
    for other in ["Application.ReadWrite.All", "Group.ReadWrite.All", "User.ReadWrite.All"]
    where other.split(separator: ".")[0] != permission.split(separator: ".")[0] {
      let stranger = try Self.app(admin, other)
      try stranger.expect(403, "POST", "\(Self.items)/\(id)/restore")
      try stranger.expect(403, "DELETE", "\(Self.items)/\(id)")
    }
    try Self.app(admin, permission).expect(200, "POST", "\(Self.items)/\(id)/restore")
    try admin.expect(404, "GET", "\(Self.items)/\(id)")
  }

  /// Graph tells of what a list leads to no more than its type and its id.
  @Test func aListLeadsToObjectsThatOneMayNotRead() throws {
    let admin = try Administrator(Bench())
    let principal = try admin.expect(200, "GET", "/servicePrincipals(appId='dae30000-0000-4000-8000-000000000004')").id
    let group = "/groups/97000000-0000-4000-8000-000000000001"
    try admin.expect(
      204, "POST", group + "/members/$ref",
      #"{"@odata.id":"https://graph.microsoft.com/v1.0/servicePrincipals/\#(principal)"}"#)
    func members(_ permissions: String...) throws -> [String: JSONValue] {
      let caller = Administrator(admin.bench, token: try admin.bench.app(permissions))
      let items = try caller.expect(200, "GET", group + "/members").body["value"]?.array ?? []
      return Dictionary(items.map { ($0["@odata.type"]?.string ?? "", $0) }) { first, _ in first }
    }
    let groups = try members("GroupMember.Read.All")
    expectEqual(groups["#microsoft.graph.servicePrincipal"]?["id"]?.string, principal)
    expectEqual(groups["#microsoft.graph.servicePrincipal"]?["displayName"], .null)
    expectNotNil(groups["#microsoft.graph.user"]?["id"]?.string)
    expectEqual(groups["#microsoft.graph.user"]?["userPrincipalName"], .null)
    let users = try members("GroupMember.Read.All", "User.ReadBasic.All")
    expectNotNil(users["#microsoft.graph.user"]?["displayName"]?.string)
    expectEqual(users["#microsoft.graph.servicePrincipal"]?["displayName"], .null)
    let apps = try members("GroupMember.Read.All", "Application.Read.All")
    expectNotNil(apps["#microsoft.graph.servicePrincipal"]?["displayName"]?.string)
    expectEqual(apps["#microsoft.graph.user"]?["displayName"], .null)
  }

  @Test func whatOneOwnsAndIsIn() throws {
    let admin = try Administrator(Bench())
    let alice = try admin.bench.user("alice").id
    let app = try admin.expect(201, "POST", "/applications", #"{"displayName":"K"}"#).id
    try admin.expect(
      204, "POST", "/applications/\(app)/owners/$ref",
      #"{"@odata.id":"https://graph.microsoft.com/v1.0/directoryObjects/\#(alice)"}"#)
    func owned(_ scopes: String) throws -> JSONValue? {
      let caller = Administrator(admin.bench, token: try admin.bench.token(scopes))
      return try caller.expect(200, "GET", "/me/ownedObjects").body["value"]?.array?.first { $0["id"]?.string == app }
    }
    try expectEqual(owned("User.Read")?["@odata.type"], "#microsoft.graph.application")
    try expectEqual(owned("User.Read")?["displayName"], .null)
    try expectEqual(owned("User.Read Application.Read.All")?["displayName"], "K")
    let caller = Administrator(admin.bench, token: try admin.bench.token("User.Read"))
    let groups = try caller.expect(200, "GET", "/me/memberOf").body["value"]?.array ?? []
    #expect(groups.contains { $0["@odata.type"] == "#microsoft.graph.group" && $0["displayName"] == .null })
  }

  @Test(
    arguments: [
      ("GET", "/directoryObjects/97000000-0000-4000-8000-000000000001", nil),
      ("POST", "/directoryObjects/getByIds", #"{"ids":["97000000-0000-4000-8000-000000000001"]}"#),
    ] as [(String, String, String?)])
  func anyObjectWantsThePermissionForAll(_ method: String, _ path: String, _ body: String?) throws {
    let admin = try Administrator(Bench())
    for permission in ["User.Read.All", "Group.Read.All", "Application.Read.All"] {
      try Self.app(admin, permission).expect(403, method, path, body)
    }
    try Self.app(admin, "Directory.Read.All").expect(200, method, path, body)
  }
}
