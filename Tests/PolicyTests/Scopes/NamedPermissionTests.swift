import Directory
import Expectations
import Policy
import Testing
import Time

/// The one reading of a permission's name, with what each of its users does when it finds none.
struct NamedPermissionTests {
  static let directory = SeededDirectory(createdAt: UnixTime(seconds: 1_769_854_830)).state

  struct Name: CustomTestStringConvertible {
    let text: String
    var kinds: Set<NamedPermission.Kind> = Set(NamedPermission.Kind.allCases)
    var resource = "graph"
    let scope: String?
    let role: String?
    var testDescription: String { "\(text) of \(kinds.count) kinds" }
  }

  @Test(arguments: [
    Name(text: "User.Read", scope: "User.Read", role: nil),
    Name(text: "mail.read", scope: "Mail.Read", role: "Mail.Read"),
    Name(text: "https://graph.microsoft.com/Mail.Read", scope: "Mail.Read", role: "Mail.Read"),
    Name(text: "Mail.Read", kinds: [.delegated], scope: "Mail.Read", role: nil),
    Name(text: "MAIL.READ", kinds: [.application], scope: nil, role: "Mail.Read"),
    Name(text: "api://contoso/orders.read", resource: "api", scope: "Orders.Read", role: nil),
  ])
  func found(_ name: Name) throws {
    let permission = try NamedPermission(name.text, of: name.kinds, in: Self.directory)
    expectEqual(permission.resource, Self.directory.application(named: name.resource)?.id)
    expectEqual(permission.scope, name.scope)
    expectEqual(permission.role, name.role)
    expectEqual(permission.name, name.scope ?? name.role)
  }

  @Test func notFound() {
    #expect(throws: NamedPermission.Failure.unknownAPI) {
      try NamedPermission("api://nobody/Orders.Read", in: Self.directory)
    }
    let roles = Self.directory.applications[WellKnown.graph]?.appRoles.filter(\.admitsApplications).map(\.value) ?? []
    #expect(throws: NamedPermission.Failure.unknownName("User.Read", known: roles)) {
      try NamedPermission("User.Read", of: [.application], in: Self.directory)
    }
    #expect(!roles.isEmpty && !roles.contains("User.Read"))
  }

  @Test func theKindThatIsPreferredWinsWhereTheApiHasBoth() throws {
    let both = try NamedPermission("Mail.Read", in: Self.directory)
    expectEqual(both.access(preferring: .application).roles, ["Mail.Read"])
    #expect(both.access(preferring: .application).scopes.isEmpty)
    expectEqual(both.access(preferring: .delegated).scopes, ["Mail.Read"])
    #expect(both.access.scopes == ["Mail.Read"] && both.access.roles == ["Mail.Read"])
    let scope = try NamedPermission("User.Read", in: Self.directory)
    expectEqual(scope.access(preferring: .application).scopes, ["User.Read"])
    for (app, kind) in [("daemon", NamedPermission.Kind.application), ("mobile", .delegated)] {
      let client = try #require(Self.directory.application(named: app))
      expectEqual(NamedPermission.Kind.usual(for: client), kind)
    }
  }
}
