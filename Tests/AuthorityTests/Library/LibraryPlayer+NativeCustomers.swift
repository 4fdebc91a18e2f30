import Bytes
import Directory
import HTTPWire
import JSON
import TestSupport
import Worlds

/// The customers of the scenarios of External ID: in a browser, and in pages of the app's own.
extension LibraryPlayer {
  private static let garden = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b21"
  private static let base = "/flowers.onmicrosoft.com"
  private static let kim = "kim@example.com"
  private static let code = "12345678"
  private static let newPassword = "N3w-passw0rd!"
  private static let name: Form = ([("loginfmt", kim)], nil)
  private static let password: Form = ([("passwd", SeededDirectory.password)], nil)

  /// Goes through the pages and redeems the code.
  private func visitor(_ forms: [Form], _ changes: [(String, String)] = []) throws {
    let query = FormFields(
      [
        ("client_id", Self.garden), ("response_type", "code"), ("redirect_uri", "http://localhost:5001"),
        ("scope", "openid profile offline_access"), ("code_challenge", PKCE.challenge),
        ("code_challenge_method", "S256"),
      ] + changes)
    var answer = try browser.open("\(Self.base)/oauth2/v2.0/authorize?\(query.encoded)")
    for form in forms where answer.form != nil {
      note("page", answer)
      answer = try browser.submit(form.fields, pressing: form.button)
    }
    note("page", answer)
    guard let code = answer.delivered?["code"] else { return }
    let form = FormFields([
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", "http://localhost:5001"),
      ("client_id", Self.garden), ("code_verifier", PKCE.verifier),
    ])
    note("redeem", try test.post("\(Self.base)/oauth2/v2.0/token", form))
  }

  /// Calls the API one step after another, each with the newest continuation token.
  private func native(_ steps: (path: String, fields: [(String, String)])...) throws {
    var token: String?
    for step in steps {
      var form = FormFields([("client_id", Self.garden)] + step.fields)
      if let token, form["username"] == nil { form.append("continuation_token", token) }
      let answer = try test.post("\(Self.base)/\(step.path)", form)
      note(step.path, answer)
      token = try answer.json["continuation_token"]?.string ?? token
    }
  }

  private static func begin(_ path: String, _ name: String = kim, _ more: [(String, String)] = []) -> (
    path: String, fields: [(String, String)]
  ) {
    (path, [("username", name), ("challenge_type", "oob password redirect")] + more)
  }

  private static let capable = [("capabilities", "mfa_required registration_required")]
  private static let challenge = ("oauth2/v2.0/challenge", [(String, String)]())

  private static func token(_ grant: String, _ fields: (String, String)...) -> (
    path: String, fields: [(String, String)]
  ) { ("oauth2/v2.0/token", [("grant_type", grant), ("scope", "openid profile offline_access User.Read")] + fields) }

  private static func signUp(_ grant: String, _ name: String, _ value: String) -> (
    path: String, fields: [(String, String)]
  ) { ("signup/v1.0/continue", [("grant_type", grant), (name, value)]) }

  static let externalCustomers: [String: Story] = [
    "external-sign-up-sign-in": { try $0.visitor([name, password]) },
    "external-social": { player in
      try player.visitor(
        [([("email", "gail@gmail.example")], nil), ([("displayName", "Gail")], nil)], [("domain_hint", "google")])
    },
    "external-second-factor": {
      try $0.native(
        begin("oauth2/v2.0/initiate", kim, capable), challenge,
        token("password", ("password", SeededDirectory.password)),
        ("oauth2/v2.0/introspect", []), challenge, token("mfa_oob", ("oob", code)))
    },
    "native-sign-in-password": {
      try $0.native(
        begin("oauth2/v2.0/initiate"), challenge, token("password", ("password", "wrong")),
        token("password", ("password", SeededDirectory.password)))
    },
    "native-sign-in-code": { player in
      try player.native(
        begin("signup/v1.0/start", "new@example.com", [("attributes", #"{"displayName":"New"}"#)]),
        ("signup/v1.0/challenge", []), signUp("oob", "oob", code))
      try player.native(
        begin("oauth2/v2.0/initiate", "new@example.com"), challenge, token("oob", ("oob", "00000000")),
        token("oob", ("oob", code)))
    },
    "native-sign-up": {
      try $0.native(
        begin("signup/v1.0/start", "new@example.com"), ("signup/v1.0/challenge", []), signUp("oob", "oob", code),
        ("signup/v1.0/challenge", []), signUp("password", "password", newPassword),
        signUp("attributes", "attributes", #"{"displayName":"New"}"#), token("continuation_token"))
    },
    "native-reset-password": {
      try $0.native(
        begin("resetpassword/v1.0/start"), ("resetpassword/v1.0/challenge", []),
        ("resetpassword/v1.0/continue", [("grant_type", "oob"), ("oob", code)]),
        ("resetpassword/v1.0/submit", [("new_password", "abc")]),
        ("resetpassword/v1.0/submit", [("new_password", newPassword)]), ("resetpassword/v1.0/poll_completion", []),
        ("resetpassword/v1.0/poll_completion", []), token("continuation_token"))
    },
    "native-redirect-to-web": { player in
      try player.native(
        begin("oauth2/v2.0/initiate"), challenge, token("password", ("password", SeededDirectory.password)))
      try player.visitor([name, password, ([], nil)])
    },
    "native-token-expired": { player in
      for _ in 0..<2 {
        try player.native(
          begin("oauth2/v2.0/initiate"), challenge, token("password", ("password", SeededDirectory.password)))
      }
    },
  ]
}
