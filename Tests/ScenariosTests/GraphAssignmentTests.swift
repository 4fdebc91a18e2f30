import Directory
import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

/// `assignments` in the words of Microsoft Graph's `appRoleAssignment`.
@Suite("Assignments of Graph's form") struct GraphAssignmentTests {
  static let approver = "5f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c01"
  static let process = "5f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c02"
  static let zeros = "00000000-0000-0000-0000-000000000000"

  static func text(_ assignments: String) -> String {
    """
    scenario: own
    ids: asWritten
    world:
      users: { kim: { displayName: Kim, id: 33333333-2222-4333-8444-555555555555 } }
      groups: { team: { displayName: Team, id: 44444444-2222-4333-8444-555555555555 } }
      apps:
        orders:
          type: api
          clientId: 55555555-2222-4333-8444-555555555555
          appRoles:
            - { value: Approver, id: \(approver), allowedMemberTypes: [User] }
            - { value: Process, id: \(process), allowedMemberTypes: [Application] }
          appRoleAssignments: \(assignments)
    """
  }

  @Test(
    "give what those of our form give",
    arguments: [
      (
        "[{ appRoleId: \(approver), principalId: 33333333-2222-4333-8444-555555555555, resourceId: 99999999-2222-4333-8444-555555555555 }]",
        "[{ role: Approver, users: [kim] }]"
      ),
      (
        "[{ id: x, deletedDateTime: null, appRoleId: \(approver), createdDateTime: 2026-01-01T00:00:00Z, principalDisplayName: Team, principalId: 44444444-2222-4333-8444-555555555555, principalType: Group, resourceDisplayName: Orders, resourceId: orders }]",
        "[{ role: Approver, groups: [team] }]"
      ),
      (
        "[{ appRoleId: \(process), principalId: dae30000-0000-4000-8000-000000000004, principalType: ServicePrincipal }]",
        "[{ role: Process, apps: [daemon] }]"
      ),
      ("[{ appRoleId: \(zeros), principalId: kim }]", "[{ users: [kim] }]"),
    ])
  func meaning(_ graphs: String, _ ours: String) throws {
    let one = try WorldExportTests.world(of: Self.text(graphs)).directory
    let other = try WorldExportTests.world(of: Self.text(ours)).directory
    expectEqual(Set(one.roleAssignments.values), Set(other.roleAssignments.values))
    #expect(one.roleAssignments.count > 0)
  }

  @Test(
    "are refused with what to write",
    arguments: [
      ("[{ appRoleId: \(approver) }]", "an assignment of Graph's form needs 'principalId'"),
      ("[{ principalId: kim }]", "an assignment of Graph's form needs 'appRoleId'; zeros only give access"),
      (
        "[{ appRoleId: \(zeros.dropLast())1, principalId: kim }]",
        "unknown role '\(zeros.dropLast())1'. Known: Approver, Process"
      ),
      (
        "[{ appRoleId: \(approver), principalId: 77777777-2222-4333-8444-555555555555 }]",
        "no user, group or app has the id '77777777-2222-4333-8444-555555555555'; add it with that 'id'"
      ),
      (
        "[{ appRoleId: \(process), principalId: kim }]",
        "'Process' is a role for apps, and 'appRoleId' cannot hold it; take another role: Approver"
      ),
      (
        "[{ appRoleId: \(approver), principalId: daemon }]",
        "'Approver' is a role for users and groups, and 'appRoleId' cannot hold it; take another role: Process"
      ),
      ("[{ appRoleId: \(zeros), principalId: daemon }]", "an app holds a role, and these zeros are none"),
      ("[{ appRoleId: \(approver), principalId: kim, resourceId: api }]", "the assignment is of 'api'; write it there"),
      ("[{ appRoleId: \(approver), principalId: kim, users: [kim] }]", "unknown key 'users'"),
    ])
  func mistakes(_ assignments: String, _ message: String) throws {
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioDecoder.scenario(from: Array(Self.text(assignments).utf8), file: "x.yaml")
    }
    expectEqual(error?.description.contains(message), true, "\(String(describing: error))")
  }
}
