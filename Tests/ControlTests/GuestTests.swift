import Directory
import Expectations
import HTTPWire
import JSON
import Scenarios
import Testing
import Time
import Worlds
import YAML

/// A call that is named after an action does what the action does, to a guest too.
struct GuestTests {
  struct Verb: CustomTestStringConvertible, Sendable {
    let name: String
    var body = ""
    /// The parameters as scenario files have them.
    var parameters = ""
    /// What becomes of the home account, and of the guest object.
    let home: @Sendable (User) -> Bool
    let guest: @Sendable (User) -> Bool
    var testDescription: String { name + body }
  }

  static let now = Bench.start + .hours(1)

  static let verbs: [Verb] = [
    Verb(
      name: "changePassword", body: #"{"to": "N3w"}"#, parameters: ", to: N3w",
      home: { $0.password?.matches("N3w") == true }, guest: { $0.password == nil && $0.passwordChangedAt == now }),
    Verb(name: "changePassword", home: { $0.passwordChangedAt == now }, guest: { $0.passwordChangedAt == now }),
    Verb(
      name: "resetPassword", body: #"{"to": "N3w", "revoke": true}"#, parameters: ", to: N3w, revoke: true",
      home: { $0.password?.matches("N3w") == true && $0.tokensValidFrom < now }, guest: { $0.tokensValidFrom == now }),
    Verb(name: "expirePassword", home: \.isPasswordExpired, guest: { !$0.isPasswordExpired }),
    Verb(name: "revokeSessions", home: { $0.tokensValidFrom < now }, guest: { $0.tokensValidFrom == now }),
    Verb(name: "requireMfa", home: { $0.mfa == .required }, guest: { $0.mfa == .none }),
    Verb(
      name: "requireMfa", body: #"{"registered": false}"#, parameters: ", registered: false",
      home: { $0.mfa == .unregistered }, guest: { $0.mfa == .none }),
    Verb(name: "disable", home: \.isEnabled, guest: { !$0.isEnabled }),
    Verb(name: "enable", home: \.isEnabled, guest: \.isEnabled),
    Verb(name: "lock", home: \.isLocked, guest: { !$0.isLocked }),
    Verb(name: "unlock", home: { !$0.isLocked }, guest: { !$0.isLocked }),
    Verb(name: "delete", home: { !$0.isDeleted }, guest: \.isDeleted),
    Verb(name: "restore", home: { !$0.isDeleted }, guest: { !$0.isDeleted }),
  ]

  @Test(arguments: verbs) func everyVerbIsTheActionOfItsName(_ verb: Verb) throws {
    let (one, two) = (try Bench(), try Bench())
    for bench in [one, two] { bench.world.clock.advance(by: .hours(1)) }
    _ = try one.ask("POST", "/v1/users/guest/\(verb.name)", body: verb.body)
    let action = try YAMLDocument.parse(Array("{ \(verb.name): guest\(verb.parameters) }".utf8))
    try two.world.perform(RuleDecoder.worldActions(from: action, file: "x", in: two.world.directory))
    expectEqual(one.world.directory.usersInOrder, two.world.directory.usersInOrder)
    #expect(verb.home(try one.user("gina")))
    #expect(verb.guest(try one.user("guest")))
  }

  @Test func deletingIsTheActionToo() throws {
    let bench = try Bench()
    try expectEqual(bench.call("DELETE", "/v1/users/guest").status, 204)
    #expect(try bench.user("guest").isDeleted)
    #expect(try !bench.user("gina").isDeleted)
  }
}

/// Removing a permission means one thing, whoever asks for it.
struct PermissionRemovalTests {
  private func granted(_ bench: Bench, _ app: String) throws -> [String] {
    try bench.ask("GET", "/v1/consents", query: "client=\(app)")["consents"]?.array?
      .filter { $0["resource"] == "graph" }.flatMap { $0["scopes"]?.strings ?? [] } ?? []
  }

  @Test func whatWasGrantedStaysGranted() throws {
    let (one, two) = (try Bench(), try Bench())
    for bench in [one, two] {
      _ = try bench.ask("POST", "/v1/consents", body: #"{"client": "mobile", "scopes": ["Mail.Read"]}"#)
    }
    try expectEqual(one.call("DELETE", "/v1/apps/mobile/permissions/Mail.Read").status, 204)
    _ = try two.ask("POST", "/v1/actions", body: #"{"removePermission": "Mail.Read", "client": "mobile"}"#)
    for bench in [one, two] {
      try expectEqual(bench.ask("GET", "/v1/apps/mobile")["permissions"]?.strings?.contains("Mail.Read"), false)
      #expect(try granted(bench, "mobile").contains("Mail.Read"))
    }
    expectEqual(one.world.directory.applicationsInOrder, two.world.directory.applicationsInOrder)
  }

  @Test func theActionWithdrawsItWhenItSaysSo() throws {
    let bench = try Bench()
    _ = try bench.ask("POST", "/v1/consents", body: #"{"client": "mobile", "scopes": ["Mail.Read"]}"#)
    _ = try bench.ask(
      "POST", "/v1/actions", body: #"{"removePermission": "Mail.Read", "client": "mobile", "withdraw": true}"#)
    #expect(try !granted(bench, "mobile").contains("Mail.Read"))
  }

  /// A permission is found by its name whatever its case, and of the kind that the app can have.
  @Test func anAppGetsTheKindThatItsApiHas() throws {
    let (one, two) = (try Bench(), try Bench())
    let rows = [
      ("daemon", "mail.read"), ("daemon", "Calendars.Read"), ("mobile", "AppRoleAssignment.ReadWrite.All"),
    ]
    for (app, name) in rows {
      _ = try one.call("POST", "/v1/apps/\(app)/permissions", body: #"{"permission": "\#(name)"}"#)
      _ = try two.call("POST", "/v1/actions", body: #"{"addPermission": "\#(name)", "client": "\#(app)"}"#)
      let access = { (bench: Bench) in bench.world.directory.application(named: app)?.requiredAccess }
      expectEqual(access(one), access(two), "\(app) \(name)")
    }
  }
}
