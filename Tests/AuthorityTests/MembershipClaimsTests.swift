import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import Scenarios
import TestSupport
import Testing
import Worlds

/// Groups and directory roles in tokens, and what stands there when they are too many.
struct MembershipClaimsTests {
  static let alice = "a11ce000-0000-4000-8000-000000000001"
  static let base = "https://" + TestWorld.authority

  /// A world with alice in that many security groups and no other, whose apps want to know of them.
  static func world(_ count: Int, _ setting: GroupMembershipClaims = .securityGroup) throws -> TestWorld {
    try TestWorld(directory: { directory in
      guard let alice = directory.user(named: "alice") else { return }
      for group in directory.groupsInOrder {
        directory.updateGroup(group.id) { $0.members.removeAll { $0 == .user(alice.id) } }
      }
      for number in 0..<count {
        var group = Group(
          id: Group.ID(GUID(random: [1, UInt8(number >> 8), UInt8(number & 0xFF)])), tenant: alice.tenant,
          alias: "g\(number)", displayName: "Group \(number)", kind: .security, createdAt: alice.createdAt)
        group.members = [.user(alice.id)]
        directory.put(group)
      }
      for app in directory.applicationsInOrder where !app.isFirstParty {
        directory.updateApplication(app.id) {
          $0.groupMembershipClaims = setting
          $0.issuesAccessTokensFromAuthorize = true
        }
      }
    })
  }

  /// What a token says: how many groups, that there are some, or where to ask.
  enum Said: Hashable {
    case nothing
    case groups(Int)
    case some
    case elsewhere
  }

  static func said(_ claims: JSONObject) -> Said? {
    let names = claims.names.filter { ["groups", "hasgroups", "_claim_names", "_claim_sources"].contains($0) }
    switch names {
    case []: return .nothing
    case ["groups"]: return claims["groups"]?.strings.map { .groups(Set($0).count) }
    case ["hasgroups"]: return claims["hasgroups"] == true ? .some : nil
    case ["_claim_names", "_claim_sources"]:
      let endpoint: JSONValue = "\(base)/v1.0/users/\(alice)/getMemberObjects"
      let isRight =
        claims["_claim_names"] == ["groups": "src1"] && claims["_claim_sources"] == ["src1": ["endpoint": endpoint]]
      return isRight ? .elsewhere : nil
    default: return nil
    }
  }

  @Test(
    arguments: [
      (0, .nothing), (1, .groups(1)), (5, .groups(5)), (6, .groups(6)), (199, .groups(199)), (200, .groups(200)),
      (201, .elsewhere), (300, .elsewhere),
    ] as [(Int, Said)]) func atTheTokenEndpointTheLimitIsTwoHundred(_ count: Int, _ expected: Said) throws
  {
    let body = try Self.world(count).tokens(scope: TokenClaimsTests.api)
    for token in ["id_token", "access_token"] {
      expectEqual(Self.said(try body.claims(token)), expected, "\(token)")
    }
  }

  @Test(
    arguments: [
      (0, "fragment", .nothing), (5, "fragment", .groups(5)), (6, "fragment", .some), (200, "fragment", .some),
      (201, "fragment", .some), (6, "form_post", .groups(6)), (200, "form_post", .groups(200)),
      (201, "form_post", .elsewhere),
    ] as [(Int, String, Said)]) func inAFragmentItIsFive(_ count: Int, _ mode: String, _ expected: Said) throws
  {
    let browser = TestBrowser(try Self.world(count))
    try browser.open(
      AuthorizeQuery(
        .web, scope: TokenClaimsTests.api, [("response_type", "id_token token"), ("response_mode", mode)]))
    let delivered = try #require(try browser.enter("alice").delivered)
    for token in ["id_token", "access_token"] {
      let text = try #require(delivered[token])
      expectEqual(Self.said(try JSONValue.object(["t": .string(text)]).claims("t")), expected, "\(token)")
    }
  }

  @Test func theEndpointOfAnOverageAnswers() throws {
    let test = try Self.world(201)
    let body = try test.tokens(scope: TokenClaimsTests.api)
    let endpoint = try #require(try body.claims("id_token")["_claim_sources"]?["src1"]?["endpoint"]?.string)
    let handle = try #require(body["refresh_token"]?.string)
    let graph = try test.refresh(handle, [("scope", "https://graph.microsoft.com/User.Read")]).json
    let token = try #require(graph["access_token"]?.string)
    let path = String(endpoint.dropFirst(Self.base.utf8.count))
    let answer = try test.graph(path, method: "POST", token: token, body: #"{"securityEnabledOnly":true}"#)
    expectEqual(answer.status, 200)
    try expectEqual(JSONValue.parse(answer.body)["value"]?.array?.count, 201)
  }

  // MARK: Which memberships

  struct Row: CustomTestStringConvertible {
    let setting: GroupMembershipClaims?
    var user = "bob"
    let groups: [String]?
    var roles: [String]?
    var testDescription: String { "\(setting?.rawValue ?? "unset") for \(user)" }
  }

  static let plain = "b79fbf4d-3ef9-4689-8143-76b194e85509"

  @Test(arguments: [
    Row(setting: nil, groups: nil), Row(setting: GroupMembershipClaims.none, groups: nil),
    Row(setting: .securityGroup, groups: ["engineers", "staff"]),
    Row(setting: .all, groups: ["engineers", "staff", "company"], roles: [plain]),
    Row(setting: .directoryRole, groups: nil, roles: [plain]),
    Row(
      setting: .all, user: "admin", groups: ["staff", "company"],
      roles: ["62e90394-69f5-4237-9190-012177145e10", plain]),
    Row(setting: .applicationGroup, groups: ["engineers"]),
    // The group that was given to the app holds her through another one only.
    Row(setting: .applicationGroup, user: "alice", groups: nil),
  ]) func areThoseTheAppAsksFor(_ row: Row) throws {
    let test = try TestWorld(directory: { directory in
      guard let app = directory.application(named: "mobile"), let group = directory.group(named: "engineers"),
        let principal = directory.servicePrincipal(of: app.id, in: SeededDirectory.contoso)
      else { return }
      directory.updateApplication(app.id) { $0.groupMembershipClaims = row.setting }
      TokenDetailTests.define(["Builder"], of: "mobile", in: &directory)
      directory.put(
        RoleAssignment(
          id: RoleAssignment.ID(GUID(random: [9])), principal: .group(group.id), resource: principal.id, role: "Builder"
        ))
    })
    let body = try test.tokens(row.user, scope: TokenClaimsTests.api)
    let claims = try body.claims("id_token")
    let named = claims["groups"]?.strings?.compactMap { test.world.directory.group(named: $0)?.alias }
    expectEqual(named, row.groups)
    expectEqual(claims["wids"]?.strings, row.roles)
    expectEqual(claims["roles"]?.strings, row.user == "bob" ? ["Builder"] : nil)
    expectEqual(claims.names.dropFirst(5).sorted(), Array(claims.names.dropFirst(5)))
    // The API did not ask.
    expectEqual(Self.said(try body.claims("access_token")), .nothing)
  }

  @Test func aGroupThatIsAssignedLetsItsMembersIn() throws {
    let test = try TestWorld(directory: { directory in
      guard let app = directory.application(named: "mobile"), let group = directory.group(named: "staff"),
        var principal = directory.servicePrincipal(of: app.id, in: SeededDirectory.contoso)
      else { return }
      principal.requiresAssignment = true
      directory.put(principal)
      directory.put(
        RoleAssignment(
          id: RoleAssignment.ID(GUID(random: [9])), principal: .group(group.id), resource: principal.id, role: nil))
    })
    try expectNotNil(test.tokens("alice")["access_token"])
    // Bob is in it through another group.
    #expect(throws: TestFault.self) { try test.tokens("bob") }
  }

  /// The role that everybody has is another one for guests.
  @Test(arguments: [("guest", "13bd1c72-6f4a-4dcf-985f-18d3b80f208a"), ("bob", plain)])
  func everybodysRoleDependsOnTheKindOfUser(_ user: String, _ role: String) throws {
    let test = try TestWorld(directory: { directory in
      for app in ["mobile", "api"].compactMap(directory.application(named:)) {
        directory.updateApplication(app.id) { $0.groupMembershipClaims = .directoryRole }
      }
    })
    let graph = try test.tokens(user, scope: "openid profile User.Read", tenant: "contoso.com")
    try expectEqual(graph.claims("access_token")["wids"]?.strings, [role])
    try expectEqual(graph.claims("id_token")["wids"]?.strings, [role])
    let api = try test.tokens(user, scope: TokenClaimsTests.api, tenant: "contoso.com")
    try expectEqual(api.claims("access_token")["wids"]?.strings, [role])
  }

  // MARK: Tokens with little in them

  @Test func anAppsTokenForItselfHasNoEmptyScope() throws {
    let test = try TestWorld()
    let body = try test.tokens(for: .web, scope: "openid \(TestClient.web.id)/.default")
    let claims = try body.claims("access_token")
    expectEqual(claims["aud"]?.string, TestClient.web.id)
    expectNil(claims["scp"])
  }

  @Test func aPersonalAccountsGraphTokenIsNoJWT() throws {
    let test = try TestWorld()
    let body = try test.tokens("personal", tenant: "consumers")
    let token = try #require(body["access_token"]?.string)
    #expect(token.hasPrefix("EwB"))
    #expect(!token.contains("."))
    try expectEqual(body.claims("id_token")["tid"], "9188040d-6c67-4c5b-b112-36a304b66dad")
    let answer = try test.graph(token: token)
    expectEqual(answer.status, 200)
    try expectEqual(JSONValue.parse(answer.body)["userPrincipalName"], "pat@outlook.com")
    let damaged = try test.graph(token: String(token.dropLast(8)) + "AAAAAAAA")
    expectEqual(damaged.status, 401)
  }
}
