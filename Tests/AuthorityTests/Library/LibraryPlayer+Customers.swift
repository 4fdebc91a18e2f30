import Bytes
import Directory
import HTTPWire
import JSON
import TestSupport
import Worlds

/// The customer of the scenarios of Azure AD B2C.
extension LibraryPlayer {
  typealias Form = (fields: [(String, String)], button: String?)

  private static let store = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b11"
  private static let kim: Form = ([("email", "kim@example.com"), ("password", SeededDirectory.password)], nil)
  private static let code: Form = ([("VerificationCode", "123456")], nil)
  private static let address: Form = ([("email", "kim@example.com")], nil)
  private static let password: Form = (
    [("newPassword", "N3w-passw0rd!"), ("reenterPassword", "N3w-passw0rd!")], nil
  )

  /// Goes through the pages of a user flow and redeems the code. The refresh token; nil when there was none.
  @discardableResult
  func customer(_ flow: String, _ forms: [Form], prompt: String? = nil) throws -> String? {
    let query = FormFields(
      [
        ("client_id", Self.store), ("response_type", "code"), ("redirect_uri", "http://localhost:5001"),
        ("scope", "openid offline_access \(Self.store)"), ("code_challenge", PKCE.challenge),
        ("code_challenge_method", "S256"),
      ] + (prompt.map { [("prompt", $0)] } ?? []))
    var answer = try browser.open("/shop.onmicrosoft.com/\(flow)/oauth2/v2.0/authorize?\(query.encoded)")
    // With `signIn: auto` the server has answered the pages.
    for form in forms where answer.form != nil {
      note("page", answer)
      answer = try browser.submit(form.fields, pressing: form.button)
    }
    note("page", answer)
    guard let code = answer.delivered?["code"] else { return nil }
    return try redeem(
      flow, [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", "http://localhost:5001")])
  }

  @discardableResult
  private func redeem(_ flow: String, _ fields: [(String, String)]) throws -> String? {
    let form = FormFields(fields + [("client_id", Self.store), ("code_verifier", PKCE.verifier)])
    let answer = try test.post("/shop.onmicrosoft.com/\(flow)/oauth2/v2.0/token", form)
    note("redeem", answer)
    return try? answer.json["refresh_token"]?.string
  }

  private func renewCustomer(_ token: String?) throws {
    try redeem("B2C_1_susi", [("grant_type", "refresh_token"), ("refresh_token", token ?? "")])
  }

  /// The scenarios in which the customer wants something else than `signIn: auto`, which signs in.
  static let needPages: Set = ["b2c-password-forgotten", "b2c-sign-up-cancelled", "b2c-social"]

  static let customers: [String: Story] = [
    "b2c-sign-up-sign-in": { try $0.customer("B2C_1_susi", [kim]) },
    "b2c-edit-profile": { player in
      try player.customer("B2C_1_susi", [kim])
      try player.customer("B2C_1_edit_profile", [([("displayName", "Kim Larsen"), ("givenName", "Kim")], nil)])
    },
    "b2c-password-forgotten": { player in
      try player.customer("B2C_1_susi", [([], "forgotPassword")])
      try player.customer("B2C_1_reset", [address, code, password])
    },
    "b2c-password-reset": { player in
      try player.renewCustomer(try player.customer("B2C_1_susi", [kim]))
      try player.customer("B2C_1_reset", [address, code, password])
    },
    "b2c-sign-up-cancelled": { try $0.customer("B2C_1_susi", [([], "signUp"), ([], "cancel")]) },
    "b2c-policy-unknown": { player in
      for flow in ["B2C_1_susi", "B2C_1_welcome"] {
        try player.get("/shop.onmicrosoft.com/\(flow)/v2.0/.well-known/openid-configuration")
      }
      try player.customer("B2C_1_welcome", [kim])
    },
    "b2c-social": { player in
      try player.customer("B2C_1_susi", [([], "provider:google.com"), ([], "cancel")])
      try player.customer(
        "B2C_1_susi",
        [([], "provider:google.com"), ([("email", "gail@gmail.example")], nil), ([("displayName", "Gail")], nil)])
    },
    "b2c-mfa": { try $0.customer("B2C_1_susi", [kim, ([("verificationCode", "123456")], nil)]) },
    "b2c-refresh-expired": { player in
      try player.renewCustomer(try player.customer("B2C_1_susi", [kim]))
      try player.customer("B2C_1_susi", [kim], prompt: "login")
    },
  ]
}
