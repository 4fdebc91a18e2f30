import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// Sign-in, sessions, accounts.
extension Arrangement {
  private static func password(
    _ code: Int, _ how: String, tenant: String = "organizations", _ changes: [(String, String?)] = [],
    user change: @escaping @Sendable (inout User) -> Void = { _ in }
  ) -> Arrangement {
    Arrangement(token: code, how, tenant: tenant, directory: user("alice", change)) { _ in
      PasswordGrantTests.form(changes)
    }
  }

  static let signIn: [Arrangement] = [
    Arrangement(16000, "two accounts, no hint, prompt=none") { test in
      let browser = TestBrowser(test)
      try browser.signIn("alice")
      try browser.signIn("bob")
      return try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")]))
    },
    Arrangement(160021, "prompt=none with the sid of no session") { test in
      let browser = TestBrowser(test)
      try browser.signIn("alice")
      let sid = "00000000-1111-4222-8333-444444444444"
      return try browser.open(AuthorizeQuery(.mobile, [("prompt", "none"), ("sid", sid)]))
    },
    Arrangement(authorize: 50058, "prompt=none before anybody has signed in", [("prompt", "none")]),
    Arrangement(50089, "a sign-in page left open for two hours") { test in
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.mobile))
      test.advance(by: .hours(2))
      return try browser.enter("alice")
    },
    password(50034, "a name that nobody has", [("username", "nobody@contoso.com")]),
    password(50053, "a locked account") { $0.isLocked = true },
    password(50055, "an expired password") { $0.isPasswordExpired = true },
    password(50056, "an account without a password") { $0.password = nil },
    password(50057, "a disabled account") { $0.isEnabled = false },
    password(50126, "a wrong password", [("password", "wrong")]),
    password(9_001_023, "a password at common", tenant: "common"),
    Arrangement(50020, "an account of another tenant") { test in
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.web, tenant: TestWorld.fabrikam))
      return try browser.enter("bob")
    },
    Arrangement(
      50105, "an app that wants users to be assigned", directory: principal("web") { $0.requiresAssignment = true }
    ) {
      test in
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.web))
      return try browser.enter("alice")
    },
    Arrangement(500121, "a wrong one-time code", directory: user("alice") { $0.mfa = .required }) { test in
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.mobile))
      try browser.enter("alice")
      return try browser.submit([("otc", "000000")])
    },
    Arrangement(500021, "a proxy that admits another tenant only") { test in
      let browser = TestBrowser(test)
      try browser.signIn("alice")
      let cookies = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
      return try test.send(
        "GET", AuthorizeQuery(.mobile).target,
        fields: [
          ("Cookie", cookies), ("Restrict-Access-To-Tenants", "fabrikam.com"),
          ("Restrict-Access-Context", TestWorld.fabrikam),
        ])
    },
  ]

  static let policies: [Arrangement] =
    ConditionalAccessTests.rows.map { row in
      Arrangement(row.code, "a policy that demands \(row.control.rawValue), at a refresh") { test in
        let token = try test.refreshToken()
        try test.change { $0.put(policy { $0.control = row.control }) }
        return try test.refresh(token)
      }
    } + [
      Arrangement(50079, "a second factor wanted of somebody who has none") { test in
        let token = try test.refreshToken()
        let id = try test.user("alice").id
        try test.change { directory in directory.updateUser(id) { $0.mfa = .unregistered } }
        return try test.refresh(token)
      },
      Arrangement(70043, "a refresh after the sign-in frequency") { test in
        let token = try test.refreshToken()
        try test.change { $0.put(policy { $0.signInFrequency = TimeSpan(.hours(1)) }) }
        test.advance(by: .hours(2))
        return try test.refresh(token)
      },
      Arrangement(50078, "prompt=none after the time that a second factor counts") { test in
        try test.change {
          $0.put(
            policy {
              $0.control = .mfa
              $0.signInFrequency = TimeSpan(.hours(1))
            })
        }
        let browser = TestBrowser(test)
        try browser.open(AuthorizeQuery(.mobile))
        try browser.enter("alice")
        try browser.submit([("otc", "123456")])
        test.advance(by: .hours(2))
        return try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")]))
      },
      Arrangement(70044, "prompt=none after the sign-in frequency") { test in
        let browser = TestBrowser(test)
        try browser.signIn("alice")
        try test.change { $0.put(policy { $0.signInFrequency = TimeSpan(.hours(1)) }) }
        test.advance(by: .hours(2))
        return try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")]))
      },
    ]
}
