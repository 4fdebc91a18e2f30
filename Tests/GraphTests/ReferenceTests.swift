import Directory
import Expectations
import HTTPWire
import JSON
import Testing

/// References mean what their addresses mean in a GET, and what does not fit has its own text (observed).
@Suite("References") struct ReferenceTests {
  private let admin: Administrator
  private let group: String

  init() throws {
    admin = try Administrator(Bench())
    group = try admin.expect(
      201, "POST", "/groups",
      #"{"displayName":"R","mailEnabled":false,"mailNickname":"r","securityEnabled":true,"uniqueName":"r"}"#
    ).id
  }

  private func link(_ address: String, to path: String? = nil) throws -> Administrator.Answer {
    try admin.send("POST", path ?? "/groups/\(group)/members/$ref", #"{"@odata.id":"\#(address)"}"#)
  }

  @Test(
    "By every address that a GET takes",
    arguments: [
      "https://graph.microsoft.com/v1.0/users/bob@contoso.onmicrosoft.com",
      "https://graph.microsoft.com/v1.0/users('bob@contoso.onmicrosoft.com')",
      "https://graph.microsoft.com/beta/servicePrincipals(appId='dae30000-0000-4000-8000-000000000004')",
      "https://graph.microsoft.com/v1.0/groups/97000000-0000-4000-8000-000000000001",
    ])
  func everyAddress(_ address: String) throws { try expectEqual(link(address).status, 204) }

  @Test func anUnknownNameIsNamed() throws {
    let refused = try link("https://graph.microsoft.com/v1.0/users/nobody@contoso.onmicrosoft.com")
    expectEqual(refused.status, 404)
    #expect(refused.message.hasPrefix("Resource 'nobody@contoso.onmicrosoft.com' does not exist"))
  }

  @Test func ofNoBodyTheReaderSpeaks() throws {
    let refused = try admin.send("POST", "/groups/\(group)/members/$ref")
    expectEqual(refused.status, 400)
    expectEqual(refused.code, "Request_BadRequest")
    #expect(refused.message.hasPrefix("An unexpected 'EndOfInput'"))
    let empty = try admin.send("PATCH", "/groups/\(group)")
    #expect(empty.status == 400 && empty.message == "Empty Payload. JSON content expected.")
  }

  @Test func whoIsNoMemberNamesTheGroup() throws {
    let bob = try admin.bench.user("bob").id
    let refused = try admin.send("DELETE", "/groups/\(group)/members/\(bob)/$ref")
    #expect(refused.status == 404 && refused.message.hasPrefix("Resource '\(group)' does not exist"))
  }

  @Test(
    "App ID URIs belong to the organization",
    arguments: [
      ("https://shop.test", "HostNameNotOnVerifiedDomain"), ("notauri", "HostNameNotOnVerifiedDomain"),
      ("api://shop", "HostNameNotOnVerifiedDomain"),
      ("https://shop.contoso.onmicrosoft.com/", "IdentifierUrisEndsWithSlash"),
      ("https://shop.contoso.onmicrosoft.com/a?b=c", "HostNameNotOnVerifiedDomain"),
      ("https://shop.contoso.onmicrosoft.com/a", nil), ("api://contoso.onmicrosoft.com/a", nil), ("api://{app}", nil),
      ("api://shop/{app}", nil), ("api://{tenant}/a", nil),
    ] as [(String, String?)])
  func identifierURIs(_ form: String, _ code: String?) throws {
    let app = try admin.expect(201, "POST", "/applications", #"{"displayName":"U","signInAudience":"AzureADMyOrg"}"#)
      .body
    let tenant = try admin.bench.user("alice").tenant
    let uri = form.replacing("{app}", with: app["appId"]?.string ?? "").replacing("{tenant}", with: "\(tenant)")
    let path = "/applications/\(app["id"]?.string ?? "")"
    let body = #"{"identifierUris":["\#(uri)"]}"#
    let answer = try admin.send("PATCH", path, body)
    #expect(answer.status == (code == nil ? 204 : 400) && answer.code == code, "\(answer.body.text)")
    // Tokens of the second version say the client id, so any host will do.
    guard code == "HostNameNotOnVerifiedDomain", form.utf8.contains(0x3A), !form.utf8.contains(0x3F) else { return }
    try admin.expect(204, "PATCH", path, #"{"api":{"requestedAccessTokenVersion":2}}"#)
    try admin.expect(204, "PATCH", path, body)
  }

  @Test func headerFieldsFollowFromTheAnswer() throws {
    func fields(_ method: String, _ path: String, _ body: String? = nil) throws -> (Int, String?, String?, String?) {
      let response = try admin.bench.call("/v1.0" + path, method: method, authorization: admin.token, body: body)
        .response
      return (
        response.status, response.fields["Vary"], response.fields["OData-Version"],
        response.fields["x-ms-resource-unit"]
      )
    }
    #expect(try fields("GET", "/users") == (200, "Accept-Encoding", "4.0", "2"))
    #expect(try fields("GET", "/groups/\(group)/members") == (200, "Accept-Encoding", "4.0", "3"))
    #expect(try fields("PATCH", "/groups/\(group)", #"{"description":"d"}"#) == (204, nil, nil, "1"))
    #expect(try fields("GET", "/groups/97000000-0000-4000-8000-0000000000ff") == (404, "Accept-Encoding", nil, "1"))
    #expect(try fields("GET", "/foo") == (400, nil, nil, nil))
  }
}
