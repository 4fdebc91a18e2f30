import Directory
import Expectations
import HTTPWire
import JSON
import Scenarios
import Testing
import Time
import Worlds
import YAML

/// Graph's changes of a user are the actions that rules carry out, so a guest is changed in the same place.
struct GuestChangeTests {
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var method = "PATCH"
    var path = ""
    var body: String?
    /// The same in a scenario file.
    let action: String
    /// What becomes of the home account, and of the guest object.
    let home: @Sendable (User) -> Bool
    let guest: @Sendable (User) -> Bool
  }

  static let now = Bench.start + .minutes(10)

  @Test(arguments: [
    Change(
      testDescription: "a password that stays",
      body: #"{"passwordProfile": {"password": "An0ther-one", "forceChangePasswordNextSignIn": false}}"#,
      action: "{ changePassword: guest, to: An0ther-one }",
      home: { $0.password?.matches("An0ther-one") == true && !$0.isPasswordExpired },
      guest: { $0.password == nil && $0.passwordChangedAt == now }),
    Change(
      testDescription: "a password for once", body: #"{"passwordProfile": {"password": "An0ther-one"}}"#,
      action: "[{ changePassword: guest, to: An0ther-one }, { expirePassword: guest }]",
      home: { $0.password?.matches("An0ther-one") == true && $0.isPasswordExpired },
      guest: { $0.password == nil && !$0.isPasswordExpired }),
    Change(
      testDescription: "switched off", body: #"{"accountEnabled": false}"#, action: "{ disable: guest }",
      home: \.isEnabled, guest: { !$0.isEnabled }),
    Change(
      testDescription: "deleted", method: "DELETE", action: "{ delete: guest }", home: { !$0.isDeleted },
      guest: \.isDeleted),
    Change(
      testDescription: "revoked", method: "POST", path: "/revokeSignInSessions", action: "{ revokeSessions: guest }",
      home: { $0.tokensValidFrom < now }, guest: { $0.tokensValidFrom == now }),
  ])
  func isTheAction(_ change: Change) throws {
    let (one, two) = (try Bench(), try Bench())
    let token = try one.token("User.ReadWrite.All User.RevokeSessions.All Directory.AccessAsUser.All", of: "admin")
    for bench in [one, two] { bench.clock.advance(by: .minutes(10)) }
    let path = "/v1.0/users/\(try one.user("guest").id)\(change.path)"
    let status = try one.call(path, method: change.method, authorization: token, body: change.body).response.status
    #expect([200, 204].contains(status))
    try two.world.perform(
      RuleDecoder.worldActions(
        from: YAMLDocument.parse(Array(change.action.utf8)), file: "x", in: two.world.directory))
    expectEqual(one.world.directory.usersInOrder, two.world.directory.usersInOrder)
    #expect(change.home(try one.user("gina")))
    #expect(change.guest(try one.user("guest")))
  }
}
