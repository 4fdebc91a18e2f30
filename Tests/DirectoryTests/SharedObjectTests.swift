import Directory
import Expectations
import Testing

/// Users and registrations stand behind one reference each, which a copy shares.
@Suite("An object behind one reference") struct SharedObjectTests {
  private let state = Sample.seeds().state

  @Test("is changed alone") func isChangedAlone() throws {
    let user = try #require(state.user(named: "alice"))
    var copy = user
    expectEqual(copy, user)
    copy.displayName = "Somebody Else"
    copy.directoryRoles.append("Reports Reader")
    #expect(copy != user)
    expectEqual(user.displayName, "Alice Archer")
    expectEqual(user.directoryRoles, state.user(named: "alice")?.directoryRoles)
  }

  /// A member beside the reference would not be stored and not be compared.
  @Test("has no member beside it") func hasOneReference() throws {
    let user = try #require(state.user(named: "alice"))
    let app = try #require(state.application(named: "web"))
    let tenant = try #require(state.tenant(named: "contoso"))
    for object in [user, app, tenant] as [Any] {
      expectEqual(Mirror(reflecting: object).children.map(\.label), ["kept"])
    }
  }
}
