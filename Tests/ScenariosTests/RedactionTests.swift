import Bytes
import Expectations
import HTTPWire
import Policy
import Testing
import Time

@testable import Worlds

/// What the journal keeps of a request, and what it hides.
struct RedactionTests {
  private static func parameter(_ name: String, _ value: String) -> Exchange.Parameter? {
    Redaction.parameters(of: FormFields([(name, value)])).first
  }

  /// Names under which secrets travel. No list of them is ever complete, so the journal has a list of the others.
  @Test(arguments: [
    "password", "client_secret", "client_assertion", "refresh_token", "code", "code_verifier", "assertion",
    "id_token_hint", "device_code", "access_token", "id_token", "token", "subject_token", "actor_token", "refreshToken",
    "accessToken", "idToken", "refresh_token[]", "refresh_token.0", "Refresh_Token", "pwd", "pass", "passphrase",
    "pass_word", "otp", "otc", "totp", "pin", "SAMLResponse", "SAMLRequest", "saml", "wresult", "jwt", "bearer", "auth",
    "authorization", "Authorization", "cookie", "session", "sessionid", "session_state", "api_key", "apikey", "key",
    "sig",
    "signature", "sas", "credential", "credentials", "secret", "clientSecret", "newpassword", "private_key", "mfa_code",
    "verification_code", "user_assertion", "requested_token", "canary", "ctx", "hpgrequestid", "x", "whatever",
    "ticket",
    "nonce2", "state2", "$skiptoken",
  ])
  func aValueUnderAnyOtherNameIsHidden(_ name: String) throws {
    let parameter = try #require(Self.parameter(name, "hush-hush"))
    expectEqual(parameter, .init(name: name, value: "•••(9)"))
    expectEqual(Self.parameter(name, "")?.value, "")
  }

  /// Whole names, and parts of names, in any letter case.
  @Test(arguments: [
    ("code", true), ("CODE", true), ("codeword", false), ("pass", true), ("compass", false), ("key", true),
    ("monkey", false), ("Client_Secret", true), ("x-api-key", true), ("ApiKey", true), ("passwd", true),
    ("oldPassphrase", true), ("pas", false), ("", false), ("t", false), ("tokens", true), ("toke", false),
    ("displayName", false), ("urn:ietf:params:scim:schemas:core:2.0:User", false), ("privateer", true),
    ("identity-header", true), ("identity", false), ("Äccess-Key", false), ("SAMLart", true), ("author", false),
  ])
  func soundsLikeASecret(_ name: String, _ sounds: Bool) { expectEqual(SecretText.soundsSecret(name), sounds) }

  /// In a text of this server's, such as a body that was sent.
  @Test func hidesValuesOfMembersThatSoundLikeSecrets() {
    expectEqual(
      SecretText.masked(#"sent: {"a":"token","password":"hush","b":["secret"],"apiKey":"x y"}"#, by: .server),
      #"sent: {"a":"token","password":"•••(4)","b":["secret"],"apiKey":"•••(3)"}"#)
    expectEqual(SecretText.masked("scope=a&client_secret=hush&b=c", by: .server), "scope=a&client_secret=•••(4)&b=c")
    expectEqual(SecretText.masked("with Bearer hush", by: .client), "with Bearer •••(4)")
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let name: String
    let value: String
    let kept: String

    init(_ description: String, _ name: String, _ value: String, _ kept: String? = nil) {
      testDescription = description
      self.name = name
      self.value = value
      self.kept = kept ?? value
    }
  }

  private static let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl"
  private static let handle =
    "1.AQAAbcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_abcdefghijklmnopqrst"
  private static let random = "mZ0qP1xW2cE3vR4bT5nY6mU7kI8lO9pA0sD1fG2hJ3k"

  @Test(
    "harmless values stay, and secrets in the wrong place go",
    arguments: [
      Row("a client", "client_id", "11111111-1111-4111-8111-111111111111"),
      Row("scopes", "scope", "openid https://graph.microsoft.com/User.Read api://orders/.default"),
      Row("a redirect URI", "redirect_uri", "https://app.test:3000/auth/callback"),
      Row("a query of harmless names", "redirect_uri", "https://app.test/cb?tenant=contoso&state=1"),
      Row("a redirect URI of a phone", "redirect_uri", "msauth.com.contoso.app://auth"),
      Row("a response type", "response_type", "code id_token"), Row("a mode", "response_mode", "form_post"),
      Row("a prompt", "prompt", "select_account"), Row("a sign-in name", "login_hint", "alice@contoso.com"),
      Row("a user", "username", "alice@contoso.onmicrosoft.com"),
      Row("a grant by its URI", "grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
      Row("a state", "state", "12345"), Row("a GUID as the state", "state", "0b1c2d3e-0000-4000-8000-000000000001"),
      Row("claims", "claims", #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#),
      Row("a filter", "$filter", "startswith(displayName,'Al')"), Row("a user code", "user_code", "ABCD12345"),
      Row("a name in other letters", "Client_ID", "x"),
      Row("another parameter in a value", "grant_type", "x;client_secret=S", "•••(17)"),
      Row("another parameter in a text", "scope", "openid;client_secret=S&x", "openid;client_secret=•••(1)&x"),
      Row("JSON in a word", "grant_type", #"{"password":"S"}"#, "•••(16)"),
      Row("JSON in a text", "claims", #"{"password":"S3cret"}"#, #"{"password":"•••(6)"}"#),
      Row("a token as the state", "state", token, "•••(JWT:\(token.utf8.count))"),
      Row("a refresh token as the state", "state", handle, "•••(handle:\(handle.utf8.count))"),
      Row("a token of random letters as the state", "state", random, "•••(43)"),
      Row("text as the state", "state", "my password is S3cret=", "•••(22)"),
      Row("the state of a library", "state", "eyJpZCI6IjEyMyJ9|next", "•••(JSON:21)"),
      Row("a token in a scope", "scope", "openid " + token, "openid •••(JWT:\(token.utf8.count))"),
      Row("a handle in a scope", "scope", handle, "•••(handle:\(handle.utf8.count))"),
      Row(
        "a token in a redirect URI", "redirect_uri", "https://a.test/\(token)/x",
        "https://a.test/•••(JWT:\(token.utf8.count + 2))"),
      Row(
        "a code in a redirect URI", "redirect_uri", "https://a.test/?code=S&x=1#t=2",
        "https://a.test/?code=•••(1)&x=•••(5)"),
      Row("a password as the sign-in name", "loginfmt", "Passw0rd!", "•••(9)"),
      Row("a password as the user", "username", "S3cret", "•••(6)"),
      Row("a client secret as the client", "client_id", "abc8Q~defGHIjklMNOpqrSTUvwxYZ0123456789a", "•••(40)"),
      Row("an opaque token as the resource", "resource", "EwBYA8l6BAAU+/abcdefghijklm", "•••(handle:27)"),
      Row("a bearer in a text", "error_description", "sent Bearer S3cret to", "sent Bearer •••(6) to"),
    ])
  func valuesAreShownByTheirNames(_ row: Row) throws {
    let parameter = try #require(Self.parameter(row.name, row.value))
    expectEqual(parameter, .init(name: row.name, value: row.kept))
  }

  @Test(arguments: [
    "S3cret", "hunter2", #"{"password":"S3cret"}"#, "S3cret S3cret", "c2VjcmV0",
    "<saml>S3cret</saml>", "Hunter2-my-Passw0rd", "my-secret-word", "pin", "my.token@work",
  ])
  func aBodyThatIsNoFormIsHidden(_ body: String) throws {
    let form = try #require(FormFields(parsing: body))
    for parameter in Redaction.parameters(of: form) {
      expectEqual(parameter.name, "•••(\(body.utf8.count))")
      expectEqual(parameter.value, "")
    }
  }

  /// Base64 ends with `=`, which does not make a name of what stands before it.
  @Test(arguments: ["c2VjcmV0LXBhc3M=", "c2VjcmV0LXBhc3Nz=="]) func base64AloneIsHidden(_ body: String) throws {
    let form = try #require(FormFields(parsing: body))
    let parameter = try #require(Redaction.parameters(of: form).first)
    #expect(parameter.name.hasPrefix("•••("))
  }

  @Test(arguments: ["client_secret", "Password", "refresh_token"]) func theProtocolsOwnNameIsShownWithoutAValue(
    _ name: String
  ) throws { expectEqual(Self.parameter(name, ""), .init(name: name, value: "")) }

  @Test func aTokenAsANameIsHidden() throws {
    let parameter = try #require(Self.parameter(Self.token, "x"))
    expectEqual(parameter.name, "•••(JWT:\(Self.token.utf8.count))")
  }

  @Test func longValuesAreCut() throws {
    let kept = try #require(Self.parameter("scope", String(repeating: "a ", count: 1_000))?.value)
    expectEqual(kept.count, 513)
    expectEqual(kept.last, "…")
  }

  struct Field: CustomTestStringConvertible {
    let name: String
    let value: String
    /// What rules match.
    let kept: String
    /// What people read.
    let shown: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Field(
      name: "User-Agent", value: "python-requests/2.31", kept: "python-requests/2.31", shown: "python-requests/2.31"),
    Field(name: "x-client-SKU", value: "MSAL.Python", kept: "MSAL.Python", shown: "MSAL.Python"),
    Field(name: "X-Tier", value: "gold", kept: "gold", shown: "•••(4)"),
    Field(name: "Authorization", value: "Bearer S", kept: "•••(8)", shown: "•••(6)"),
    Field(name: "Proxy-Authorization", value: "Basic S", kept: "•••(7)", shown: "•••(6)"),
    Field(name: "Cookie", value: "a=b", kept: "•••(3)", shown: "•••(6)"),
    Field(name: "X-IDENTITY-HEADER", value: "S", kept: "•••(1)", shown: "•••(6)"),
    Field(name: "secret", value: "S", kept: "•••(1)", shown: "•••(6)"),
    Field(name: "X-API-Key", value: "S", kept: "•••(1)", shown: "•••(6)"),
    Field(name: "X-Auth-Token", value: "S", kept: "•••(1)", shown: "•••(6)"),
    Field(name: "X-Tier", value: token, kept: "•••(JWT:54)", shown: "•••(13)"),
    Field(
      name: "Referer", value: "https://app.test/cb?code=S#t", kept: "https://app.test/cb", shown: "https://app.test/cb"),
    Field(
      name: "Referer", value: "https://app.test/\(token)", kept: "https://app.test/•••(JWT:54)",
      shown: "https://app.test/•••(JWT:54)"),
  ])
  func headerFieldsAreKeptForRulesAndShownByName(_ field: Field) throws {
    let kept = try #require(Redaction.fields(HTTPFields([(field.name, field.value)]))[field.name])
    expectEqual(kept.hasPrefix("•••"), field.kept.hasPrefix("•••"))
    #expect(!kept.contains("Bearer") && !kept.contains(Self.token))
    if !field.kept.contains("JWT") { expectEqual(kept, field.kept) }
    let shown = Redaction.shown(field: field.name, kept)
    #expect(shown == kept || shown.hasPrefix("•••"))
    expectEqual(shown.hasPrefix("•••"), field.shown.hasPrefix("•••"))
  }

  @Test(arguments: [
    ("/contoso.com/oauth2/v2.0/token", "/contoso.com/oauth2/v2.0/token"),
    ("/v1.0/users/alice@contoso.com/memberOf", "/v1.0/users/alice@contoso.com/memberOf"),
    ("/v1.0/users/alice%40contoso.com", "/v1.0/users/alice%40contoso.com"),
    ("/v1.0/me/" + token, "/v1.0/me/•••(JWT:54)"), ("/x/%65yJhbGciOiJSUzI1NiJ9", "/x/•••(JSON:20)"),
    ("/x;session=S/y", "/x;session=•••(3)"), ("/" + handle, "/•••(handle:\(handle.utf8.count))"),
  ])
  func pathsHideTokens(_ path: String, _ kept: String) { expectEqual(Redaction.path(path), kept) }

  /// Each text of an exchange in which a client's words can stand.
  @Test func nothingOfAnExchangeHoldsAToken() {
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: UnixTime(seconds: 0), method: Redaction.word(Self.token),
      host: Redaction.word(Self.token), path: Redaction.path("/" + Self.token))
    exchange.grant = "x;client_secret=\(Self.token)"
    exchange.prompt = Self.token
    exchange.scopes = ["openid", Self.handle]
    exchange.resource = Self.token
    exchange.library = Self.token
    exchange.origin = "https://\(Self.token)"
    exchange.reasons = ["step 1: GET /me?access_token=S3cret → 200", "no app '\(Self.token)'", "count=3"]
    exchange.refusal = .unsupportedGrantType("x;client_secret=S3cret \(Self.handle)")
    exchange.resourceError = Self.token
    let journal = Journal()
    let logged = journal.record(exchange)
    for kept in journal.exchanges + [logged] {
      let text = "\(kept)"
      for secret in [Self.token, Self.handle, "S3cret"] { #expect(!text.contains(secret), "\(secret)") }
      expectEqual(kept.reasons.first, "step 1: GET /me?access_token=•••(6) → 200")
      expectEqual(kept.reasons.last, "count=3")
      expectEqual(kept.scopes.first, "openid")
    }
    expectEqual(journal.exchanges.first?.number, 1)
  }
}
