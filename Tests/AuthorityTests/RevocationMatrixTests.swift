import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing
import Time
import Worlds

/// What becomes of a sign-in when something happens to the user, the app or the policies: at refresh, with `prompt=none` and at
/// Microsoft Graph, whose tokens here can all be challenged.
struct RevocationMatrixTests {
  struct Outcome: Equatable, Sendable, CustomStringConvertible {
    /// The AADSTS numbers; nil when it goes on.
    var refresh: Int?
    var silent: Int?
    var graph: Int

    init(_ refresh: Int?, _ silent: Int?, _ graph: Int) {
      self.refresh = refresh
      self.silent = silent
      self.graph = graph
    }

    var description: String { "refresh \(refresh ?? 0), prompt=none \(silent ?? 0), Graph \(graph)" }

    static let lives = Self(nil, nil, 200)
  }

  struct Event: Sendable {
    let name: String
    let act: @Sendable (TestWorld, TestBrowser, User.ID) throws -> Void
    /// By password at a public client, by password at a confidential one, otherwise at a public one, at a confidential one.
    let outcomes: [Outcome]

    init(
      _ name: String, _ outcomes: [Outcome],
      _ act: @escaping @Sendable (TestWorld, TestBrowser, User.ID) throws -> Void
    ) {
      self.name = name
      self.outcomes = outcomes.count == 1 ? Array(repeating: outcomes[0], count: 4) : outcomes
      self.act = act
    }
  }

  /// A new password ends what the old one began, but for what confidential clients hold.
  static let password: [Outcome] = [Outcome(50173, 50058, 401), Outcome(nil, 50058, 200), .lives, .lives]

  static let events = [
    Event("nothing", [.lives]) { _, _, _ in },
    Event("the password expires", [Outcome(nil, 50055, 200), Outcome(nil, 50055, 200), .lives, .lives]) { test, _, id in
      try test.change { $0.updateUser(id) { $0.isPasswordExpired = true } }
    },
    Event("the password is changed or reset", password) { test, _, id in
      try test.world.changePassword(of: id, to: "N3w!")
    },
    Event("the password counts as changed", password) { test, _, id in try test.world.markPasswordChanged(of: id) },
    Event("the password is reset and sessions are revoked", [Outcome(50173, 50058, 401)]) { test, _, id in
      try test.world.changePassword(of: id, to: "N3w!")
      try test.world.revokeSessions(of: id)
    },
    Event("sessions are revoked", [Outcome(50173, 50058, 401)]) { test, _, id in
      try test.world.revokeSessions(of: id)
    },
    Event("the user is disabled", [Outcome(50057, 50058, 401)]) { test, _, id in
      try test.world.setEnabled(false, user: id)
    },
    Event("the user is deleted", [Outcome(500341, 50058, 404)]) { test, _, id in
      try test.change { $0.updateUser(id) { $0.isDeleted = true } }
    },
    Event("single sign-out", [Outcome(nil, 50058, 200)]) { _, browser, _ in
      try browser.open("/common/oauth2/v2.0/logout")
    },
    Event("consent is withdrawn", [Outcome(65001, 65001, 200)]) { test, _, _ in
      try test.change { directory in for id in directory.grants.keys { directory.remove(id) } }
    },
    Event("multi-factor authentication is demanded", [Outcome(50076, 50076, 200)]) { test, _, id in
      try test.change { $0.updateUser(id) { $0.mfa = .required } }
    },
    Event("a method has to be registered", [Outcome(50079, 50079, 200)]) { test, _, id in
      try test.change { $0.updateUser(id) { $0.mfa = .unregistered } }
    },
    Event("a policy blocks", [Outcome(53003, 53003, 401)]) { test, _, _ in
      try test.change { $0.put(Self.policy { $0.control = .block }) }
    },
    Event("a policy's sign-in frequency is over", [Outcome(70043, 70044, 401)]) { test, _, _ in
      try test.change { $0.put(Self.policy { $0.signInFrequency = TimeSpan(.hours(1)) }) }
      test.advance(by: .hours(2))
    },
  ]

  private static func policy(_ change: (inout AccessPolicy) -> Void) -> AccessPolicy {
    var policy = AccessPolicy(
      id: AccessPolicy.ID(GUID("a0000000-0000-4000-8000-000000000001") ?? .zero), name: "test",
      tenant: SeededDirectory.contoso)
    change(&policy)
    return policy
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let event: Event
    let client: TestClient
    let isPasswordBased: Bool
    let outcome: Outcome

    var testDescription: String {
      "\(event.name), \(client.alias), \(isPasswordBased ? "by password" : "without password")"
    }
  }

  static let rows = events.flatMap { event in
    zip(
      [(TestClient.mobile, true), (TestClient.web, true), (TestClient.mobile, false), (TestClient.web, false)],
      event.outcomes
    ).map { cell, outcome in Row(event: event, client: cell.0, isPasswordBased: cell.1, outcome: outcome) }
  }

  @Test(arguments: rows) func decidesWhatGoesOn(_ row: Row) throws {
    let test = try TestWorld()
    let id = try test.user("alice").id
    let browser = TestBrowser(test)
    try browser.signIn("alice", to: row.client)
    if !row.isPasswordBased { try replaceMethods(of: browser, by: ["fed"]) }
    let silently = AuthorizeQuery(
      row.client, [("prompt", "none"), ("claims", ContinuousAccessTests.capability)])
    let code = try #require(try browser.open(silently).delivered?["code"])
    let body = try test.redeem(code, by: row.client).json
    let handle = try #require(body["refresh_token"]?.string)
    let token = try #require(body["access_token"]?.string)

    // Tokens say that they are older than they are, and Graph allows for it.
    test.advance(by: .minutes(10))
    try row.event.act(test, browser, id)
    test.advance(by: .seconds(1))

    let refreshed = try test.refresh(handle, by: row.client)
    let answered = try browser.open(silently)
    let called = try test.graph(token: token)
    expectEqual(Outcome(refreshed.errorCode, answered.delivered?.errorCode, called.status), row.outcome)
    expectEqual(refreshed.status == 200, row.outcome.refresh == nil, "\(refreshed.text)")
    expectEqual(answered.delivered?["code"] != nil, row.outcome.silent == nil)
    expectEqual(called.fields["WWW-Authenticate"]?.contains("insufficient_claims") ?? false, called.status == 401)
  }

  private func replaceMethods(of browser: TestBrowser, by methods: [String]) throws {
    let handle = try #require(browser.cookies["ESTSAUTH"])
    let store = browser.test.world.store
    for var session in try store.sessions(ofBrowser: handle) {
      session.methods = methods
      try store.save(session, ofBrowser: handle)
    }
  }
}
