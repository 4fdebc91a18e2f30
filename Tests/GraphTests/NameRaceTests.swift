import Directory
import Expectations
import JSON
import Policy
import Scenarios
import Synchronization
import TestSupport
import Testing
import Worlds

@testable import Graph

/// Several callers make one thing at one time. One of them has made it, and the others hear that it is there.
@Suite("Callers of Graph who make one thing at once") struct NameRaceTests {
  /// In path and body `{n}` stands for the number of the round, `{c}` for that of the caller, `{0}` and so on for what was prepared.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let route: String
    let path: String
    let body: String
    /// What the race needs, made once; then what the round needs, made before it.
    let setting: @Sendable (Administrator) throws -> [String]
    let prepare: @Sendable (Administrator, Int) throws -> [String]

    init(
      _ description: String, _ route: String, path: String? = nil, _ body: String,
      setting: @escaping @Sendable (Administrator) throws -> [String] = { _ in [] },
      prepare: @escaping @Sendable (Administrator, Int) throws -> [String] = { _, _ in [] }
    ) {
      testDescription = description
      self.route = route
      self.path = path ?? String(route.drop { $0 != "/" })
      self.body = body
      self.setting = setting
      self.prepare = prepare
    }
  }

  private static let user = #"""
    {"accountEnabled":true,"displayName":"U","mailNickname":"u{n}x{c}","userPrincipalName":"u{n}@contoso.com","passwordProfile":{"password":"Str0ng-enough!"}}
    """#
  private static let group = #""displayName":"G","mailEnabled":true,"securityEnabled":false,"groupTypes":["Unified"]"#
  private static let role = "60000000-0000-4000-8000-0000000000b1"
  /// Groups Administrator.
  private static let directoryRole = "fdd7a751-b60b-444a-984c-02652fe8fa1c"

  @Sendable private static func person(_ admin: Administrator, _ name: String) throws -> String {
    try admin.expect(
      201, "POST", "/users",
      user.replacing("{n}x{c}", with: name).replacing("u{n}@", with: name + "@")
    ).id
  }

  @Sendable private static func person(_ admin: Administrator, _ round: Int) throws -> [String] {
    [try person(admin, "p\(round)")]
  }

  @Sendable private static func draft(_ admin: Administrator, _ round: Int) throws -> [String] {
    let user = try person(admin, "d\(round)")
    let message = #"{"toRecipients":[{"emailAddress":{"address":"kim@example.com"}}]}"#
    return [user, try admin.expect(201, "POST", "/users/\(user)/messages", message).id]
  }

  @Sendable private static func shop(_ admin: Administrator) throws -> [String] {
    let shop = try PrincipalChangeTests.Shop(admin)
    return [shop.principal, shop.app]
  }

  private static func roleOf(_ principal: String) -> String {
    #"{"principalId":"\#(principal)","resourceId":"{0}","appRoleId":"\#(role)"}"#
  }

  private static let reference = #"{"@odata.id":"https://graph.microsoft.com/v1.0/directoryObjects/{1}"}"#

  static let rows: [Row] = [
    Row("a sign-in name", "POST /users", user),
    Row(
      "a sign-in name that users change to", "PATCH /users/{user}", path: "/users/{c}",
      #"{"userPrincipalName":"same{n}@contoso.com"}"#
    ) { admin in
      []
    } prepare: { admin, round in
      try (0..<callers).map { try person(admin, "q\(round)x\($0)") }
    },
    Row("a mail nickname", "POST /groups", "{\(group),\"mailNickname\":\"g{n}\"}"),
    Row("a unique name of groups", "POST /groups", "{\(group),\"mailNickname\":\"h{n}x{c}\",\"uniqueName\":\"g{n}\"}"),
    Row("an App ID URI", "POST /applications", #"{"displayName":"A","identifierUris":["https://a{n}.contoso.com"]}"#),
    Row("a unique name of apps", "POST /applications", #"{"displayName":"A","uniqueName":"a{n}"}"#),
    Row("a service principal", "POST /servicePrincipals", #"{"appId":"{0}"}"#) { _ in
      []
    } prepare: { admin, _ in
      [try admin.expect(201, "POST", "/applications", #"{"displayName":"A"}"#).body["appId"]?.string ?? ""]
    },
    Row(
      "a federated credential", "POST /applications/{application}/federatedIdentityCredentials",
      path: "/applications/{1}/federatedIdentityCredentials",
      #"{"name":"f{n}","issuer":"https://ci.test","subject":"s{n}x{c}","audiences":["api://AzureADTokenExchange"]}"#,
      setting: shop),
    Row(
      "a directory extension", "POST /applications/{application}/extensionProperties",
      path: "/applications/{1}/extensionProperties",
      #"{"name":"e{n}","dataType":"String","targetObjects":["User"]}"#, setting: shop),
    Row(
      "a grant", "POST /oauth2PermissionGrants",
      #"{"clientId":"{0}","consentType":"Principal","principalId":"{2}","resourceId":"{0}","scope":"User.Read"}"#,
      setting: shop, prepare: person),
    Row(
      "an app role, given by the API", "POST /servicePrincipals/{principal}/appRoleAssignedTo",
      path: "/servicePrincipals/{0}/appRoleAssignedTo", roleOf("{2}"), setting: shop, prepare: person),
    Row(
      "an app role of a user", "POST /users/{user}/appRoleAssignments", path: "/users/{2}/appRoleAssignments",
      roleOf("{2}"), setting: shop, prepare: person),
    Row(
      "an app role of a group", "POST /groups/{group}/appRoleAssignments", path: "/groups/{2}/appRoleAssignments",
      roleOf("{2}"), setting: shop
    ) { admin, round in [try admin.expect(201, "POST", "/groups", "{\(group),\"mailNickname\":\"r\(round)\"}").id] },
    Row(
      "an app role of an app", "POST /servicePrincipals/{principal}/appRoleAssignments",
      path: "/servicePrincipals/{2}/appRoleAssignments", roleOf("{2}"), setting: shop
    ) { admin, _ in
      let app = try admin.expect(201, "POST", "/applications", #"{"displayName":"A"}"#).body["appId"]?.string ?? ""
      return [try admin.expect(201, "POST", "/servicePrincipals", #"{"appId":"\#(app)"}"#).id]
    },
    Row(
      "a directory role of a user", "POST /roleManagement/directory/roleAssignments",
      #"{"principalId":"{0}","roleDefinitionId":"\#(directoryRole)","directoryScopeId":"/"}"#, prepare: person),
    Row("a directory role", "POST /directoryRoles", #"{"roleTemplateId":"\#(directoryRole)"}"#) { _ in
      []
    } prepare: {
      admin, _ in
      let world = admin.bench.world
      try world.edit { try $0.update(SeededDirectory.contoso) { $0.properties.directoryRoles = [] } }
      return []
    },
    Row(
      "a holder of a directory role", "POST /directoryRoles/{role}/members/$ref",
      path: "/directoryRoles/roleTemplateId=62e90394-69f5-4237-9190-012177145e10/members/$ref",
      reference.replacing("{1}", with: "{0}"), prepare: person),
    Row(
      "a member of a group", "POST /groups/{group}/members/$ref", path: "/groups/{0}/members/$ref", reference,
      setting: { admin in [try admin.expect(201, "POST", "/groups", "{\(group),\"mailNickname\":\"m\"}").id] },
      prepare: person),
    Row(
      "an owner of a group", "POST /groups/{group}/owners/$ref", path: "/groups/{0}/owners/$ref", reference,
      setting: { admin in [try admin.expect(201, "POST", "/groups", "{\(group),\"mailNickname\":\"m\"}").id] },
      prepare: person),
    Row(
      "an owner of an app", "POST /applications/{application}/owners/$ref", path: "/applications/{1}/owners/$ref",
      reference.replacing("{1}", with: "{2}"), setting: shop, prepare: person),
    Row(
      "an owner of a service principal", "POST /servicePrincipals/{principal}/owners/$ref",
      path: "/servicePrincipals/{0}/owners/$ref", reference.replacing("{1}", with: "{2}"), setting: shop,
      prepare: person),
    Row(
      "a draft that is sent", "POST /users/{user}/messages/{message}/send", path: "/users/{0}/messages/{1}/send", "{}",
      prepare: draft),
    Row(
      "a draft of a folder that is sent", "POST /users/{user}/mailFolders/{folder}/messages/{message}/send",
      path: "/users/{0}/mailFolders/drafts/messages/{1}/send", "{}", prepare: draft),
    Row(
      "an extension", "POST /users/{user}/extensions", path: "/users/{0}/extensions",
      #"{"extensionName":"test.e{n}","c":"{c}"}"#, setting: { [try person($0, "ext")] }),
    Row(
      "a claims mapping policy of a service principal",
      "POST /servicePrincipals/{principal}/claimsMappingPolicies/$ref",
      path: "/servicePrincipals/{0}/claimsMappingPolicies/$ref",
      #"{"@odata.id":"https://graph.microsoft.com/v1.0/policies/claimsMappingPolicies/{1}"}"#
    ) { _ in
      []
    } prepare: { admin, _ in
      let app = try admin.expect(201, "POST", "/applications", #"{"displayName":"A"}"#).body["appId"]?.string ?? ""
      let principal = try admin.expect(201, "POST", "/servicePrincipals", #"{"appId":"\#(app)"}"#).id
      let policy = #"""
        {"displayName":"P","definition":["{\"ClaimsMappingPolicy\":{\"Version\":1,\"IncludeBasicClaimSet\":\"true\",\"ClaimsSchema\":[]}}"]}
        """#
      return [principal, try admin.expect(201, "POST", "/policies/claimsMappingPolicies", policy).id]
    },
    Row(
      "a synchronization job", "POST /servicePrincipals/{principal}/synchronization/jobs",
      path: "/servicePrincipals/{0}/synchronization/jobs", #"{"templateId":"scim"}"#
    ) { _ in
      []
    } prepare: { admin, _ in
      let app = try admin.expect(201, "POST", "/applications", #"{"displayName":"A"}"#).body["appId"]?.string ?? ""
      return [try admin.expect(201, "POST", "/servicePrincipals", #"{"appId":"\#(app)"}"#).id]
    },
  ]

  private static let job = "/servicePrincipals/{principal}/synchronization/jobs/{job}"

  /// What makes nothing that another call can have made, and why.
  static let others: [String: String] = [
    "POST /$batch": "each step is a call of its own",
    "POST /invitations": "a guest who is invited again is the same guest: `oneGuest`",
    "POST /identity/conditionalAccess/policies": "at the service two policies may have one name",
    "POST /identity/conditionalAccess/namedLocations": "at the service two locations may have one name",
    "POST /policies/claimsMappingPolicies": "at the service two policies may have one name",
    "POST /policies/conditionalAccessPolicies": "the older address of the policies",
    "POST /users/{user}/assignLicense": "one of the callers gets the last license: `theLastLicense`",
    "POST \(job)/start": "a job that runs goes on running; cycles of a world run one after the other",
    "POST \(job)/pause": "a job that is paused stays so",
    "POST \(job)/restart": "each has a cycle of its own, one after the other",
    "POST \(job)/provisionOnDemand": "each is done, one after the other, and a user who is there is found",
    "POST \(job)/validateCredentials": "it only asks the app",
    "POST /servicePrincipals/{principal}/synchronization/jobs/validateCredentials": "it only asks the app",
    "POST /users/{user}/messages": "every draft is another one",
    "POST /users/{user}/mailFolders/{folder}/messages": "every draft is another one",
    "POST /users/{user}/messages/{message}/attachments": "every file is another one",
    "POST /users/{user}/mailFolders/{folder}/messages/{message}/attachments": "every file is another one",
  ]
  private static let verbs = [
    "getByIds", "getMemberGroups", "getMemberObjects", "checkMemberGroups", "checkMemberObjects",
    "revokeSignInSessions", "invalidateAllRefreshTokens", "changePassword", "addPassword", "removePassword", "addKey",
    "removeKey", "addTokenSigningCertificate", "instantiate", "restore", "microsoft.graph.restore",
    "createUploadSession",
    "createReply", "createReplyAll",
    "createForward", "reply", "replyAll", "forward", "sendMail", "microsoft.graph.sendMail",
  ]

  static let callers = 6
  /// A race is lost one time in ten, so a few rounds of every row find a lock that is gone, and many rounds find the row.
  static let rounds = Lane.isAll ? 200 : 4

  @Test("have it made once", arguments: rows) func isMadeOnce(_ row: Row) throws {
    let admin = try Administrator(Bench(documents: IdleService()))
    let known = try row.setting(admin)
    for round in 0..<Self.rounds {
      let values = try known + row.prepare(admin, round)
      let caller = Atomic(0)
      let made = Mutex<[Int]>([])
      try race(Self.callers) {
        let number = caller.add(1, ordering: .relaxed).oldValue
        func filled(_ text: String) -> String {
          // Where each caller has an object of its own, `{c}` in the path is that object.
          let own = values.count == Self.callers ? values[number] : "\(number)"
          var text = text.replacing("{n}", with: "\(round)").replacing("{c}", with: own)
          for (index, value) in values.enumerated() { text = text.replacing("{\(index)}", with: value) }
          return text
        }
        let method = String(row.route.prefix { $0 != " " })
        let answer = try admin.send(method, filled(row.path), filled(row.body))
        made.withLock { $0.append(answer.status) }
      }
      let statuses = made.withLock { $0.sorted() }
      expectEqual(statuses.count { $0 < 300 }, 1, "round \(round): \(statuses)")
      #expect(statuses.allSatisfy { $0 < 500 })
    }
  }

  @Test("invite one guest") func oneGuest() throws {
    let bench = try Bench()
    let admin = Administrator(bench, token: try bench.app("User.Invite.All"))
    for round in 0..<Self.rounds {
      let ids = Mutex<Set<String>>([])
      try race(Self.callers) {
        let answer = try admin.expect(
          201, "POST", "/invitations",
          #"{"invitedUserEmailAddress":"kim\#(round)@partner.test","inviteRedirectUrl":"https://a.test"}"#)
        ids.withLock { _ = $0.insert(answer.body["invitedUser"]?["id"]?.string ?? "") }
      }
      expectEqual(ids.withLock(\.count), 1)
    }
  }

  @Test("get one license, when one is left") func theLastLicense() throws {
    let pack = "6fd2c87f-b296-42f0-b197-1e91e994b900"
    let text = "scenario: x\nworld: { tenants: { contoso: { licenses: { ENTERPRISEPACK: 1 } } } }\n"
    let admin = try Administrator(Bench(scenario: ScenarioDecoder.scenario(from: Array(text.utf8), file: "x")))
    let names = ["alice", "bob", "admin"]
    for name in names {
      try admin.expect(204, "PATCH", "/users/\(name)@contoso.onmicrosoft.com", #"{"usageLocation":"DE"}"#)
    }
    for _ in 0..<Self.rounds {
      let left = Mutex(names)
      let holders = Mutex<[String]>([])
      try race(names.count) {
        guard let name = left.withLock({ $0.popLast() }) else { return }
        let answer = try admin.send(
          "POST", "/users/\(name)@contoso.onmicrosoft.com/assignLicense",
          #"{"addLicenses":[{"skuId":"\#(pack)"}],"removeLicenses":[]}"#)
        if answer.status == 200 {
          holders.withLock { $0.append(name) }
        } else {
          #expect(answer.message.hasSuffix("does not have any available licenses."), "\(answer.message)")
        }
      }
      let holder = try Bench.found(holders.withLock { $0.count == 1 ? $0.first : nil })
      try admin.expect(
        200, "POST", "/users/\(holder)@contoso.onmicrosoft.com/assignLicense",
        #"{"addLicenses":[],"removeLicenses":["\#(pack)"]}"#)
    }
  }

  /// A new operation is raced too, or says here why it need not be.
  @Test("are tried at every operation that makes something") func everyOperation() {
    let raced = Set(Self.rows.map(\.route))
    for route in GraphRoute.table where route.method == "POST" && route.isServed {
      var template = route.template
      if template.first == "me" { template = ["users", "{user}"] + template.dropFirst() }
      let name = "POST /" + template.joined(separator: "/")
      #expect(
        raced.contains(name) || Self.others[name] != nil || Self.verbs.contains(template.last ?? ""),
        "\(name) is neither raced nor among the others")
    }
  }
}
