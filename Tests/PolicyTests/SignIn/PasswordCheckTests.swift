import Expectations
import Testing
import Time

@testable import Directory
@testable import Policy

/// What comes of a name and a password, in the service's order.
struct PasswordCheckTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var password = SeededDirectory.password
    var user: @Sendable (inout User) -> Void = { _ in }
    var account: @Sendable (inout User) -> Void = { _ in }
    let expected: RefusalKind?
  }

  /// Each row has the troubles of the rows below it too, where they go together.
  @Test(arguments: [
    Row(
      testDescription: "deleted", password: "wrong", user: { $0.isDeleted = true }, account: { $0.isLocked = true },
      expected: .userDeleted),
    Row(
      testDescription: "locked", password: "wrong", user: { $0.isEnabled = false }, account: { $0.isLocked = true },
      expected: .accountLocked),
    Row(
      testDescription: "object disabled", password: "wrong", user: { $0.isEnabled = false }, expected: .guestDisabled),
    Row(
      testDescription: "account disabled", password: "wrong", account: { $0.isEnabled = false },
      expected: .accountDisabled),
    Row(testDescription: "no password", account: { $0.password = nil }, expected: .passwordMissing),
    Row(
      testDescription: "wrong password", password: "wrong", account: { $0.isPasswordExpired = true },
      expected: .invalidPassword),
    Row(testDescription: "expired password", account: { $0.isPasswordExpired = true }, expected: .passwordExpired),
    Row(testDescription: "nothing wrong", expected: nil),
  ]) func isDecidedInTheServicesOrder(_ row: Row) throws {
    let directory = SeededDirectory(createdAt: UnixTime(seconds: 1_769_854_830)).state
    var guest = try #require(directory.user(named: "guest"))
    var home = directory.account(of: guest)
    row.user(&guest)
    row.account(&home)
    let check = PasswordCheck.evaluate(
      row.password, of: home, as: guest, tenant: "Contoso", at: UnixTime(seconds: 1_700_000_000))
    switch check {
    case .accepted: expectNil(row.expected)
    case .refused(let refusal): expectEqual(refusal.kind, row.expected)
    }
  }
}
