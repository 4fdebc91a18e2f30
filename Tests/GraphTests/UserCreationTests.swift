import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Worlds

struct UserCreationTests {
  static func body(_ changes: [String: JSONValue?] = [:]) -> String {
    var body: JSONObject = [
      "accountEnabled": true, "displayName": "Carol Chen", "mailNickname": "carol",
      "userPrincipalName": "carol@contoso.com",
      "passwordProfile": ["forceChangePasswordNextSignIn": false, "password": "S3cret-word"], "jobTitle": "Designer",
    ]
    for (name, value) in changes { body[name] = value }
    return JSONValue.object(body).text
  }

  @Test func aNewUserIsThereAndCanSignIn() throws {
    let bench = try Bench()
    let token = try bench.app("User.ReadWrite.All")
    let response = try bench.call("/v1.0/users", method: "POST", authorization: token, body: Self.body()).response
    expectEqual(response.status, 201)
    let body = try response.json()
    expectEqual(body.object?.names.prefix(3), ["@odata.context", "id", "businessPhones"])
    expectEqual(body["@odata.context"], "https://localhost:8443/v1.0/$metadata#users/$entity")
    let id = try Bench.found(body["id"]?.string)
    expectEqual(
      response.fields["Location"],
      "https://localhost:8443/v2/\(SeededDirectory.contoso)/directoryObjects/\(id)/Microsoft.DirectoryServices.User")
    let carol = try bench.user("carol@contoso.com")
    expectEqual(carol.alias, "carol")
    expectEqual(carol.password?.matches("S3cret-word"), true)
    #expect(!carol.isPasswordExpired)
    expectEqual(carol.jobTitle, "Designer")
    expectEqual(carol.createdAt, Bench.start)
    try expectEqual(bench.world.store.loadDirectory().user(named: "carol")?.id, carol.id)
    let read = try bench.call("/v1.0/users/\(id)", authorization: token).response.json()
    expectEqual(read["displayName"], "Carol Chen")
  }

  @Test func anAliasStaysItsOwners() throws {
    let bench = try Bench()
    let token = try bench.app("User.ReadWrite.All")
    let body = Self.body(["mailNickname": "alice"])
    try expectEqual(bench.call("/v1.0/users", method: "POST", authorization: token, body: body).response.status, 201)
    try expectEqual(bench.user("alice").displayName, "Alice Archer")
  }

  struct Refused: CustomTestStringConvertible {
    let changes: [String: JSONValue?]
    let message: String
    let testDescription: String
  }

  @Test(
    arguments: ["accountEnabled", "displayName", "mailNickname", "userPrincipalName"].map {
      Refused(
        changes: [$0: .some(nil)], message: "A value is required for property '\($0)' of resource 'User'.",
        testDescription: "no \($0)")
    } + [
      Refused(
        changes: ["passwordProfile": .some(nil)], message: "A password must be specified to create a new user.",
        testDescription: "no password"),
      Refused(
        changes: ["mailNickname": "naveen.mills,.jr."],
        message: "Invalid value specified for property 'mailNickname' of resource 'User'.",
        testDescription: "a nickname with a comma"),
      Refused(
        changes: ["mail": "alice@contoso.onmicrosoft.com"],
        message: "Another object with the same value for property proxyAddresses already exists.",
        testDescription: "the address of another"),
      Refused(
        changes: ["userPrincipalName": "ALICE@contoso.onmicrosoft.com"],
        message: "Another object with the same value for property userPrincipalName already exists.",
        testDescription: "a name that is taken"),
      Refused(
        changes: ["userPrincipalName": "carol@elsewhere.test"],
        message:
          "The domain portion of the userPrincipalName property is invalid. You must use one of the verified domain names "
          + "in your organization.", testDescription: "a domain of nobody"),
      Refused(
        changes: ["userPrincipalName": "carol"],
        message: "Invalid value specified for property 'userPrincipalName' of resource 'User'.",
        testDescription: "a name without domain"),
      Refused(
        changes: ["passwordProfile": ["password": "secret"]],
        message: "The specified password does not comply with password complexity requirements. "
          + "Please provide a different password.", testDescription: "a weak password"),
      Refused(
        changes: ["accountEnabled": "yes"],
        message: "Invalid value specified for property 'accountEnabled' of resource 'User'.",
        testDescription: "neither on nor off"),
      Refused(
        changes: ["shoeSize": 42], message: "Invalid property 'shoeSize'.",
        testDescription: "a property that nobody has"),
    ]) func refuses(_ row: Refused) throws
  {
    let bench = try Bench()
    let count = bench.world.directory.users.count
    let response = try bench.call(
      "/v1.0/users", method: "POST", authorization: try bench.app("User.ReadWrite.All"), body: Self.body(row.changes)
    ).response
    expectEqual(response.status, 400)
    try expectEqual(response.json()["error"]?["code"], "Request_BadRequest")
    try expectEqual(response.json()["error"]?["message"]?.string, row.message)
    expectEqual(bench.world.directory.users.count, count)
  }

  // MARK: Changing and deleting

  static let bob = "/v1.0/users/bob@contoso.onmicrosoft.com"

  @Test func anAdministratorChangesMore() throws {
    let bench = try Bench()
    let body =
      ##"{"accountEnabled":false,"userPrincipalName":"robert@contoso.com","businessPhones":["+1"],"mail":null,"##
      + ##""passwordProfile":{"password":"An0ther-one"}}"##
    let response = try bench.call(
      Self.bob, method: "PATCH", authorization: try bench.app("User.ReadWrite.All"), body: body
    ).response
    expectEqual(response.status, 204)
    let bob = try bench.user("robert@contoso.com")
    #expect(!bob.isEnabled)
    expectEqual(bob.businessPhones, ["+1"])
    expectNil(bob.mail)
    expectEqual(bob.password?.matches("An0ther-one"), true)
    // A new password has to be changed at once, unless that is said.
    #expect(bob.isPasswordExpired)
  }

  @Test(arguments: ["accountEnabled", "mail", "userPrincipalName", "passwordProfile"])
  func nobodyChangesThatOfThemselves(_ name: String) throws {
    let bench = try Bench()
    let response = try bench.call(
      method: "PATCH", authorization: try bench.token("User.ReadWrite"), body: #"{"\#(name)":null}"#
    ).response
    expectEqual(response.status, 403)
  }

  @Test func aBadChangeChangesNothing() throws {
    let bench = try Bench()
    let body = ##"{"displayName":"Robert","passwordProfile":{"password":"An0ther-one"},"shoeSize":1}"##
    let response = try bench.call(
      Self.bob, method: "PATCH", authorization: try bench.app("User.ReadWrite.All"), body: body
    ).response
    expectEqual(response.status, 400)
    try expectEqual(bench.user("bob").displayName, "Bob Baker")
    try expectEqual(bench.user("bob").password?.matches("Passw0rd!"), true)
  }

  @Test func aDeletedUserIsGone() throws {
    let bench = try Bench()
    let token = try bench.app("User.ReadWrite.All")
    try expectEqual(bench.call(Self.bob, method: "DELETE", authorization: token).response.status, 204)
    #expect(try bench.user("bob").isDeleted)
    try expectEqual(bench.call(Self.bob, authorization: token).response.status, 404)
    let members = try bench.call(
      "/v1.0/groups/\(MembershipTests.engineers)/members", authorization: try bench.app("Group.Read.All")
    ).response
    #expect(try MembershipTests.ids(members).isEmpty)
  }
}
