import Directory
import Expectations
import Testing

@testable import Policy

/// What each control of Conditional Access leads to, as clients see it.
struct ControlRowTests {
  struct Row: CustomTestStringConvertible {
    let control: AccessPolicy.Control
    let code: Int
    let suberror: Suberror
    var hasChallenge = true
    var help = ControlRow.Help.none
    var testDescription: String { control.rawValue }
  }

  /// In the order in which the server tells them.
  static let rows = [
    Row(control: .block, code: 53003, suberror: .messageOnly),
    Row(control: .compliantDevice, code: 53000, suberror: .additionalAction),
    Row(control: .domainJoined, code: 53001, suberror: .messageOnly),
    Row(control: .approvedApp, code: 530_021, suberror: .messageOnly),
    Row(control: .appProtection, code: 53005, suberror: .protectionPolicyRequired, hasChallenge: false),
    Row(control: .mfa, code: 50076, suberror: .basicAction, help: .secondFactor),
  ]

  @Test func everyControlIsInTheTable() {
    expectEqual(AccessPolicy.Control.inOrder, Self.rows.map(\.control))
    expectEqual(Set(AccessPolicy.Control.inOrder), Set(AccessPolicy.Control.allCases))
    expectEqual(Set(AccessPolicy.Control.allCases.map(\.row.order)).count, AccessPolicy.Control.allCases.count)
  }

  @Test(arguments: rows) func refuses(_ row: Row) {
    let policy = AccessPolicy(id: .named("p"), name: "p", tenant: SeededDirectory.contoso)
    let refusal = row.control.row.refusal(by: policy, resource: WellKnown.graph)
    expectEqual(refusal.code, row.code)
    expectEqual(refusal.suberror, row.suberror)
    expectEqual(refusal.claims, row.hasChallenge ? ConditionalAccess.challenge(policy) : nil)
    expectEqual(row.control.row.help, row.help)
    expectEqual(AccessPolicy.Control.refusalsWithoutHelp.contains(refusal.kind), row.help == .none)
  }

  @Test(arguments: rows) func isMetByTheSecondFactorByADeviceOrNotAtAll(_ row: Row) {
    func isMet(_ methods: [String], compliant: Bool? = nil, joined: Bool = false) -> Bool {
      var attempt = ConditionalAccessTests.fine
      attempt.methods = methods
      attempt.device = compliant.map {
        User.Device(id: User.Device.id(ofUser: "alice"), isCompliant: $0, isJoined: joined)
      }
      return row.control.row.isMet(by: attempt)
    }
    #expect(!isMet(["pwd"]))
    expectEqual(isMet(["pwd", "mfa"]), row.control == .mfa)
    #expect(!isMet(["pwd"], compliant: false))
    expectEqual(isMet(["pwd"], compliant: true), row.control == .compliantDevice)
    expectEqual(isMet(["pwd"], compliant: false, joined: true), row.control == .domainJoined)
  }
}
