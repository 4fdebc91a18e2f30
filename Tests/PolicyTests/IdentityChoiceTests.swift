import Bytes
import Directory
import Expectations
import Testing
import Time

@testable import Policy

/// Which managed identity a machine gives a token for.
struct IdentityChoiceTests {
  private static let identities: [MachineIdentity] = ["vm", "one", "two", "elsewhere"].enumerated().compactMap {
    index, alias in
    let number = "00000000-0000-4000-8000-00000000000\(index + 1)"
    guard let id = Application.ID(number), let principal = GUID("1" + number.dropFirst()) else { return nil }
    var app = Application(
      id: id, objectID: Identifier(.zero), alias: alias, displayName: alias, tenant: SeededDirectory.contoso,
      createdAt: UnixTime(seconds: 0))
    app.managedIdentityResource =
      alias == "vm" ? ManagedIdentityResource.machine(alias) : ManagedIdentityResource.userAssigned(alias)
    return MachineIdentity(
      application: app, principal: ServicePrincipal.ID(principal),
      tenant: SeededDirectory(createdAt: UnixTime(seconds: 0)).state.tenantsInOrder[0])
  }

  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let assigned: [String]
    var names: [IdentityName] = []
    /// The short name of the identity, or the fault.
    let outcome: String
    let reason: String
  }

  private static func client(_ last: Int) -> IdentityName {
    IdentityName(.clientID, parameter: "client_id", value: "00000000-0000-4000-8000-00000000000\(last)")
  }

  private static func object(_ last: Int) -> IdentityName {
    IdentityName(.objectID, parameter: "object_id", value: "10000000-0000-4000-8000-00000000000\(last)")
  }

  private static func resource(_ name: String) -> IdentityName {
    IdentityName(.resourceID, parameter: "mi_res_id", value: ManagedIdentityResource.userAssigned(name).uppercased())
  }

  static let cases = [
    Case(
      testDescription: "none is assigned", assigned: [], outcome: "notAssigned",
      reason: "no managed identity is assigned"),
    Case(
      testDescription: "the machine's own goes before others", assigned: ["one", "vm"], outcome: "vm",
      reason: "the request names no identity, and 'vm' is system-assigned"),
    Case(
      testDescription: "the only one", assigned: ["two"], outcome: "two",
      reason: "the request names no identity, and only 'two' is assigned"),
    Case(
      testDescription: "several and none named", assigned: ["one", "two"], outcome: "several",
      reason: "the request names no identity, and 'one', 'two' are assigned"),
    Case(
      testDescription: "by client id", assigned: ["vm", "one", "two"], names: [client(3)], outcome: "two",
      reason: "client_id names 'two'"),
    Case(
      testDescription: "by object id", assigned: ["vm", "one", "two"], names: [object(2)], outcome: "one",
      reason: "object_id names 'one'"),
    Case(
      testDescription: "by resource id, whatever its case", assigned: ["vm", "one"], names: [resource("one")],
      outcome: "one", reason: "mi_res_id names 'one'"),
    Case(
      testDescription: "the machine's own by its id", assigned: ["vm", "one"], names: [client(1)], outcome: "vm",
      reason: "client_id names 'vm'"),
    Case(
      testDescription: "two ids of one identity", assigned: ["one", "two"], names: [client(2), object(2)],
      outcome: "one", reason: "client_id names 'one'"),
    Case(
      testDescription: "two ids of two identities", assigned: ["one", "two"], names: [client(2), object(3)],
      outcome: "notAssigned",
      reason:
        "client_id 00000000-0000-4000-8000-000000000002 and object_id 10000000-0000-4000-8000-000000000003: no managed identity has these ids"
    ),
    Case(
      testDescription: "assigned to another machine", assigned: ["one"], names: [client(4)], outcome: "notAssigned",
      reason: "client_id 00000000-0000-4000-8000-000000000004: 'elsewhere' is not assigned here"),
    Case(
      testDescription: "nobody's id", assigned: ["one"], names: [client(9)], outcome: "notAssigned",
      reason: "client_id 00000000-0000-4000-8000-000000000009: no managed identity has this id"),
  ]

  @Test(arguments: cases) func chooses(_ row: Case) {
    let assigned = Self.identities.filter { row.assigned.contains($0.application.alias) }
    switch IdentityChoice.make(named: row.names, assigned: assigned, known: Self.identities) {
    case .identity(let identity, let reason):
      expectEqual(identity.application.alias, row.outcome)
      expectEqual(reason, row.reason)
    case .none(let fault, let reason):
      expectEqual("\(fault)", row.outcome)
      expectEqual(reason, row.reason)
    }
  }
}
