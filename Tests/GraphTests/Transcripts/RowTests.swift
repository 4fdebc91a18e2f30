import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Testing
import Worlds

@testable import Policy
@testable import Scenarios

/// All who speak of an object follow from its rows: a new row needs nothing else, but for an app its place in Graph's order.
@Suite("Each row") struct RowTests {
  @Test("of every kind of object is a word of files") func words() {
    expectEqual(Self.rowsWithoutWord(User.self), [])
    expectEqual(Self.rowsWithoutWord(Group.self), [])
    expectEqual(Self.rowsWithoutWord(Application.self), [])
    expectEqual(Self.rowsWithoutWord(Tenant.self), [])
  }

  private static func rowsWithoutWord<Object: PropertyHolder & Worded>(_ type: Object.Type) -> [String] {
    let words = Object.words.map(\.name)
    return Object.rows.map(\.word).filter { !words.contains($0) }
  }

  @Test("of a user that $filter may name is filtered by, and no other") func filters() throws {
    let bench = try Bench()
    let admin = try Administrator(bench)
    for row in User.rows where row.kind != .openExtensions && row.kind != .graphMembers && !row.isRecord {
      for (operation, form) in Self.forms {
        // A text that is not a security identifier is compared with none.
        let text = row.name == "onPremisesSecurityIdentifier" ? "'S-1-5'" : "'x'"
        let value = row.kind == .flag ? "true" : row.kind == .time ? "2026-01-01T00:00:00Z" : text
        let test = form.replacing("P", with: row.kind.isCollection ? "a" : row.name).replacing("V", with: value)
        let filter = row.kind.isCollection ? "\(row.name)/any(a:\(test))" : test
        let response = try bench.call(
          "/v1.0/users", query: "$count=true&$top=1&$filter=" + filter.replacing(" ", with: "%20"),
          authorization: admin.token, fields: ["ConsistencyLevel": "eventual"]
        ).response
        let isPossible = row.filter.contains(operation) || row.filter.contains(.undocumented)
        let isText = value == text || !form.contains("with(")
        expectEqual(response.status, isPossible && isText ? 200 : 400, "\(filter): \(response.text)")
      }
    }
  }

  private static let forms: [(FilterOperators, String)] = [
    (.equal, "P eq V"), (.notEqual, "P ne V"), (.atLeast, "P ge V"), (.atMost, "P le V"), (.among, "P in (V)"),
    (.startsWith, "startswith(P,V)"), (.endsWith, "endswith(P,V)"),
  ]

  @Test("of a user that a mapping may name has an id there") func claims() {
    let count = User.rows.count { $0.traits.contains(.isMapped) }
    // Eight more ids have no row of their own: roles, groups, the sign-in name, the object id, the change of the password, and spellings.
    expectEqual((MappedProperty.ids(of: .user) ?? []).count, count + 8 + PropertyKind.extensionAttributes.count)
  }

  @Test("of a user that lists show stands in a list, and no other") func lists() throws {
    let admin = try Administrator(Bench())
    let shown = try admin.send("GET", "/users?$top=1").body["value"]?.array?.first?.object?.names ?? []
    for row in User.rows { expectEqual(shown.contains(row.name), row.traits.contains(.byDefault), "\(row.name)") }
  }

  @Test("of an app stands in Graph's order of its members") func applications() throws {
    let bench = try Bench()
    let admin = try Administrator(bench)
    let id = try Bench.found(bench.world.directory.application(named: "web")).objectID
    let shown = try admin.send("GET", "/applications/\(id)").body
    for row in Application.rows where !row.isPlain {
      let object = (row.holder ?? "").split(separator: "/").reduce(shown) { $0[String($1)] ?? .null }
      expectNotNil(object[row.name], "\(row.name): add it to the names of ApplicationView")
    }
  }
}

extension Property {
  fileprivate var isRecord: Bool {
    switch kind {
    case .record, .records, .times, .licenses: true
    default: false
    }
  }
}
