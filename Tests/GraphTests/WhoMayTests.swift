import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import Testing
import Worlds

/// What a signed-in user may do beside the app's permission: by a directory role, as an owner, or as every member does.
@Suite("Who may") struct WhoMayTests {
  private static let all =
    "Application.ReadWrite.All AppRoleAssignment.ReadWrite.All DelegatedPermissionGrant.ReadWrite.All Directory.AccessAsUser.All "
    + "Group.ReadWrite.All User.Read.All User.ReadWrite.All Policy.ReadWrite.ConditionalAccess RoleManagement.ReadWrite.Directory "
    + "User.Invite.All Policy.ReadWrite.Authorization"
  private static let bob = "/users/bob@contoso.onmicrosoft.com"
  private static let engineers = "/groups/97000000-0000-4000-8000-000000000001"
  private static let group = #"{"displayName":"A","mailEnabled":false,"mailNickname":"a1","securityEnabled":true}"#
  private static let policy = #"{"displayName":"P","state":"disabled","conditions":{"users":{"includeUsers":["All"]}}}"#
  private static let invitation =
    #"{"invitedUserEmailAddress":"kim@partner.test","inviteRedirectUrl":"https://a.test"}"#

  private static func alice(_ roles: String..., tenant: [(String, JSONValue)] = []) throws -> Administrator {
    let bench = try Bench()
    try bench.world.edit { editor in
      let alice = try Bench.found(editor.state.user(named: "alice"))
      try editor.update(alice.id) { $0.directoryRoles = roles }
      try editor.update(alice.tenant) { found in for (name, value) in tenant { found.properties[name] = value } }
    }
    return Administrator(bench, token: try bench.token(all))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let method, path: String
    var body: String?
    /// A role that does it; nil: every member does it.
    let role: String?
    var testDescription: String { "\(method) \(path)" }
  }

  static let rows = [
    Row(method: "PATCH", path: bob, body: #"{"displayName":"B"}"#, role: "User Administrator"),
    Row(
      method: "PATCH", path: bob, body: #"{"passwordProfile":{"password":"N3w-pass-w0rd"}}"#,
      role: "Helpdesk Administrator"),
    Row(method: "DELETE", path: bob, role: "User Administrator"),
    Row(method: "POST", path: bob + "/revokeSignInSessions", role: "Authentication Administrator"),
    Row(method: "POST", path: bob + "/extensions", body: #"{"extensionName":"a.b","c":1}"#, role: "Directory Writers"),
    Row(method: "PATCH", path: engineers, body: #"{"description":"d"}"#, role: "Groups Administrator"),
    Row(method: "DELETE", path: engineers, role: "Groups Administrator"),
    Row(method: "POST", path: "/groups", body: group, role: nil),
    Row(method: "POST", path: "/applications", body: #"{"displayName":"A"}"#, role: nil),
    Row(method: "POST", path: "/invitations", body: invitation, role: nil),
    Row(method: "GET", path: "/users", role: nil),
    Row(method: "POST", path: "/identity/conditionalAccess/policies", body: policy, role: "Security Administrator"),
    Row(
      method: "POST", path: "/directoryRoles", body: #"{"roleTemplateId":"f2ef992c-3afb-46b9-b7cf-a126ee74c451"}"#,
      role: "Privileged Role Administrator"),
    Row(
      method: "PATCH", path: "/policies/authorizationPolicy",
      body: #"{"allowInvitesFrom":"none","defaultUserRolePermissions":{"allowedToCreateApps":false}}"#,
      role: "Privileged Role Administrator"),
  ]

  @Test(arguments: rows)
  func wantsARole(_ row: Row) throws {
    let ordinary = try Self.alice().send(row.method, row.path, row.body)
    guard let role = row.role else {
      #expect((200...204).contains(ordinary.status), "\(ordinary.body.text)")
      return
    }
    #expect(ordinary.status == 403 && ordinary.code == "Authorization_RequestDenied")
    expectEqual(ordinary.message, "Insufficient privileges to complete the operation.")
    let administrator = try Self.alice(role).send(row.method, row.path, row.body)
    #expect((200...204).contains(administrator.status), "\(administrator.body.text)")
    try expectEqual(Self.alice("Reports Reader").send(row.method, row.path, row.body).status, 403)
  }

  @Test func theJournalNamesTheRoles() throws {
    let admin = try Self.alice()
    let exchange = try admin.bench.call("/v1.0\(Self.bob)", method: "DELETE", authorization: admin.token).exchange
    #expect(
      exchange.reasons.contains {
        $0.hasSuffix(
          "'alice' may not delete users; one of these directory roles would do: Global Administrator, User Administrator"
        )
      }, "\(exchange.reasons)")
  }

  @Test(
    arguments: [
      ("allowedToCreateApps", "POST", "/applications", #"{"displayName":"A"}"#, "Application Developer"),
      ("allowedToCreateSecurityGroups", "POST", "/groups", group, "Groups Administrator"),
      (
        "enableGroupCreation", "POST", "/groups",
        #"{"displayName":"A","mailEnabled":true,"mailNickname":"a2","securityEnabled":false,"groupTypes":["Unified"]}"#,
        "Groups Administrator"
      ), ("allowedToReadOtherUsers", "GET", "/users", nil, "Directory Readers"),
      ("allowedToReadOtherUsers", "GET", bob, nil, "Directory Readers"),
    ] as [(String, String, String, String?, String)])
  func aSwitchOfTheTenant(_ name: String, _ method: String, _ path: String, _ body: String?, _ role: String) throws {
    #expect((200...201).contains(try Self.alice().send(method, path, body).status))
    try expectEqual(Self.alice(tenant: [(name, false)]).send(method, path, body).status, 403)
    #expect((200...201).contains(try Self.alice(role, tenant: [(name, false)]).send(method, path, body).status))
  }

  @Test func anOwnerNeedsNoRole() throws {
    let alice = try Self.alice()
    let made = try alice.expect(201, "POST", "/groups", Self.group).id
    try alice.expect(204, "PATCH", "/groups/\(made)", #"{"description":"mine"}"#)
    let id = try alice.bench.user("bob").id
    try alice.expect(
      204, "POST", "/groups/\(made)/members/$ref", #"{"@odata.id":"https://graph.microsoft.com/v1.0/users/\#(id)"}"#)
    try alice.expect(204, "DELETE", "/groups/\(made)")
  }

  @Test func oneChangesOnesOwnProfile() throws {
    let alice = try Self.alice()
    try alice.expect(204, "PATCH", "/me", #"{"mobilePhone":"1"}"#)
    try alice.expect(403, "PATCH", "/me", #"{"accountEnabled":false}"#)
    try alice.expect(403, "DELETE", "/users/alice@contoso.onmicrosoft.com")
  }

  @Test func anAdministratorIsOutOfReach() throws {
    let body = #"{"passwordProfile":{"password":"N3w-pass-w0rd"}}"#
    let admin = "/users/admin@contoso.onmicrosoft.com"
    try Self.alice("User Administrator").expect(403, "PATCH", admin, body)
    try Self.alice("User Administrator").expect(204, "PATCH", admin, #"{"department":"x"}"#)
    try Self.alice("User Administrator").expect(403, "DELETE", admin)
    try Self.alice("Privileged Authentication Administrator").expect(200, "POST", admin + "/revokeSignInSessions")
  }

  @Test func aRoleOfGraphIsForFew() throws {
    func give(_ role: String) throws -> Int {
      let alice = try Self.alice(role)
      let graph = try alice.expect(200, "GET", "/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')").id
      let daemon = try alice.expect(200, "GET", "/servicePrincipals(appId='dae30000-0000-4000-8000-000000000004')").id
      return try alice.send(
        "POST", "/servicePrincipals/\(graph)/appRoleAssignedTo",
        #"{"principalId":"\#(daemon)","resourceId":"\#(graph)","appRoleId":"7ab1d382-f21e-4acd-a863-ba3e13f7da61"}"#
      ).status
    }
    try expectEqual(give("Cloud Application Administrator"), 403)
    #expect([201, 400].contains(try give("Privileged Role Administrator")))
  }

  @Test func anAppChangesItsOwnGroup() throws {
    let bench = try Bench()
    let app = Administrator(bench, token: try bench.app("Group.Create", "Application.Read.All"))
    let caller = try app.expect(200, "GET", "/servicePrincipals(appId='dae30000-0000-4000-8000-000000000004')").id
    let own = try app.expect(
      201, "POST", "/groups",
      #"{"displayName":"A","mailEnabled":false,"mailNickname":"a3","securityEnabled":true,"owners@odata.bind":["https://graph.microsoft.com/v1.0/servicePrincipals/\#(caller)"]}"#
    ).id
    try app.expect(204, "PATCH", "/groups/\(own)", #"{"description":"mine"}"#)
    try app.expect(403, "PATCH", Self.engineers, #"{"description":"not mine"}"#)
    try app.expect(204, "DELETE", "/groups/\(own)")
  }

  @Test func anAppWithADirectoryRoleNeedsNoPermission() throws {
    let bench = try Bench()
    let app = Administrator(bench, token: try bench.app())
    try app.expect(403, "PATCH", Self.bob, #"{"department":"x"}"#)
    let daemon = try Bench.found(bench.world.directory.application(named: "daemon"))
    let principal = try Bench.found(bench.world.directory.servicePrincipal(of: daemon.id, in: SeededDirectory.contoso))
    let admin = try Administrator(bench)
    try admin.expect(
      201, "POST", "/roleManagement/directory/roleAssignments",
      #"{"principalId":"\#(principal.id)","roleDefinitionId":"fdd7a751-b60b-444a-984c-02652fe8fa1c","directoryScopeId":"/"}"#
    )
    try app.expect(204, "PATCH", Self.engineers, #"{"description":"by role"}"#)
    try app.expect(200, "GET", "/users")
    try app.expect(403, "DELETE", Self.bob)
  }

  @Test func rolesOfGroupsCount() throws {
    let bench = try Bench()
    let admin = try Administrator(bench)
    let group = try admin.expect(
      201, "POST", "/groups",
      #"{"displayName":"Helpers","mailEnabled":false,"mailNickname":"helpers","securityEnabled":true,"isAssignableToRole":true}"#
    )
    let alice = try bench.user("alice").id
    try admin.expect(
      204, "POST", "/groups/\(group.id)/members/$ref",
      #"{"@odata.id":"https://graph.microsoft.com/v1.0/users/\#(alice)"}"#)
    let assignment =
      #"{"principalId":"\#(group.id)","roleDefinitionId":"fe930be7-5e62-47db-91af-98c3a49a38b1","directoryScopeId":"/"}"#
    let made = try admin.expect(201, "POST", "/roleManagement/directory/roleAssignments", assignment)
    let caller = Administrator(bench, token: try bench.token(Self.all))
    try caller.expect(204, "PATCH", Self.bob, #"{"department":"x"}"#)
    try expectEqual(
      admin.again().send("GET", "/roleManagement/directory/roleAssignments/\(made.id)").body["principalId"]?.string,
      group.id)
    try admin.expect(204, "DELETE", "/roleManagement/directory/roleAssignments/\(made.id)")
    try caller.expect(403, "PATCH", Self.bob, #"{"department":"x"}"#)
    let plain = try admin.expect(201, "POST", "/groups", Self.group).id
    try admin.expect(
      400, "POST", "/roleManagement/directory/roleAssignments",
      #"{"principalId":"\#(plain)","roleDefinitionId":"fe930be7-5e62-47db-91af-98c3a49a38b1"}"#)
  }

  @Test(
    arguments: [
      ("none", [], false), ("adminsAndGuestInviters", [], false), ("adminsAndGuestInviters", ["Guest Inviter"], true),
      ("adminsGuestInvitersAndAllMembers", [], true), ("everyone", [], true), ("none", ["Global Administrator"], false),
    ] as [(String, [String], Bool)])
  func invitations(_ rule: String, _ roles: [String], _ isAllowed: Bool) throws {
    let bench = try Bench()
    try bench.world.edit { editor in
      let alice = try Bench.found(editor.state.user(named: "alice"))
      try editor.update(alice.id) { $0.directoryRoles = roles }
      try editor.update(alice.tenant) { $0.properties["allowInvitesFrom"] = .string(rule) }
    }
    let alice = Administrator(bench, token: try bench.token(Self.all))
    try alice.expect(isAllowed ? 201 : 403, "POST", "/invitations", Self.invitation)
  }

  @Test func everyNamedRoleExists() {
    let tasks: [AdministrativeTask] = [
      .makeUsers, .changeUsers, .changeUserData, .deleteUsers, .resetPasswords, .revokeSessions, .changePhotos,
      .readUsers,
      .makeSecurityGroups, .makeUnifiedGroups, .changeGroups, .deleteGroups, .changeRoleGroups, .makeRoleGroups,
      .registerApps,
      .changeApps, .changeGrants, .changeAssignments, .assignGraphRoles, .changeRoles, .readPolicies, .changePolicies,
      .changeAuthorization, .inviteGuests, .readDeleted, .restoreGroups,
    ]
    for task in tasks { expectEqual(task.roles.count, task.namedRoles, "\(task.name)") }
    expectEqual(DirectoryRole.assignable.count, 123)
    expectEqual(Set(DirectoryRole.assignable.map(\.templateID)).count, DirectoryRole.assignable.count)
  }
}
