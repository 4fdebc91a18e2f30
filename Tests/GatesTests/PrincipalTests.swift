import Bytes
import Expectations
import HTTPWire
import JSON
import Testing
import Time

@testable import Gates

@Suite("What a gate tells an app") struct PrincipalTests {
  private static let claims: JSONValue = [
    "aud": "a", "oid": "o", "preferred_username": "alice@contoso.com", "groups": ["g1", "g2"], "ver": "2.0",
    "iat": 7,
  ]

  @Test("writes one entry for each value, in the words of .NET")
  func entries() {
    let told = ClaimType.entries(of: Self.claims, isMapped: true).map(\.text)
    expectEqual(
      told,
      [
        #"{"typ":"aud","val":"a"}"#,
        #"{"typ":"http://schemas.microsoft.com/identity/claims/objectidentifier","val":"o"}"#,
        #"{"typ":"preferred_username","val":"alice@contoso.com"}"#, #"{"typ":"groups","val":"g1"}"#,
        #"{"typ":"groups","val":"g2"}"#, #"{"typ":"ver","val":"2.0"}"#, #"{"typ":"iat","val":"7"}"#,
      ])
    expectEqual(ClaimType.entries(of: Self.claims, isMapped: false)[1].text, #"{"typ":"oid","val":"o"}"#)
  }

  @Test("gives a bearer token's app no names and no tokens")
  func bearer() {
    let fields = Principal(claims: ["oid": "o", "azp": "c"], bearer: "t").fields(AuthSettings())
    expectEqual(fields.map(\.name), ["X-MS-CLIENT-PRINCIPAL-ID", "X-MS-CLIENT-PRINCIPAL-IDP", "X-MS-CLIENT-PRINCIPAL"])
  }

  @Test("escapes slashes in /.auth/me, and leaves out what is not kept")
  func me() {
    let session = Session(claims: Self.claims, idToken: "a/b", end: UnixTime(seconds: 0))
    let text = String(
      decoding: Principal(claims: ["oid": "o"], session: session).me(AuthSettings()), as: UTF8.self)
    expectEqual(
      text,
      #"[{"id_token":"a\/b","provider_name":"aad","user_claims":[{"typ":"http:\/\/schemas.microsoft.com\/identity\/claims\/objectidentifier","val":"o"}],"user_id":"o"}]"#
    )
  }

  @Test(
    "keeps the names of the platform's fields to itself",
    arguments: [
      ("X-MS-CLIENT-PRINCIPAL", true), ("x-ms-client-principal-name", true), ("X-MS-TOKEN-GOOGLE-ID-TOKEN", true),
      ("X-MS-CLIENT-PRINCIPALS", false), ("X-MS-CLIENT", false), ("Authorization", false),
    ])
  func reserved(_ name: String, _ isExpected: Bool) { expectEqual(Principal.isReserved(name), isExpected) }

  @Test("gives a user of Static Web Apps the same id each time, and another one at another site")
  func webUser() {
    let user = Principal(claims: Self.claims)
    expectEqual(user.webUser(of: "one")["userId"], user.webUser(of: "one")["userId"])
    #expect(user.webUser(of: "one")["userId"] != user.webUser(of: "two")["userId"])
    expectEqual(user.webUser(of: "one")["userRoles"], ["anonymous", "authenticated"])
  }
}
