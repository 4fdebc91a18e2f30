import Directory
import Expectations
import HTTPWire
import JSON
import Scenarios
import TestSupport
import Testing
import Worlds

/// Whatever Graph takes of a property, the exported world says, and a world that begins with that file has it. A new row is tried by itself.
@Suite("What Graph took, a file can say") struct WrittenValueTests {
  /// An object with rows, and where Graph has it.
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case user, group, application, principal

    var testDescription: String { rawValue }
  }

  struct Row: CustomTestStringConvertible {
    let kind: Kind
    let name: String
    let type: PropertyKind
    let holder: String?
    let longest: Int?

    var testDescription: String { "\(kind) \(name)" }

    init<Object>(_ kind: Kind, _ row: Property<Object>) {
      self.kind = kind
      name = row.name
      type = row.kind
      holder = row.holder
      longest = row.longest
    }

    /// Null, nothing, and the longest and the shortest of what the type may be.
    var values: [JSONValue] {
      let long = String(repeating: "x", count: longest ?? 1_000)
      let over = String(repeating: "x", count: (longest ?? 1_000) + 1)
      let ofType: [JSONValue] =
        switch type {
        case .text: [.string(long), .string(over), "1", "true", "null", "a: b # c", " a", "é\n\"'\\"]
        case .address: [.string(long + "@contoso.com"), "a@contoso.com"]
        case .webAddress: [.string("https://a.test/" + long)]
        case .flag: [true, false]
        case .number(let range): [.integer(range.lowerBound), .integer(range.upperBound)]
        case .time: ["2024-05-01T00:00:00Z", "1601-01-01T00:00:00Z"]
        case .texts: [[], [""], [.string(long), "1"]]
        case .addresses: [[], [""], ["a@contoso.com", .string(long + "@b.test")]]
        case .choice(let words): words.map { .string($0) }
        case .record(let names):
          [[:]]
            + names.prefix(2).flatMap { name -> [JSONValue] in
              [.object([name: ""]), .object([name: nil]), .object([name: .string(long)])]
            }
        case .records(let names):
          [
            [], [.object(JSONObject(names.map { .init(name: $0, value: "") }))],
            [.object(JSONObject(names.map { .init(name: $0, value: .string(long)) }))],
          ]
        case .anything: [[], [:], ["a": ["b": [1, nil, "", .double(1.5), "x"]]], [["c": ""]], "", 1, true]
        case .times, .products, .licenses: [[], [:]]
        case .openExtensions, .graphMembers: []
        }
      return [nil, ""] + ofType
    }

    func body(_ value: JSONValue) -> String {
      var body: JSONValue = .object(JSONObject([.init(name: name, value: value)]))
      for part in (holder?.split(separator: "/") ?? []).reversed() {
        body = .object(JSONObject([.init(name: String(part), value: body)]))
      }
      return String(decoding: body.serialized(escaping: .ascii), as: UTF8.self)
    }
  }

  static let rows: [Row] =
    User.rows.map { Row(.user, $0) } + Group.rows.map { Row(.group, $0) }
    + Application.rows.map { Row(.application, $0) } + ServicePrincipal.rows.map { Row(.principal, $0) }

  static func path(_ kind: Kind, _ directory: DirectoryState) throws -> String {
    switch kind {
    case .user: "/users/\(try #require(directory.user(named: "bob")).id)"
    case .group: "/groups/\(try #require(directory.group(named: "staff")).id)"
    case .application: "/applications/\(try #require(directory.application(named: "web")).objectID)"
    case .principal:
      "/servicePrincipals(appId='\(try #require(directory.application(named: "web")).id)')"
    }
  }

  /// What the object was given, by the names of its rows.
  static func given(_ kind: Kind, _ directory: DirectoryState) throws -> JSONObject {
    func values<Object>(_ object: Object) -> JSONObject where Object: PropertyHolder {
      JSONObject(Object.rows.compactMap { row in row.get(object).map { .init(name: row.name, value: $0) } })
    }
    switch kind {
    case .user: return values(try #require(directory.user(named: "bob")))
    case .group: return values(try #require(directory.group(named: "staff")))
    case .application: return values(try #require(directory.application(named: "web")))
    case .principal:
      let web = try #require(directory.application(named: "web"))
      return values(
        try #require(directory.servicePrincipal(of: web.id, in: SeededDirectory.contoso)))
    }
  }

  @Test("each property, with each value", arguments: rows) func property(_ row: Row) throws {
    for value in row.values {
      let admin = try Administrator(Bench())
      let directory = admin.bench.world.directory
      let before = try Self.given(row.kind, directory)
      let answer = try admin.send("PATCH", Self.path(row.kind, directory), row.body(value))
      let after = try Self.given(row.kind, admin.bench.world.directory)
      guard answer.status == 204 else {
        expectEqual(answer.status, 400, "\(row) \(value.text.prefix(40)): \(answer.body.text)")
        expectEqual(after, before, "\(row) \(value.text.prefix(40))")
        continue
      }
      let file = try WorldExport.file(of: admin.bench.world)
      let scenario = try ScenarioDecoder.scenario(from: Array(file.utf8), file: "export.yaml")
      let twin = try Bench(scenario: scenario)
      try expectEqual(Self.given(row.kind, twin.world.directory), after, "\(row) \(value.text.prefix(40))")
      try expectEqual(WorldExport.file(of: twin.world), file)
    }
  }

  @Test(
    "a user's text is not empty, and no text is longer than Graph takes", arguments: rows.filter { $0.type == .text })
  func refused(_ row: Row) throws {
    let admin = try Administrator(Bench())
    let path = try Self.path(row.kind, admin.bench.world.directory)
    if let longest = row.longest {
      let answer = try admin.send("PATCH", path, row.body(.string(String(repeating: "x", count: longest + 1))))
      expectEqual(answer.status, 400, "\(row)")
    }
    guard row.kind == .user else { return }
    let answer = try admin.send("PATCH", path, row.body(""))
    expectEqual(answer.status, 400, "\(row)")
  }

  @Test("an app with the empty texts that Terraform sends") func terraform() throws {
    let admin = try Administrator(Bench())
    let made = try admin.expect(
      201, "POST", "/applications",
      #"""
      {"displayName":"tf","description":"","notes":"","tags":[""],"api":{"oauth2PermissionScopes":[
      {"id":"60000000-0000-4000-8000-0000000000a1","value":"Read","type":"User","isEnabled":true,"adminConsentDisplayName":"n",
      "adminConsentDescription":"d","userConsentDisplayName":"","userConsentDescription":""}]},"appRoles":[
      {"id":"60000000-0000-4000-8000-0000000000b1","allowedMemberTypes":["User"],"description":"","displayName":"r",
      "isEnabled":true,"value":null}],"info":{"marketingUrl":""},"passwordCredentials":[{"displayName":""}]}
      """#)
    let twin = try admin.again()
    let read = try twin.expect(200, "GET", "/applications(appId='\(made.body["appId"]?.string ?? "")')")
    for name in ["description", "notes", "tags", "api", "appRoles", "info"] {
      expectEqual(read.body[name], made.body[name], "\(name)")
    }
    expectEqual(read.body["passwordCredentials"]?.array?.first?["displayName"], "")
  }

  @Test("a service principal whose type is said") func principalType() throws {
    let admin = try Administrator(Bench())
    let app = try admin.expect(201, "POST", "/applications", #"{"displayName":"Typed"}"#)
    let made = try admin.expect(
      201, "POST", "/servicePrincipals",
      #"{"AppId":"\#(app.body["appId"]?.string ?? "")","servicePrincipalType":"Application","tags":["Tool"]}"#)
    expectEqual(made.body["servicePrincipalType"], "Application")
    expectEqual(made.body["tags"], ["Tool"])
  }

  @Test(
    "property names in any letter case",
    arguments: [
      ("PATCH", "/users/bob@contoso.onmicrosoft.com", #"{"JobTitle":"Lead","mailNickName":"bobby"}"#, 204),
      ("PATCH", "/users/bob@contoso.onmicrosoft.com", #"{"PASSWORDPROFILE":{"Password":"Gr4ph-passw0rd!"}}"#, 204),
      (
        "PATCH", "/users/bob@contoso.onmicrosoft.com", #"{"passwordProfile":{"forceChangePasswordNextSignIn":true}}"#,
        204
      ),
      ("PATCH", "/users/bob@contoso.onmicrosoft.com", #"{"shoeSize":1}"#, 400),
      (
        "POST", "/users",
        #"{"AccountEnabled":true,"DisplayName":"X","MailNickName":"xx","UserPrincipalName":"xx@contoso.com","PasswordProfile":{"Password":"Gr4ph-passw0rd!"}}"#,
        201
      ),
      ("POST", "/groups", #"{"DisplayName":"G","MailNickName":"gg","MailEnabled":false,"SecurityEnabled":true}"#, 201),
      ("POST", "/applications", #"{"DisplayName":"A","Web":{"RedirectURIs":["https://a.test/b"]}}"#, 201),
    ] as [(String, String, String, Int)])
  func letterCase(_ method: String, _ path: String, _ body: String, _ status: Int) throws {
    let admin = try Administrator(Bench())
    let answer = try admin.expect(status, method, path, body)
    if path == "/applications" { expectEqual(answer.body["web"]?["redirectUris"], ["https://a.test/b"]) }
    if body.contains("JobTitle") { expectEqual(try admin.bench.user("bob").jobTitle, "Lead") }
    if body.contains("force") { expectEqual(try admin.bench.user("bob").isPasswordExpired, true) }
  }
}
