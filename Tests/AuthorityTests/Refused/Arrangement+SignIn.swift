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

  /// A customer signs in by the name of that host.
  private static func customer(_ code: Int, _ how: String, path: String, origin: Origin) -> Arrangement {
    Arrangement(code, how) { _ in
      let app = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b11"
      let test = try TestWorld(
        file: """
          ids: asWritten
          signIn: auto
          world:
            tenants:
              flowers: { kind: external, userFlows: [{ name: SignUpSignIn }] }
            users:
              kim: { tenant: flowers, displayName: Kim, mail: kim@example.com }
            apps:
              garden:
                { type: native, tenant: flowers, clientId: \(app), redirectUris: ["http://localhost:5001"],
                  permissions: [openid, User.Read], consent: granted }
          """)
      let query = FormFields([
        ("client_id", app), ("response_type", "code"), ("redirect_uri", "http://localhost:5001"), ("state", "s"),
        ("scope", "openid"), ("login_hint", "kim@example.com"),
      ])
      return try test.send("GET", "/flowers.onmicrosoft.com/\(path)?\(query.query)", origin: origin)
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
    Arrangement(165_000, "a sign-in form with the canary of another browser") { test in
      let other = try TestBrowser(test).open(AuthorizeQuery(.mobile))
      let browser = TestBrowser(test)
      let form = try #require(try browser.open(AuthorizeQuery(.mobile)).form)
      return try browser.post(form.action, FormFields(form.fields).with([("canary", other.form?["canary"])]))
    },
    Arrangement(50089, "a sign-in page left open for two hours") { test in
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.mobile))
      test.advance(by: .hours(2))
      return try browser.enter("alice")
    },
    password(50034, "a name that nobody has", [("username", "nobody@contoso.com")]),
    password(500_341, "a deleted user") { $0.isDeleted = true },
    Arrangement(500_571, "a disabled guest", directory: user("guest") { $0.isEnabled = false }) { test in
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.web, tenant: TestWorld.contoso))
      return try browser.enter("guest")
    },
    password(50053, "a locked account") { $0.isLocked = true },
    password(500_532, "an address that is blocked") { $0.comesFromBlockedAddress = true },
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
    customer(500_207, "a customer of External ID at v1.0", path: "oauth2/authorize", origin: Origin(of: .global)),
    customer(
      500_208, "a customer of External ID at the host of work accounts", path: "oauth2/v2.0/authorize",
      origin: Origin(of: .global)),
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

  /// A refresh by a user who has a device, while a policy is in force.
  private static func device(
    _ code: Int, _ how: String, _ control: AccessPolicy.Control,
    _ change: @escaping @Sendable (inout User.Device) -> Void
  ) -> Arrangement {
    Arrangement(code, how) { test in
      let token = try test.refreshToken()
      try test.change { directory in
        directory.put(policy { $0.control = control })
        user("alice") { alice in
          var device = User.Device(id: User.Device.id(ofUser: "alice"), isCompliant: false, isJoined: false)
          change(&device)
          alice.device = device
        }(&directory)
      }
      return try test.refresh(token)
    }
  }

  static let policies: [Arrangement] =
    ConditionalAccessTests.rows.map { row in
      Arrangement(row.tokenCode ?? row.code, "a policy that demands \(row.control.rawValue), at a refresh") { test in
        let token = try test.refreshToken()
        try test.change { $0.put(policy { $0.control = row.control }) }
        return try test.refresh(token)
      }
    } + [
      Arrangement(53005, "a policy that demands app protection, at the pages") { test in
        try test.change { $0.put(policy { $0.control = .appProtection }) }
        let browser = TestBrowser(test)
        try browser.open(AuthorizeQuery(.mobile))
        return try browser.enter("alice")
      },
      device(135_011, "a refresh on a device that was disabled", .block) { $0.isEnabled = false },
      device(530_003, "a refresh on a device that nobody manages", .compliantDevice) { $0.isManaged = false },
      Arrangement(50005, "a refresh on Linux where a policy wants a device") { test in
        let token = try test.refreshToken()
        try test.change { $0.put(policy { $0.control = .compliantDevice }) }
        return try test.refresh(token, [("x-client-OS", "linux")])
      },
      Arrangement(530_033, "a device code where a policy wants a device") { test in
        try test.change { $0.put(policy { $0.control = .compliantDevice }) }
        let browser = TestBrowser(test)
        let start = try DeviceCodeTests.Start(test)
        try browser.open("/devicelogin")
        try browser.submit([("otc", start.userCode)])
        return try browser.enter("alice")
      },
      Arrangement(9_001_011, "the browser of a telephone where a policy wants a joined device") { test in
        try test.change { $0.put(policy { $0.control = .domainJoined }) }
        let browser = TestBrowser(test)
        browser.userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)"
        try browser.open(AuthorizeQuery(.mobile))
        return try browser.enter("alice")
      },
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
