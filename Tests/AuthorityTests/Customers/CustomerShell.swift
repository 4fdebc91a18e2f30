import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing
import Worlds

/// The three ways in which customers meet the server: the pages of Azure AD B2C, the pages of External ID, and the native
/// authentication API.
enum CustomerShell: String, Sendable, CaseIterable {
  case b2c, pages, native
}

/// A world with a tenant of each kind, its customer and its apps.
final class CustomerScene {
  static let name = "kim@example.com"
  static let new = "Fl0wers4me"
  static let store = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b11"
  static let office = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b12"
  static let garden = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b21"
  static let letter = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b22"
  static let careful = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b24"
  static let desk = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b26"
  static let secret = "office-secret"
  private static let redirect = "http://localhost:5001"

  let test: TestWorld
  var browser: TestBrowser
  var continuation: String?
  private var client = garden

  init() throws {
    let native = "isFallbackPublicClient: true, nativeAuthenticationApisEnabled: all"
    let granted = "permissions: [openid, offline_access, profile], consent: granted"
    test = try TestWorld(
      file: """
        ids: asWritten
        world:
          lifetimes: { continuationToken: 1h }
          tenants:
            shop:
              kind: b2c
              userFlows:
                - { name: B2C_1_susi, attributes: [displayName], identityProviders: [google.com] }
                - B2C_1_reset
                - { name: B2C_1_code, type: signUpOrSignIn, localAccount: emailCode, attributes: [] }
                - { name: B2C_1_mfa, type: signIn, multiFactor: always }
            flowers:
              kind: external
              userFlows:
                - { name: SignUpSignIn, passwordReset: selfService, attributes: [displayName], identityProviders: [google.com] }
                - { name: WithCode, localAccount: emailCode, attributes: [] }
                - { name: Careful, multiFactor: always }
          users:
            kim: { tenant: shop, displayName: Kim, mail: \(Self.name) }
            lee: { tenant: flowers, displayName: Lee, mail: \(Self.name), mfaMethods: ["+47 99 99 99 99"] }
          apps:
            store: { type: native, tenant: shop, clientId: \(Self.store), redirectUris: ["\(Self.redirect)"] }
            backroom: { type: web, tenant: shop, clientId: \(Self.office), redirectUris: ["\(Self.redirect)"], secret: \(Self.secret) }
            garden: { type: native, tenant: flowers, clientId: \(Self.garden), redirectUris: ["\(Self.redirect)"], \(native), \(granted) }
            letter:
              { type: native, tenant: flowers, clientId: \(Self.letter), redirectUris: ["\(Self.redirect)"], userFlow: WithCode, \(native), \(granted) }
            careful:
              { type: native, tenant: flowers, clientId: \(Self.careful), redirectUris: ["\(Self.redirect)"], userFlow: Careful, \(native), \(granted) }
            desk: { type: web, tenant: flowers, clientId: \(Self.desk), redirectUris: ["\(Self.redirect)"], secret: \(Self.secret), \(granted) }

        """)
    browser = TestBrowser(test)
  }

  /// The customer of the shell.
  func customer(_ shell: CustomerShell) throws -> User { try test.user(shell == .b2c ? "kim" : "lee") }

  func newBrowser() { browser = TestBrowser(test) }

  // MARK: Requests

  private static func query(_ client: String, _ changes: [(String, String?)]) -> FormFields {
    FormFields([
      ("client_id", client), ("response_type", "code"), ("redirect_uri", redirect), ("scope", "openid offline_access"),
      ("code_challenge", PKCE.challenge), ("code_challenge_method", "S256"),
    ]).with(changes)
  }

  @discardableResult
  func open(
    b2c flow: String, _ client: String = CustomerScene.store, _ changes: [(String, String?)] = []
  ) throws -> TestAnswer {
    try browser.open("/shop.onmicrosoft.com/\(flow)/oauth2/v2.0/authorize?\(Self.query(client, changes).encoded)")
  }

  @discardableResult
  func open(
    pages client: String = CustomerScene.garden, _ changes: [(String, String?)] = []
  ) throws -> TestAnswer {
    try browser.open("/flowers.onmicrosoft.com/oauth2/v2.0/authorize?\(Self.query(client, changes).encoded)")
  }

  @discardableResult
  func submit(_ fields: (String, String)..., pressing button: String? = nil) throws -> TestAnswer {
    try browser.submit(fields, pressing: button)
  }

  /// Redeems a code at a user flow of B2C, or at External ID's endpoint where `flow` is nil.
  func redeem(_ code: String, _ flow: String?, _ client: String, _ changes: [(String, String?)]) throws -> TestAnswer {
    let form = FormFields([
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", Self.redirect), ("client_id", client),
      ("code_verifier", PKCE.verifier),
    ]).with(changes)
    let base = flow.map { "/shop.onmicrosoft.com/\($0)" } ?? "/flowers.onmicrosoft.com"
    return try test.post(base + "/oauth2/v2.0/token", form)
  }

  @discardableResult
  func begin(_ path: String, _ name: String = CustomerScene.name, app: String = CustomerScene.garden) throws
    -> TestAnswer
  {
    client = app
    continuation = nil
    return try call(
      path, ("username", name), ("challenge_type", "oob password redirect"), ("capabilities", "mfa_required"))
  }

  @discardableResult
  func call(_ path: String, _ fields: (String, String)...) throws -> TestAnswer {
    var form = FormFields([("client_id", client)] + fields)
    if let continuation { form.append("continuation_token", continuation) }
    let answer = try test.post("/flowers.onmicrosoft.com/\(path)", form)
    continuation = (try? answer.json["continuation_token"]?.string) ?? continuation
    return answer
  }

  // MARK: What customers do

  /// Signs in with a password.
  func enter(_ password: String, _ shell: CustomerShell) throws -> TestAnswer {
    newBrowser()
    switch shell {
    case .b2c:
      try open(b2c: "B2C_1_susi")
      return try submit(("email", Self.name), ("password", password))
    case .pages:
      try open()
      try submit(("loginfmt", Self.name))
      return try submit(("passwd", password))
    case .native:
      try begin("oauth2/v2.0/initiate")
      try call("oauth2/v2.0/challenge")
      return try call("oauth2/v2.0/token", ("grant_type", "password"), ("password", password), ("scope", "openid"))
    }
  }

  /// Asks for the code of a forgotten password.
  func forget(_ shell: CustomerShell) throws {
    newBrowser()
    switch shell {
    case .b2c:
      try open(b2c: "B2C_1_reset")
      try submit(("email", Self.name))
    case .pages:
      try open()
      try submit(("loginfmt", Self.name))
      try submit(pressing: "forgotPassword")
    case .native:
      try begin("resetpassword/v1.0/start")
      try call("resetpassword/v1.0/challenge")
    }
  }

  /// Enters the code of a forgotten password: the right one, or a wrong one.
  func enterCode(isRight: Bool, _ shell: CustomerShell) throws -> TestAnswer {
    switch shell {
    case .b2c: try submit(("VerificationCode", isRight ? "123456" : "000000"))
    case .pages: try submit(("otc", isRight ? "12345678" : "00000000"))
    case .native:
      try call(
        "resetpassword/v1.0/continue", ("grant_type", "oob"), ("oob", isRight ? "12345678" : "00000000"))
    }
  }

  /// Sets a new password in the place of the forgotten one, after the right code.
  func renew(_ password: String, _ shell: CustomerShell) throws -> TestAnswer {
    guard shell == .native else { return try submit(("newPassword", password), ("reenterPassword", password)) }
    let answer = try call("resetpassword/v1.0/submit", ("new_password", password))
    return answer.status == 200 ? try call("resetpassword/v1.0/poll_completion") : answer
  }

  /// Signs a new customer up by a code alone, in the user flow for that.
  func signUpWithCode(_ shell: CustomerShell) throws -> TestAnswer {
    let name = "new@example.com"
    newBrowser()
    switch shell {
    case .b2c:
      try open(b2c: "B2C_1_code")
      try submit(pressing: "signUp")
      try submit(("email", name), pressing: "sendCode")
      return try submit(("VerificationCode", "123456"))
    case .pages:
      try open(pages: Self.letter, [("prompt", "create")])
      try submit(("email", name))
      return try submit(("otc", "12345678"))
    case .native:
      try begin("signup/v1.0/start", name, app: Self.letter)
      try call("signup/v1.0/challenge")
      return try call("signup/v1.0/continue", ("grant_type", "oob"), ("oob", "12345678"))
    }
  }

  /// Signs that customer in by a code.
  func enterWithCode(_ shell: CustomerShell) throws -> TestAnswer {
    let name = "new@example.com"
    newBrowser()
    switch shell {
    case .b2c:
      try open(b2c: "B2C_1_code")
      try submit(("email", name))
      try submit(("email", name))
      return try submit(("VerificationCode", "123456"))
    case .pages:
      try open(pages: Self.letter)
      try submit(("loginfmt", name))
      return try submit(("otc", "12345678"))
    case .native:
      try begin("oauth2/v2.0/initiate", name, app: Self.letter)
      try call("oauth2/v2.0/challenge")
      return try call("oauth2/v2.0/token", ("grant_type", "oob"), ("oob", "12345678"), ("scope", "openid"))
    }
  }
}

extension TestAnswer {
  /// What the customer has got, in one word: `in`, a number, the heading of the page, or the status.
  var outcome: String {
    if let delivered {
      if delivered["code"] != nil { return "in" }
      let text = delivered["error_description"] ?? ""
      return String(text.prefix { $0 != ":" })
    }
    if let pageCode { return "\(pageCode)" }
    if let heading { return heading }
    if let errorCode { return "\(errorCode)" }
    if status == 200 { return "in" }
    let text = (try? json["error_description"]?.string) ?? ""
    return text.isEmpty ? "\(status)" : String(text.prefix { $0 != ":" })
  }
}
