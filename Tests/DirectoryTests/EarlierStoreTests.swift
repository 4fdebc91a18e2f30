import Expectations
import Foundation
import JSON
import SQLite
import Testing

@testable import Directory

/// The store that the release before the rows of properties left: a tenant, a user, a group, an app and its service principal with a value
/// of every property, and one of everything else.
@Suite("A store of an earlier release") struct EarlierStoreTests {
  private func withState(_ body: (DirectoryState, SQLiteConnection) throws -> Void) throws {
    try Sample.withDirectory { directory in
      let path = directory + "/old.db"
      let dump = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stores/everything.sql")
      try SQLiteConnection(path: path).execute(try String(contentsOf: dump, encoding: .utf8))
      let state = try #require(try Database(file: path).world(named: "default")).store.loadDirectory()
      try body(state, SQLiteConnection(path: path))
    }
  }

  private func expectAll<Object: PropertyHolder>(_ object: Object?, but without: Set<String> = []) throws {
    let object = try #require(object)
    for row in Object.rows where !without.contains(row.name) { expectNotNil(row.get(object), "\(row.name)") }
  }

  @Test("has every value of every row") func values() throws {
    try withState { state, _ in
      let app = try #require(state.application(named: "orders"))
      let tenant = try #require(state.tenant(named: "contoso"))
      try expectAll(tenant, but: ["claimsMappingPolicies", "licenses", "namedLocations", "premium"])
      try expectAll(
        state.user(named: "zoe"), but: ["assignedLicenses", "legalAgeGroupClassification", "signInActivity"])
      try expectAll(state.group(named: "rangers"))
      try expectAll(app, but: ["disabledByMicrosoftStatus"])
      try expectAll(state.servicePrincipal(of: app.id, in: tenant.id), but: ["directoryRoles"])
      expectEqual(state.user(named: "bob")?.isDeleted, true)
      #expect(!state.grants.isEmpty && !state.roleAssignments.isEmpty && !state.policies.isEmpty)
    }
  }

  @Test("has documents of all kinds that read as they are written") func documents() throws {
    try withState { state, connection in
      let kinds = try connection.query("SELECT DISTINCT kind FROM object ORDER BY kind") { $0.text(0) }
      expectEqual(
        kinds, ["application", "grant", "group", "policy", "roleAssignment", "servicePrincipal", "tenant", "user"])
      func same<Object: Codable>(_ kind: String, _ objects: [Object]) throws {
        let texts = try connection.query("SELECT document FROM object WHERE kind = ?", .text(kind)) { $0.text(0) }
        let written = try Set(objects.map { try JSONCoding.encode($0).text })
        // The region of a tenant was a constant, and follows from the tenant's country now.
        for text in texts { #expect(written.contains(text.replacing(#""region":"NA","#, with: "")), "\(text)") }
      }
      try same("user", Array(state.users.values))
      try same("group", Array(state.groups.values))
      try same("application", Array(state.applications.values))
      try same("tenant", Array(state.tenants.values))
    }
  }
}
