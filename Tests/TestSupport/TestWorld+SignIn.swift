package import Bytes
import Directory
import JOSE
package import JSON
import Policy
import Worlds

extension TestWorld {
  package func signInName(of user: String) throws -> String {
    let user = try self.user(user)
    return world.directory.account(of: user).userPrincipalName
  }

  /// Signs the user in on the pages of a new browser, consents when asked, and returns the code.
  package func signIn(
    _ user: String = "alice", to client: TestClient = .mobile, scope: String = AuthorizeQuery.scope,
    tenant: String = "common", _ changes: [(String, String?)] = []
  ) throws -> String {
    let browser = TestBrowser(self)
    try browser.open(AuthorizeQuery(client, scope: scope, tenant: tenant, changes))
    var answer = try browser.enter(user)
    if answer.pageID == "ConvergedConsent" { answer = try browser.submit() }
    guard let code = answer.delivered?["code"] else {
      throw TestFault("no code: \(answer.status) \(answer.exchange.reasons) \(answer.pageID ?? "")")
    }
    return code
  }

  /// The form that redeems a code.
  package func codeForm(_ code: String, by client: TestClient, _ changes: [(String, String?)] = []) -> FormFields {
    FormFields(
      [
        ("client_id", client.id), ("grant_type", "authorization_code"), ("code", code),
        ("redirect_uri", client.redirectURI), ("code_verifier", PKCE.verifier),
      ] + client.credential
    ).with(changes)
  }

  /// The form that redeems a refresh token.
  package func refreshForm(_ token: String, by client: TestClient, _ changes: [(String, String?)] = []) -> FormFields {
    FormFields(
      [("client_id", client.id), ("grant_type", "refresh_token"), ("refresh_token", token)] + client.credential
    )
    .with(changes)
  }

  package func token(
    _ form: FormFields, tenant: String = "common", fields: [(String, String)] = []
  ) throws -> TestAnswer { try post("/\(tenant)/oauth2/v2.0/token", form, fields: fields) }

  package func redeem(
    _ code: String, by client: TestClient = .mobile, tenant: String = "common", _ changes: [(String, String?)] = []
  ) throws -> TestAnswer {
    try token(codeForm(code, by: client, changes), tenant: tenant, fields: client.fields)
  }

  package func refresh(
    _ refreshToken: String, by client: TestClient = .mobile, tenant: String = "common",
    _ changes: [(String, String?)] = []
  ) throws -> TestAnswer {
    try token(refreshForm(refreshToken, by: client, changes), tenant: tenant, fields: client.fields)
  }

  /// Signs in and redeems.
  package func tokens(
    _ user: String = "alice", for client: TestClient = .mobile, scope: String = AuthorizeQuery.scope,
    tenant: String = "common", _ changes: [(String, String?)] = []
  ) throws -> JSONValue {
    let answer = try redeem(
      try signIn(user, to: client, scope: scope, tenant: tenant), by: client, tenant: tenant, changes)
    guard answer.status == 200 else { throw TestFault("no tokens: \(answer.text)") }
    return try answer.json
  }

  /// Signs in, redeems and returns the refresh token.
  package func refreshToken(
    _ user: String = "alice", for client: TestClient = .mobile, scope: String = AuthorizeQuery.scope,
    tenant: String = "common"
  ) throws -> String {
    guard let token = try tokens(user, for: client, scope: scope, tenant: tenant)["refresh_token"]?.string else {
      throw TestFault("no refresh token")
    }
    return token
  }
}

extension JSONValue {
  /// The claims of the token in that member.
  package func claims(_ member: String) throws -> JSONObject {
    guard let text = self[member]?.string,
      let claims = try JWS.parse(OpaqueAccessToken.open(text) ?? text).payload.object
    else {
      throw TestFault("no \(member)")
    }
    return claims
  }

  /// The header of the token in that member.
  package func header(_ member: String) throws -> JSONObject {
    guard let text = self[member]?.string, let header = try JWS.parse(text).header.object else {
      throw TestFault("no \(member)")
    }
    return header
  }
}
