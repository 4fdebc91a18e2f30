import Bytes
import Expectations
import JSON
import Testing

@testable import SCIM

struct SCIMRequestTests {
  private static let e = SCIMNames.enterpriseUser
  private static let po = #""schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"]"#

  private static func rows(_ rows: KeyValuePairs<String, JSONValue>) throws -> [SCIMValue] {
    try rows.map { SCIMValue(try #require(SCIMPath($0.key)), $0.value) }
  }

  private static func differences(_ rows: KeyValuePairs<String, JSONValue>, old: JSONValue?) throws -> [SCIMDifference]
  {
    try self.rows(rows).map { SCIMDifference($0.path, $0.value, old: old) }
  }

  private static func text(_ operations: [SCIMOperation], _ form: SCIMForm = SCIMForm()) -> String {
    SCIMOperation.body(operations, form: form).text
  }

  /// Lines of access logs and of Microsoft's client.
  @Test(arguments: [
    (SCIMKind.users, "userName", "jdoe@contoso.com", "/Users?filter=userName+eq+%22jdoe%40contoso.com%22"),
    (.users, "externalId", "johnwong", "/Users?filter=externalId+eq+%22johnwong%22"),
    (
      .users, #"emails[type eq "work"].value"#, "a+b@contoso.com",
      "/Users?filter=emails%5btype+eq+%22work%22%5d.value+eq+%22a%2bb%40contoso.com%22"
    ),
    (
      .groups, "displayName", "Sales & Söhne",
      "/Groups?excludedAttributes=members&filter=displayName+eq+%22Sales+%26+S%c3%b6hne%22"
    ),
  ])
  func asksByAFilter(kind: SCIMKind, path: String, value: String, target: String) throws {
    let request = try #require(SCIMRequest.find(kind, path, equals: value))
    expectEqual(request.method, "GET")
    expectEqual(request.target, target)
    expectEqual(request.body, [])
  }

  @Test(arguments: ["a\"b", "a\\b"]) func asksNothingForAValueThatEntraDoesNotSupport(value: String) {
    expectNil(SCIMRequest.find(.users, "userName", equals: value))
  }

  @Test func encodesAnIDAsOneSegment() {
    expectEqual(SCIMRequest.read(.users, "a/b c").target, "/Users/a%2Fb%20c")
    expectEqual(SCIMRequest.read(.groups, "7").target, "/Groups/7?excludedAttributes=members")
    expectEqual(SCIMRequest.delete(.groups, "7").target, "/Groups/7")
  }

  @Test func hasTheHeaderFieldsOfEntraAndNoOthers() throws {
    let stamp = SCIMStamp(day: "2026-01-05", activity: .zero)
    let write = SCIMRequest.create(.users, ["userName": "a"])
    let fields = write.fields(token: "t0ken", stamp: stamp).map { "\($0.0): \($0.1)" }
    expectEqual(
      fields,
      [
        "Authorization: Bearer t0ken", "Accept: application/scim+json",
        "Content-Type: application/scim+json; charset=utf-8",
        "Adscimversion: Date:2026-01-05, ActivityId:00000000-0000-0000-0000-000000000000",
      ])
    let read = SCIMRequest.read(.users, "1").fields(token: nil, stamp: nil).map(\.0)
    expectEqual(read, ["Accept"])
  }

  /// The capture of a new user, with the whole default mapping.
  @Test func writesANewUserInItsOrder() throws {
    let work = "addresses[type eq \"work\"]."
    let rows = try Self.rows([
      "userName": "jdoe@contoso.com", "active": true, "displayName": "Jane Doe", "title": "Engineer",
      "emails[type eq \"work\"].value": "jdoe@contoso.com", "preferredLanguage": "en-US", "name.givenName": "Jane",
      "name.familyName": "Doe", "name.formatted": "Jane Doe", "\(work)formatted": "18/2111",
      "\(work)streetAddress": "Hauptstr. 1", "\(work)locality": "Berlin", "\(work)region": "BE",
      "\(work)postalCode": "10115", "\(work)country": "DE", "phoneNumbers[type eq \"work\"].value": "1",
      "phoneNumbers[type eq \"mobile\"].value": "2", "phoneNumbers[type eq \"fax\"].value": "3", "externalId": "jdoe",
      "\(Self.e):employeeNumber": "701984", "\(Self.e):department": "Retail",
    ])
    let body = String(decoding: SCIMRequest.create(.users, SCIMBody.user(rows)).body, as: UTF8.self)
    expectEqual(
      body,
      #"{"schemas":["\#(SCIMNames.user)","\#(Self.e)"],"externalId":"jdoe","userName":"jdoe@contoso.com","active":true,"#
        + #""addresses":[{"primary":false,"type":"work","country":"DE","formatted":"18/2111","locality":"Berlin","#
        + #""postalCode":"10115","region":"BE","streetAddress":"Hauptstr. 1"}],"displayName":"Jane Doe","#
        + #""emails":[{"primary":true,"type":"work","value":"jdoe@contoso.com"}],"meta":{"resourceType":"User"},"#
        + #""name":{"formatted":"Jane Doe","familyName":"Doe","givenName":"Jane"},"phoneNumbers":["#
        + #"{"primary":false,"type":"fax","value":"3"},{"primary":false,"type":"mobile","value":"2"},"#
        + #"{"primary":true,"type":"work","value":"1"}],"preferredLanguage":"en-US","title":"Engineer","#
        + #""\#(Self.e)":{"department":"Retail","employeeNumber":"701984"}}"#)
  }

  @Test func writesRolesAndAttributesOfOnesOwn() throws {
    let own = "urn:ietf:params:scim:schemas:extension:Contoso:2.0:User"
    let rows = try Self.rows(["userName": "a", "roles[primary eq \"True\"].value": "Admin", "\(own):badge": "7"])
    let body = SCIMBody.user(rows)
    expectEqual(body["roles"]?.text, #"[{"primary":true,"type":"WindowsAzureActiveDirectoryRole","value":"Admin"}]"#)
    expectEqual(body.names.last, own)
    expectEqual(body["schemas"]?.array?.count, 2)
    var form = SCIMForm()
    form.emptyRoles = true
    try expectEqual(SCIMBody.user(Self.rows(["userName": "a"]), form: form)["roles"], [])
  }

  @Test func writesANewGroupWithoutMembers() throws {
    let rows = try Self.rows(["displayName": "Sales", "externalId": "0f", "members": []])
    expectEqual(
      JSONValue.object(SCIMBody.group(rows)).text,
      #"{"schemas":["\#(SCIMNames.group)","\#(SCIMNames.microsoftGroup)"],"externalId":"0f","displayName":"Sales","#
        + #""meta":{"resourceType":"Group"}}"#)
  }

  @Test func changesSeveralValuesByOneOperationEach() throws {
    let mail = "emails[type eq \"work\"].value"
    let operations = SCIMOperation.operations(
      for: try Self.differences(["displayName": "Pvlo", mail: "p@c", "\(Self.e):employeeNumber": "1"], old: ""),
      form: SCIMForm())
    expectEqual(
      Self.text(operations),
      #"{\#(Self.po),"Operations":[{"op":"Replace","path":"displayName","value":"Pvlo"},"#
        + #"{"op":"Replace","path":"emails[type eq \"work\"].value","value":"p@c"},"#
        + #"{"op":"Replace","path":"\#(Self.e):employeeNumber","value":"1"}]}"#)
  }

  @Test func changesSeveralValuesByOneObjectInTheCompliantDialect() throws {
    let form = SCIMForm(dialect: .compliant)
    let mail = "emails[type eq \"work\"].value"
    let values: KeyValuePairs<String, JSONValue> = [
      "displayName": "Pvlo", mail: "p@c", "name.givenName": "Pia", "active": false,
    ]
    let operations = SCIMOperation.operations(for: try Self.differences(values, old: ""), form: form)
    expectEqual(
      Self.text(operations, form),
      #"{\#(Self.po),"Operations":[{"op":"replace","path":"emails[type eq \"work\"].value","value":"p@c"},"#
        + #"{"op":"replace","value":{"displayName":"Pvlo","name.givenName":"Pia","active":false}}]}"#)
    let single = SCIMOperation.operations(for: try Self.differences(["nickName": "Babs"], old: nil), form: form)
    expectEqual(Self.text(single, form), #"{\#(Self.po),"Operations":[{"op":"add","path":"nickName","value":"Babs"}]}"#)
  }

  @Test func addsWhatTheServerDoesNotReturn() throws {
    var form = SCIMForm()
    let missing = try Self.differences(["title": "Engineer"], old: nil)
    expectEqual(SCIMOperation.operations(for: missing, form: form).map(\.kind), [.add])
    form.missing = .replace
    expectEqual(SCIMOperation.operations(for: missing, form: form).map(\.kind), [.replace])
  }

  @Test func disablesInEachForm() throws {
    func change(to isActive: Bool, _ form: SCIMForm) throws -> String {
      let differences = try Self.differences(["active": .bool(isActive)], old: .bool(!isActive))
      return Self.text(SCIMOperation.operations(for: differences, form: form), form)
    }
    var form = SCIMForm()
    expectEqual(
      try change(to: false, form), #"{\#(Self.po),"Operations":[{"op":"Replace","path":"active","value":"False"}]}"#)
    form.activeAs = .boolean
    form.bodyOrder = .operations
    expectEqual(
      try change(to: false, form), #"{"Operations":[{"op":"Replace","path":"active","value":false}],\#(Self.po)}"#)
    expectEqual(
      try change(to: true, SCIMForm(dialect: .compliant)),
      #"{\#(Self.po),"Operations":[{"op":"replace","path":"active","value":true}]}"#)
  }

  @Test func setsAndClearsAManager() {
    let form = SCIMForm()
    let path = #""path":"\#(Self.e):manager""#
    expectEqual(
      SCIMOperation.manager("7", isMissing: true, form: form).json(.standard).text,
      #"{"op":"Add",\#(path),"value":"7"}"#)
    expectEqual(
      SCIMOperation.manager("8", isMissing: false, form: form).json(.compliant).text,
      #"{"op":"replace",\#(path),"value":"8"}"#)
    expectEqual(
      SCIMOperation.manager(nil, isMissing: false, form: form).json(.standard).text,
      #"{"op":"Replace",\#(path),"value":""}"#)
  }

  @Test func movesMembersInBothDialects() {
    var form = SCIMForm()
    form.memberRef = .null
    expectEqual(SCIMOperation.add(members: ["1"], form: form)[0].value?.text, #"[{"$ref":null,"value":"1"}]"#)
    let compliant = SCIMForm(dialect: .compliant)
    expectEqual(
      SCIMOperation.remove(members: ["1", "2"], form: compliant).map { $0.json(.compliant).text },
      [#"{"op":"remove","path":"members[value eq \"1\"]"}"#, #"{"op":"remove","path":"members[value eq \"2\"]"}"#])
  }

  @Test func asksForATokenInBothPlaces() {
    var request = SCIMTokenRequest(endpoint: "https://a/token", clientID: "c", clientSecret: "s+t", place: .body)
    expectEqual(request.body, "grant_type=client_credentials&client_id=c&client_secret=s%2bt")
    expectNil(request.fields.first { $0.0 == "Authorization" })
    request.place = .header
    request.scope = "scim"
    expectEqual(request.body, "grant_type=client_credentials&scope=scim")
    expectEqual(request.fields.first?.1, "Basic " + Base64.encode(Array("c:s%2bt".utf8)))
  }

  @Test func printsACommandThatSendsTheRequestAgain() throws {
    let tenant = try SCIMTenant("http://localhost:5001/scim/")
    expectEqual(
      SCIMRequest(method: "PATCH", path: "/Users/1", json: ["a": "it's"]).curl(tenant),
      #"curl -i -X PATCH -H "Authorization: Bearer $TOKEN" -H 'Accept: application/scim+json' -H 'User-Agent:' "#
        + #"-H 'Content-Type: application/scim+json; charset=utf-8' --data-binary '{"a":"it'\''s"}' "#
        + #"'http://localhost:5001/scim/Users/1'"#)
  }

  // MARK: Tenant URLs and paths

  @Test(arguments: [
    ("https://api.contoso.com/scim/", "https://api.contoso.com/scim", SCIMDialect.standard),
    ("https://api.contoso.com/scim/v2/?aadOptscim062020", "https://api.contoso.com/scim/v2", .compliant),
    ("HTTP://localhost:5001?AADOPTSCIM062020&x=y", "HTTP://localhost:5001", .compliant),
    ("https://a/scim?AzureAdScimPatch2017", "https://a/scim", .standard),
  ])
  func readsATenantURL(text: String, base: String, dialect: SCIMDialect) throws {
    let tenant = try SCIMTenant(text)
    expectEqual(tenant.base, base)
    expectEqual(tenant.dialect, dialect)
  }

  @Test(arguments: [
    "", "scim", "ftp://a/", "https:///scim", "https://u@a/scim", "https://a/sc im", "https://a/#f",
    "https://a/?aadOptscim062020&AzureAdScimPatch2017",
  ])
  func refusesWhatIsNotATenantURL(text: String) {
    #expect(throws: SCIMTenant.Problem.self) { try SCIMTenant(text) }
  }

  @Test(arguments: [
    "", ".", "a.", "a[", "a[b]", "a[type eq work].c", "a[type ne \"x\"]", "a[type eq \"x\"]c", "a b", "urn:x:",
  ])
  func refusesWhatIsNotAPath(text: String) { expectNil(SCIMPath(text)) }

  @Test func readsAndFindsByAPath() throws {
    let json = try JSONValue.parse(
      #"{"username":"a","name":{"givenName":"b"},"emails":[{"type":"home","value":"c"},{"type":"Work","value":"d"}],"roles":"#
        + #"[{"primary":true,"value":"e"}],"\#(Self.e)":{"department":"f","manager":{"value":"7"},"costCenter":null}}"#)
    let object = try #require(json.object)
    let table: [(String, JSONValue?)] = [
      ("userName", "a"), ("name.givenName", "b"), ("name.familyName", nil), ("emails[type eq \"work\"].value", "d"),
      ("emails[type eq \"other\"].value", nil), ("roles[primary eq \"True\"].value", "e"),
      ("\(Self.e):department", "f"),
      ("\(Self.e):costCenter", nil), ("\(Self.e):manager", "7"), ("title", nil),
    ]
    for (path, value) in table { expectEqual(try #require(SCIMPath(path)).value(in: object), value, "\(path)") }
    let misplaced = try #require(JSONValue.parse(#"{"manager":{"value":"7"},"\#(Self.e)":{"manager":"7"}}"#).object)
    expectNil(try #require(SCIMPath(SCIMNames.manager)).value(in: misplaced))
  }
}
