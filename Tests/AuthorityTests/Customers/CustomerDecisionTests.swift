import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing
import Time
import Worlds

@testable import Customers

/// What is decided of a customer's account, in each of the three ways in which customers meet the server.
@Suite("What is decided of customers") struct CustomerDecisionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let outcomes: [CustomerShell: String]
    let walk: @Sendable (CustomerScene, CustomerShell) throws -> String

    init(
      _ testDescription: String, b2c: String? = nil, pages: String? = nil, native: String? = nil,
      _ walk: @escaping @Sendable (CustomerScene, CustomerShell) throws -> String
    ) {
      self.testDescription = testDescription
      outcomes = [.b2c: b2c, .pages: pages, .native: native].compactMapValues { $0 }
      self.walk = walk
    }

    /// A row with one outcome for all.
    init(
      _ testDescription: String, all outcome: String,
      _ walk: @escaping @Sendable (CustomerScene, CustomerShell) throws -> String
    ) { self.init(testDescription, b2c: outcome, pages: outcome, native: outcome, walk) }
  }

  static let rows: [Row] = [
    Row("a new password ends the row of wrong ones", all: "in") { scene, shell in
      for _ in 0..<9 { _ = try scene.enter("wrong", shell) }
      try scene.forget(shell)
      _ = try scene.enterCode(isRight: true, shell)
      _ = try scene.renew(CustomerScene.new, shell)
      _ = try scene.enter("wrong", shell)
      return try scene.enter(CustomerScene.new, shell).outcome
    },
    Row("a new password in the place of an expired one ends the row, too", pages: "in") { scene, shell in
      for _ in 0..<9 { _ = try scene.enter("wrong", shell) }
      let id = try scene.customer(shell).id
      try scene.test.change { $0.updateUser(id) { $0.isPasswordExpired = true } }
      _ = try scene.enter(SeededDirectory.password, shell)
      try scene.submit(
        ("currentPassword", SeededDirectory.password), ("newPassword", CustomerScene.new),
        ("confirmNewPassword", CustomerScene.new))
      _ = try scene.enter("wrong", shell)
      return try scene.enter(CustomerScene.new, shell).outcome
    },
    Row("ten wrong passwords lock", b2c: "90114", pages: "50053", native: "50053") { scene, shell in
      for _ in 0..<10 { _ = try scene.enter("wrong", shell) }
      return try scene.enter(SeededDirectory.password, shell).outcome
    },
    Row("the wrong codes after which the right one counts for nothing", all: "6") {
      scene, shell in
      for count in 1...8 {
        try scene.forget(shell)
        var last = ""
        for _ in 0..<count where !last.hasPrefix("AADB2C") {
          last = try scene.enterCode(isRight: false, shell).outcome
        }
        guard !last.hasPrefix("AADB2C") else { return "\(count)" }
        let answer = try scene.enterCode(isRight: true, shell).outcome
        if answer == "50181" { return "\(count)" }
      }
      return "never"
    },
    Row("the wrong codes of a second factor that end it", b2c: "6", native: "6") { scene, shell in
      for count in 1...8 {
        scene.newBrowser()
        var last = ""
        if shell == .b2c {
          try scene.open(b2c: "B2C_1_mfa")
          try scene.submit(("email", CustomerScene.name), ("password", SeededDirectory.password))
          for _ in 0..<count where !last.hasPrefix("AADB2C") {
            last = try scene.submit(("verificationCode", "000000")).outcome
          }
          if last.hasPrefix("AADB2C") { return "\(count)" }
        } else {
          try scene.begin("oauth2/v2.0/initiate", app: CustomerScene.careful)
          try scene.call("oauth2/v2.0/challenge")
          try scene.call(
            "oauth2/v2.0/token", ("grant_type", "password"), ("password", SeededDirectory.password), ("scope", "openid")
          )
          try scene.call("oauth2/v2.0/challenge")
          var last = ""
          for code in Array(repeating: "0", count: count) + ["12345678"] {
            last =
              try scene.call("oauth2/v2.0/token", ("grant_type", "mfa_oob"), ("oob", code), ("scope", "openid")).outcome
          }
          if last != "in" { return "\(count)" }
        }
      }
      return "never"
    },
    Row("a code that is ten minutes old", b2c: "expired", pages: "50181", native: "50181") { scene, shell in
      try scene.forget(shell)
      scene.test.advance(by: .minutes(10) + Duration(ticks: 1))
      let answer = try scene.enterCode(isRight: true, shell)
      guard shell == .b2c else { return answer.outcome }
      // Another code has gone out.
      let next = try scene.enterCode(isRight: true, shell)
      return answer.text.contains("That code is expired") && next.text.contains("newPassword") ? "expired" : "counts"
    },
    Row("a stored sign-in that cannot be read", b2c: "50089", pages: "50089", native: "55200") { scene, shell in
      try scene.forget(shell)
      let store = scene.test.world.store
      if shell == .native {
        let token = try scene.call("resetpassword/v1.0/challenge").json["continuation_token"]?.string ?? ""
        let handle = String(token.dropFirst("AQABAAEAAAA".count).prefix(43))
        try store.saveFlow("{}", handle: handle, browser: CustomerScene.garden, startedAt: TestWorld.start)
      } else {
        let handle = scene.browser.shown?.form?["ctx"] ?? ""
        let browser = scene.browser.cookies[shell == .b2c ? "x-ms-cpim-csrf" : "buid"] ?? ""
        try store.saveFlow("{}", handle: handle, browser: browser, startedAt: TestWorld.start)
      }
      do { return try scene.enterCode(isRight: true, shell).outcome } catch is TestFault { return "no form" } catch {
        return "500"
      }
    },
    Row("a locked account proves its address", b2c: "90114", pages: "50053", native: "50053") { scene, shell in
      _ = try scene.signUpWithCode(shell)
      let id = try scene.test.user("new").id
      try scene.test.change { $0.updateUser(id) { $0.isLocked = true } }
      return try scene.enterWithCode(shell).outcome
    },
    Row("a disabled account proves its address", b2c: "90111", pages: "50057", native: "50057") { scene, shell in
      _ = try scene.signUpWithCode(shell)
      let id = try scene.test.user("new").id
      try scene.test.change { $0.updateUser(id) { $0.isEnabled = false } }
      return try scene.enterWithCode(shell).outcome
    },
    Row("the flow wants a second factor", b2c: "Multi-factor authentication", pages: "Enter code", native: "50076") {
      scene, shell in
      switch shell {
      case .b2c:
        try scene.open(b2c: "B2C_1_mfa")
        return try scene.submit(("email", CustomerScene.name), ("password", SeededDirectory.password)).outcome
      case .pages:
        try scene.open(pages: CustomerScene.careful)
        try scene.submit(("loginfmt", CustomerScene.name))
        return try scene.submit(("passwd", SeededDirectory.password)).outcome
      case .native:
        try scene.begin("oauth2/v2.0/initiate", app: CustomerScene.careful)
        try scene.call("oauth2/v2.0/challenge")
        return try scene.call(
          "oauth2/v2.0/token", ("grant_type", "password"), ("password", SeededDirectory.password), ("scope", "openid")
        ).outcome
      }
    },
    Row("two sign up with one address at once", b2c: "Sign up", pages: "1003037", native: "1003037") { scene, shell in
      try race(scene, shell)
    },
  ]

  /// Two browsers prove one address; then one makes the account, and the other tries to.
  private static func race(_ scene: CustomerScene, _ shell: CustomerShell) throws -> String {
    func prove() throws {
      scene.newBrowser()
      switch shell {
      case .b2c:
        try scene.open(b2c: "B2C_1_code")
        try scene.submit(pressing: "signUp")
        try scene.submit(("email", "new@example.com"), pressing: "sendCode")
      case .pages:
        try scene.open(pages: CustomerScene.letter, [("prompt", "create")])
        try scene.submit(("email", "new@example.com"))
      case .native:
        try scene.begin("signup/v1.0/start", "new@example.com", app: CustomerScene.letter)
        try scene.call("signup/v1.0/challenge")
      }
    }
    try prove()
    let other = CustomerScene.Kept(scene)
    _ = try scene.signUpWithCode(shell)
    other.takeUp(scene)
    switch shell {
    case .b2c: return try scene.submit(("VerificationCode", "123456")).outcome
    case .pages: return try scene.submit(("otc", "12345678")).outcome
    case .native:
      return try scene.call("signup/v1.0/continue", ("grant_type", "oob"), ("oob", "12345678")).outcome
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let row: Row
    let shell: CustomerShell
    var testDescription: String { "\(row.testDescription): \(shell.rawValue)" }
  }

  static let cases = rows.flatMap { row in
    CustomerShell.allCases.filter { row.outcomes[$0] != nil }.map { Case(row: row, shell: $0) }
  }

  @Test(arguments: cases) func isDecided(_ one: Case) throws {
    expectEqual(try one.row.walk(try CustomerScene(), one.shell), one.row.outcomes[one.shell])
  }

  // MARK: New passwords

  static let passwords: [(password: String, b2c: Bool, external: Bool)] = [
    ("Fl0wers4me", true, true), ("Sh0rt!", false, false), ("lowercaseonly", false, false),
    ("Aa1" + String(repeating: "x", count: 61), true, true), ("Aa1" + String(repeating: "x", count: 62), false, true),
    ("Aa1" + String(repeating: "x", count: 254), false, false), ("Password123!", true, false),
    (SeededDirectory.password, true, false), ("Tab\tInside1", true, false),
  ]

  @Test("a new password will do", arguments: passwords)
  func newPassword(_ password: String, _ b2c: Bool, _ external: Bool) throws {
    for shell in CustomerShell.allCases {
      let scene = try CustomerScene()
      try scene.forget(shell)
      _ = try scene.enterCode(isRight: true, shell)
      let outcome = try scene.renew(password, shell).outcome
      expectEqual(outcome == "in", shell == .b2c ? b2c : external, "\(shell): \(outcome)")
    }
  }

  // MARK: What the app proves

  /// The challenge and the verifier that an app sends, and what the two token endpoints say.
  static let proofs: [(challenge: String?, verifier: String?, b2c: String, external: String)] = [
    (PKCE.challenge, PKCE.verifier, "in", "in"),
    (PKCE.challenge, String(repeating: "x", count: 43), "AADB2C90182", "501481"),
    (PKCE.challenge, nil, "AADB2C90183", "50148"),
    (PKCE.challenge, "short", "AADB2C90183", "501481"),
    (nil, nil, "in", "in"),
    (nil, PKCE.verifier, "AADB2C90182", "501481"),
  ]

  @Test("the verifier of a code", arguments: proofs)
  func verifier(_ challenge: String?, _ verifier: String?, _ b2c: String, _ external: String) throws {
    let changes = [("code_challenge", challenge), ("code_challenge_method", challenge.map { _ in "S256" })]
    for (shell, expected) in [(CustomerShell.b2c, b2c), (.pages, external)] {
      try expectEqual(
        Self.redeem(shell, changes, [("client_secret", CustomerScene.secret), ("code_verifier", verifier)]), expected,
        "\(shell)")
    }
  }

  /// Whether the secret has ended, what the app sends, and what the two token endpoints say.
  static let secrets: [(hasEnded: Bool, secret: String?, b2c: String, external: String)] = [
    (false, CustomerScene.secret, "in", "in"), (false, "wrong", "AADB2C90081", "7000215"),
    (false, nil, "AADB2C90079", "7000218"), (true, CustomerScene.secret, "AADB2C90081", "7000222"),
    (true, "wrong", "AADB2C90081", "7000215"),
  ]

  @Test("the secret of an app", arguments: secrets)
  func secret(_ hasEnded: Bool, _ secret: String?, _ b2c: String, _ external: String) throws {
    for (shell, expected) in [(CustomerShell.b2c, b2c), (.pages, external)] {
      try expectEqual(Self.redeem(shell, [], [("client_secret", secret)], hasEnded: hasEnded), expected, "\(shell)")
    }
  }

  private static func redeem(
    _ shell: CustomerShell, _ changes: [(String, String?)], _ form: [(String, String?)], hasEnded: Bool = false
  ) throws -> String {
    let scene = try CustomerScene()
    let app = shell == .b2c ? CustomerScene.office : CustomerScene.desk
    if shell == .b2c {
      try scene.open(b2c: "B2C_1_susi", app, changes)
      try scene.submit(("email", CustomerScene.name), ("password", SeededDirectory.password))
    } else {
      try scene.open(pages: app, changes)
      try scene.submit(("loginfmt", CustomerScene.name))
      try scene.submit(("passwd", SeededDirectory.password))
    }
    let code = try #require(scene.browser.shown?.delivered?["code"])
    if hasEnded {
      let id = try scene.test.app(shell == .b2c ? "backroom" : "desk").id
      try scene.test.change { directory in
        directory.updateApplication(id) { app in
          for index in app.secrets.indices { app.secrets[index].expiresAt = TestWorld.start }
        }
      }
    }
    return try scene.redeem(code, shell == .b2c ? "B2C_1_susi" : nil, app, form).outcome
  }
}

extension CustomerScene {
  /// A customer who waits while another one acts.
  struct Kept {
    private let browser: TestBrowser
    private let continuation: String?

    init(_ scene: CustomerScene) {
      browser = scene.browser
      continuation = scene.continuation
    }

    func takeUp(_ scene: CustomerScene) {
      scene.browser = browser
      scene.continuation = continuation
    }
  }
}
