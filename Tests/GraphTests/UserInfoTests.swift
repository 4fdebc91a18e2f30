import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import Testing
import Worlds

struct UserInfoTests {
  static let subject = TokenSubject.pairwise(
    user: User.ID("a11ce000-0000-4000-8000-000000000001") ?? User.ID(.zero), tenant: SeededDirectory.contoso,
    recipient: Application.ID("30b11e00-0000-4000-8000-000000000001") ?? Application.ID(.zero))

  struct Row: CustomTestStringConvertible {
    let scopes: String
    let body: String
    let testDescription: String
  }

  @Test(arguments: [
    Row(
      scopes: "openid profile email User.Read",
      body: #","name":"Alice Archer","family_name":"Archer","given_name":"Alice","#
        + #""picture":"https://localhost:8443/v1.0/me/photo/$value","email":"alice@contoso.onmicrosoft.com"}"#,
      testDescription: "all"),
    Row(
      scopes: "openid", body: #","picture":"https://localhost:8443/v1.0/me/photo/$value"}"#,
      testDescription: "openid alone"),
    Row(
      scopes: "openid email",
      body: #","picture":"https://localhost:8443/v1.0/me/photo/$value","email":"alice@contoso.onmicrosoft.com"}"#,
      testDescription: "without profile"),
  ])
  func shows(_ row: Row) throws {
    let bench = try Bench()
    for method in ["GET", "POST"] {
      let (response, exchange) = try bench.call(
        "/oidc/userinfo", method: method, authorization: try bench.bearer(try bench.claims(scopes: row.scopes)))
      expectEqual(response.status, 200)
      expectEqual(response.text, #"{"sub":"\#(Self.subject)""# + row.body)
      expectEqual(response.fields["Content-Type"], "application/json")
      expectNil(response.fields["OData-Version"])
      expectEqual(exchange.endpoint, .userInfo)
      expectEqual(exchange.events, [.resourceServed])
    }
  }

  @Test func theSubjectIsThatOfTheToken() throws {
    let bench = try Bench()
    var claims = try bench.claims()
    claims["xms_st"] = ["sub": "somebody"]
    try expectEqual(
      bench.call("/oidc/userinfo", authorization: try bench.bearer(claims)).response.json()["sub"], "somebody")
    claims["xms_st"] = nil
    try expectEqual(
      bench.call("/OIDC/userinfo/", authorization: try bench.bearer(claims)).response.json()["sub"],
      .string(Self.subject))
  }

  @Test func refusesAsGraphDoes() throws {
    let bench = try Bench()
    try expectEqual(bench.call("/oidc/userinfo").response.status, 401)
    let withoutOpenID = try bench.call(
      "/oidc/userinfo", authorization: try bench.bearer(try bench.claims(scopes: "User.Read"))
    ).response
    expectEqual(withoutOpenID.status, 403)
    try expectEqual(withoutOpenID.json()["error"]?["code"], "Authorization_RequestDenied")
    var claims = try bench.claims()
    claims["aud"] = claims["appid"]
    let idToken = try bench.call("/oidc/userinfo", authorization: try bench.bearer(claims)).response
    try expectEqual(idToken.json()["error"]?["message"], "Access token validation failure. Invalid audience.")
    let method = try bench.call(
      "/oidc/userinfo", method: "DELETE", authorization: try bench.bearer(try bench.claims())
    ).response
    expectEqual(method.status, 405)
    expectEqual(method.fields["Allow"], "GET, HEAD, POST")
  }
}
