import Directory
import Expectations
import Scenarios
import TestSupport
import Testing
import Time
import Worlds
import YAML

@testable import MockIdP

/// What a Swift test does to a user is what a rule does to the user by the action of the same name.
struct MockUserTests {
  struct Verb: CustomTestStringConvertible, Sendable {
    /// As a scenario file has it; `USER` stands for the user.
    let action: String
    let verb: @Sendable (MockUser) throws -> Void
    /// What it does to a guest: to the home account, and to the guest object.
    let home: @Sendable (User) -> Bool
    let guest: @Sendable (User) -> Bool
    var testDescription: String { action }

    init(
      _ action: String, _ verb: @escaping @Sendable (MockUser) throws -> Void,
      home: @escaping @Sendable (User) -> Bool, guest: @escaping @Sendable (User) -> Bool
    ) {
      self.action = action
      self.verb = verb
      self.home = home
      self.guest = guest
    }
  }

  static let now = TestWorld.start + .hours(1)

  static let verbs: [Verb] = [
    Verb(
      "{ changePassword: USER, to: N3w-passw0rd }", { try $0.changePassword(to: "N3w-passw0rd") },
      home: { $0.password?.matches("N3w-passw0rd") == true && $0.passwordChangedAt == now },
      guest: { $0.password == nil && $0.passwordChangedAt == now }),
    Verb(
      "{ resetPassword: USER, to: N3w-passw0rd }", { try $0.resetPassword(to: "N3w-passw0rd") },
      home: { $0.password?.matches("N3w-passw0rd") == true && $0.passwordChangedAt == now && $0.tokensValidFrom < now },
      guest: { $0.password == nil && $0.passwordChangedAt == now }),
    Verb(
      "{ resetPassword: USER, to: N3w-passw0rd, revoke: true }",
      { try $0.resetPassword(to: "N3w-passw0rd", isRevoking: true) },
      home: { $0.password?.matches("N3w-passw0rd") == true }, guest: { $0.tokensValidFrom == now }),
    Verb(
      "{ expirePassword: USER }", { try $0.expirePassword() }, home: \.isPasswordExpired,
      guest: { !$0.isPasswordExpired }),
    Verb(
      "{ revokeSessions: USER }", { try $0.revokeSessions() }, home: { $0.tokensValidFrom < now },
      guest: { $0.tokensValidFrom == now }),
    Verb("{ disable: USER }", { try $0.disable() }, home: \.isEnabled, guest: { !$0.isEnabled }),
    Verb(
      "[{ disable: USER }, { enable: USER }]",
      {
        try $0.disable()
        try $0.enable()
      }, home: \.isEnabled, guest: \.isEnabled),
    Verb("{ lock: USER }", { try $0.lock() }, home: \.isLocked, guest: { !$0.isLocked }),
    Verb(
      "[{ lock: USER }, { unlock: USER }]",
      {
        try $0.lock()
        try $0.unlock()
      }, home: { !$0.isLocked }, guest: { !$0.isLocked }),
    Verb("{ delete: USER }", { try $0.delete() }, home: { !$0.isDeleted }, guest: \.isDeleted),
    Verb(
      "[{ delete: USER }, { restore: USER }]",
      {
        try $0.delete()
        try $0.restore()
      }, home: { !$0.isDeleted }, guest: { !$0.isDeleted }),
    Verb(
      "{ requireMfa: USER }", { try $0.requireMFA() }, home: { $0.mfa == .required }, guest: { $0.mfa == .none }),
    Verb(
      "{ changeLocation: USER }", { try $0.changeLocation() }, home: { $0.isAwayFromTrustedLocations == true },
      guest: { $0.isAwayFromTrustedLocations != true }),
    Verb(
      "[{ changeLocation: USER }, { changeLocation: USER, trusted: true }]",
      {
        try $0.changeLocation()
        try $0.changeLocation(isTrusted: true)
      }, home: { $0.isAwayFromTrustedLocations != true }, guest: { $0.isAwayFromTrustedLocations != true }),
  ]

  /// The directory's users after the verb, and after the action.
  private func users(after verb: Verb, of name: String) throws -> (verb: [User], action: [User]) {
    let (one, two) = (try TestWorld(), try TestWorld())
    for test in [one, two] { test.advance(by: .hours(1)) }
    let user = try one.user(name)
    try verb.verb(MockUser(world: one.world, id: user.id, alias: user.alias))
    let text = verb.action.split(separator: "USER", omittingEmptySubsequences: false).joined(separator: name)
    try two.world.perform(
      RuleDecoder.worldActions(from: YAMLDocument.parse(Array(text.utf8)), file: "x", in: two.world.directory))
    return (one.world.directory.usersInOrder, two.world.directory.usersInOrder)
  }

  @Test(arguments: verbs, ["alice", "gina", "guest", "personal"])
  func doesWhatTheActionDoes(_ verb: Verb, _ name: String) throws {
    let users = try users(after: verb, of: name)
    expectEqual(users.verb, users.action)
  }

  @Test(arguments: verbs) func meansTheHomeAccountOfAGuestWhereTheAccountDecides(_ verb: Verb) throws {
    let users = try users(after: verb, of: "guest").verb
    let home = try #require(users.first { $0.alias == "gina" })
    let guest = try #require(users.first { $0.alias == "guest" })
    #expect(verb.home(home))
    #expect(verb.guest(guest))
  }

  @Test func passwordsGrowOldLikeEverythingElse() throws {
    let test = try TestWorld()
    let world = MockWorld(test.world, base: "")
    let before = try test.user("alice").passwordChangedAt
    try expectEqual(world.age(.passwords, by: .days(30), of: "alice"), 1)
    try expectEqual(test.user("alice").passwordChangedAt, before - .days(30))
    #expect(try !test.user("alice").isPasswordExpired)
    try expectEqual(world.age(.passwords, of: "alice"), 1)
    #expect(try test.user("alice").isPasswordExpired)
    #expect(try !test.user("bob").isPasswordExpired)
  }

  @Test func whateverCanBeMadeOlderCanBeMadeOlderFromSwift() {
    expectEqual(MockWorld.Ageable.allCases.map(\.rawValue), Worlds.Ageable.allCases.map(\.rawValue))
    expectEqual(MockWorld.Ageable.allCases.map(\.inner), Worlds.Ageable.allCases)
  }
}
