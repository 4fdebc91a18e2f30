import HTTPWire
import Testing

/// Every address that Graph has is served, or the answer says that this server does not serve it. A name that Graph does not have is the app's
/// mistake.
@Suite("Addresses of Graph") struct AddressTests {
  private let bench: Bench
  private let token: String

  init() throws {
    bench = try Bench()
    token = try bench.app("Directory.ReadWrite.All", "User.ReadWrite.All", "Application.ReadWrite.All")
  }

  private func call(_ address: DrawnAddress) throws -> HTTPResponse {
    try call(address.method, address.path)
  }

  private func call(_ method: String, _ path: String) throws -> HTTPResponse {
    try bench.call(path, method: method, authorization: token, body: method == "GET" ? nil : "{}").response
  }

  @Test func aThousandAddressesAreServedOrNot() throws {
    var served = 0
    for address in try DrawnAddress.draw(1_000, seed: 48) {
      let response = try call(address)
      if response.status != 501 { served += 1 }
      let isUnknown = response.status == 400 && response.text.contains("Resource not found for the segment")
      #expect(!isUnknown && response.status != 405, "\(address.testDescription): \(response.text)")
    }
    #expect(served > 0)
  }

  @Test func oneOtherLetterIsAMistake() throws {
    let table = try AddressTable()
    var numbers = DrawnAddress.Numbers(state: 7)
    var tried = 0
    for address in try DrawnAddress.draw(1_000, seed: 49) {
      guard let (mistake, wrong) = address.mistaken(table, &numbers) else { continue }
      let response = try call(mistake)
      tried += 1
      #expect(
        response.status == 400 && response.text.contains("Resource not found for the segment '\(wrong)'."),
        "\(mistake.testDescription): \(response.status) \(response.text)")
    }
    #expect(tried > 900)
  }

  @Test(
    "A method that is not served at an address is this server's gap",
    arguments: [
      ("POST", "/roleManagement/directory/roleDefinitions"), ("PATCH", "/roleManagement/directory/roleDefinitions/x"),
      ("POST", "/users/x/authentication/methods/y/resetPassword"),
      ("PUT", "/users/x/messages/y/$value"), ("POST", "/users/x/messages/y/move"),
      ("PATCH", "/subscribedSkus/x"), ("POST", "/groups/x/assignLicense"), ("GET", "/devices"),
      ("GET", "/auditLogs/directoryAudits"), ("GET", "/groups/x/members/y"),
      ("GET", "/users/x/manager/microsoft.graph.user"), ("GET", "/users/x/displayName/$value"),
      ("POST", "/users/validateProperties"), ("GET", "/me/photo/$value/x"),
    ])
  func whatGraphHas(_ method: String, _ path: String) throws {
    let response = try call(method, "/v1.0" + path)
    guard path != "/me/photo/$value/x" else { return expectStatus(response, 400) }
    expectStatus(response, 501)
  }

  @Test(
    "A name that the type does not have is a mistake, at open types too",
    arguments: [
      "/users/x/foo", "/foo", "/users/x/manager/foo", "/sites/x/foo", "/groups/x/members/y/foo", "/users/$count/x",
      "/users/x/microsoft.graph.application", "/auditLogs/foo", "/users/x/sendMail/y",
    ])
  func whatGraphLacks(_ path: String) throws { expectStatus(try call("GET", "/v1.0" + path), 400) }

  @Test(
    "Nothing between two slashes is not a key, and a name with $ is not one",
    arguments: ["/applications//owners", "/users//memberOf", "/applications/$id/owners", "/users/$id"])
  func anEmptyKey(_ path: String) throws {
    let response = try call("GET", "/v1.0" + path)
    expectStatus(response, 400)
    #expect(response.text.contains("The request URI is not valid. Since the segment"))
    expectStatus(try call("GET", "/v1.0//users"), 200)
    expectStatus(try call("GET", "/v1.0/users/"), 200)
  }

  @Test("Objects that live elsewhere are linked by $ref", arguments: ["/groups/x/members", "/applications/x/owners"])
  func writesWithoutRef(_ path: String) throws {
    let response = try call("POST", "/v1.0" + path)
    expectStatus(response, 400)
    #expect(response.text.contains("Write requests are only supported on contained entities"))
  }

  @Test("A list is not changed as a whole", arguments: ["/users", "/servicePrincipals/x/appRoleAssignedTo"])
  func aListAsAWhole(_ path: String) throws { expectStatus(try call("PATCH", "/v1.0" + path), 405) }

  private func expectStatus(_ response: HTTPResponse, _ status: Int) {
    #expect(response.status == status, "\(response.text)")
  }
}
