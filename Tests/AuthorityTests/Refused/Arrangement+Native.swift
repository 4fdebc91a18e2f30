import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import TestSupport
import Time
import Worlds

/// An app of the native authentication API, which keeps the newest continuation token.
final class NativeApp {
  static let garden = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b21"

  let test: TestWorld
  private var token: String?

  /// `file` is added to the scenario; `flow` has the words of the user flow, `app` and `user` more words of these.
  init(
    flow: String = "passwordReset: selfService, attributes: [displayName]", user: String = "",
    app: String = ", isFallbackPublicClient: true, nativeAuthenticationApisEnabled: all", displayName: String = "Kim",
    file: String = ""
  ) throws {
    test = try TestWorld(
      file: """
        ids: asWritten
        world:
          tenants:
            flowers: { kind: external, displayName: '\(displayName)', userFlows: [{ name: SignUpSignIn, \(flow) }] }
          users:
            kim: { tenant: flowers, displayName: '\(displayName)', mail: kim@example.com\(user) }
          apps:
            garden:
              { displayName: '\(displayName)', type: native, tenant: flowers, clientId: \(Self.garden), redirectUris: ["http://localhost:5001"],
                permissions: [openid, offline_access, profile, User.Read], consent: granted\(app) }
        \(file)

        """)
  }

  @discardableResult
  func call(_ path: String, _ fields: (String, String)...) throws -> TestAnswer {
    var form = FormFields([("client_id", Self.garden)] + fields)
    if let token, form["username"] == nil, form["continuation_token"] == nil {
      form.append("continuation_token", token)
    }
    let answer = try test.post("/flowers.onmicrosoft.com/\(path)", form)
    token = (try? answer.json["continuation_token"]?.string) ?? token
    return answer
  }

  @discardableResult
  func begin(_ path: String, _ name: String = "kim@example.com", _ more: (String, String)...) throws -> TestAnswer {
    var form = FormFields([
      ("client_id", Self.garden), ("username", name), ("challenge_type", "oob password redirect"),
      ("capabilities", "mfa_required registration_required"),
    ])
    for (name, value) in more { form.set(name, value) }
    let answer = try test.post("/flowers.onmicrosoft.com/\(path)", form)
    token = try? answer.json["continuation_token"]?.string
    return answer
  }

  /// Signs up as far as the right code.
  func proveAddress(_ more: (String, String)...) throws -> TestAnswer {
    let path = "signup/v1.0/start"
    switch more.first {
    case .some(let field): try begin(path, "new@example.com", field)
    case nil: try begin(path, "new@example.com")
    }
    try call("signup/v1.0/challenge")
    return try call("signup/v1.0/continue", ("grant_type", "oob"), ("oob", "12345678"))
  }

  /// Enters Kim's password.
  @discardableResult
  func enterPassword() throws -> TestAnswer {
    try begin("oauth2/v2.0/initiate")
    try call("oauth2/v2.0/challenge")
    return try call(
      "oauth2/v2.0/token", ("grant_type", "password"), ("password", SeededDirectory.password),
      ("scope", "openid profile"))
  }
}

extension Arrangement {
  /// What the native authentication API refuses.
  static let native: [Arrangement] = [
    Arrangement(550022, "an app that is not a public client") { _ in
      try NativeApp(app: ", isFallbackPublicClient: false, nativeAuthenticationApisEnabled: all").begin(
        "oauth2/v2.0/initiate")
    },
    Arrangement(500221, "an app that may not use the API") { _ in
      try NativeApp(app: ", isFallbackPublicClient: true").begin("oauth2/v2.0/initiate")
    },
    Arrangement(901007, "an unknown challenge type") { _ in
      try NativeApp().begin("oauth2/v2.0/initiate", "kim@example.com", ("challenge_type", "carrier_pigeon redirect"))
    },
    Arrangement(55200, "a made-up continuation token") { _ in
      try NativeApp().call("oauth2/v2.0/challenge", ("continuation_token", "x"))
    },
    Arrangement(552001, "a step that comes too late") { _ in
      let app = try NativeApp()
      try app.begin("oauth2/v2.0/initiate")
      _ = try app.test.world.age(.signInFlows, GrantSelection(), by: .minutes(11))
      return try app.call("oauth2/v2.0/challenge")
    },
    Arrangement(50181, "a wrong code") { _ in
      let app = try NativeApp()
      try app.begin("resetpassword/v1.0/start")
      try app.call("resetpassword/v1.0/challenge")
      return try app.call("resetpassword/v1.0/continue", ("grant_type", "oob"), ("oob", "00000000"))
    },
    Arrangement(399246, "a weak password") { _ in
      try NativeApp().begin("signup/v1.0/start", "new@example.com", ("password", "lowercase"))
    },
    Arrangement(901001, "a second factor that goes nowhere") { _ in
      let app = try NativeApp(user: ", mfa: unregistered")
      try app.enterPassword()
      try app.call("register/v1.0/introspect")
      return try app.call("register/v1.0/challenge", ("challenge_type", "oob"), ("challenge_target", "nowhere"))
    },
    Arrangement(50142, "a password that has expired") { _ in
      try NativeApp(user: ", passwordExpired: true").enterPassword()
    },
    Arrangement(1_003_037, "a sign-up of a customer") { _ in try NativeApp().begin("signup/v1.0/start") },
    Arrangement(55103, "a sign-up without a password") { _ in try NativeApp().proveAddress() },
    Arrangement(55106, "a sign-up without attributes") { _ in
      try NativeApp().proveAddress(("password", "Fl0wers4me"))
    },
    Arrangement(55111, "an attribute that is too long") { _ in
      try NativeApp().begin(
        "signup/v1.0/start", "new@example.com",
        ("attributes", #"{"displayName":"\#(String(repeating: "x", count: 300))"}"#))
    },
    Arrangement(500222, "a reset where there is none") { _ in
      try NativeApp(flow: "passwordReset: off").begin("resetpassword/v1.0/start")
    },
    Arrangement(701014, "more codes than an address may get") { _ in
      let app = try NativeApp(file: "externalId: { codeLimit: 1 }")
      try app.begin("resetpassword/v1.0/start")
      try app.call("resetpassword/v1.0/challenge")
      return try app.call("resetpassword/v1.0/challenge")
    },
  ]
}
