import Bytes
import JSON
import SQLite

/// Each object of the directory is one row with a JSON document. Requests read the directory in memory; the store
/// only keeps it for the next start.
extension Store {
  /// Writes the changes in one transaction. A world that keeps changes only writes `null` for a removed object.
  package func save(_ changes: [DirectoryChange]) throws {
    guard !changes.isEmpty else { return }
    var rows = try changes.map(Row.init)
    if keepsChangesOnly {
      for index in rows.indices where rows[index].document == nil { rows[index].document = Self.removed }
    }
    try database.use { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in try write(rows, connection) }
    }
  }

  /// Writes the rows as part of the caller's transaction. A row without a document deletes the object.
  func write(_ rows: [Row], _ connection: SQLiteConnection) throws(SQLiteError) {
    for row in rows {
      if let document = row.document {
        try connection.run(
          """
          INSERT INTO object (world, kind, id, position, document)
          VALUES (?1, ?2, ?3, (SELECT COALESCE(MAX(position), 0) + 1 FROM object WHERE world = ?1 AND kind = ?2), ?4)
          ON CONFLICT (world, kind, id) DO UPDATE SET document = excluded.document
          """, .integer(world), .text(row.kind.rawValue), Self.id(row.id), .text(document))
      } else {
        try connection.run(
          "DELETE FROM object WHERE world = ? AND kind = ? AND id = ?", .integer(world), .text(row.kind.rawValue),
          Self.id(row.id))
      }
    }
  }

  /// One row for each object of a directory, in the directory's order.
  static func rows(of state: DirectoryState) throws -> [Row] {
    var changes: [DirectoryChange] = state.tenantsInOrder.map(DirectoryChange.tenant)
    changes += state.usersInOrder.map(DirectoryChange.user)
    changes += state.groupsInOrder.map(DirectoryChange.group)
    changes += state.applicationsInOrder.map(DirectoryChange.application)
    changes += state.servicePrincipals.values.sorted { $0.id < $1.id }.map(DirectoryChange.servicePrincipal)
    changes += state.grants.values.sorted { $0.id < $1.id }.map(DirectoryChange.grant)
    changes += state.roleAssignments.values.sorted { $0.id < $1.id }.map(DirectoryChange.roleAssignment)
    changes += state.policies.values.sorted { $0.id < $1.id }.map(DirectoryChange.policy)
    changes += state.consentRequests.values.sorted { $0.id < $1.id }.map(DirectoryChange.consentRequest)
    changes += state.deleted.values.sorted { $0.id < $1.id }.map(DirectoryChange.deletedObject)
    return try changes.map(Row.init)
  }

  /// The document of a removed object of the seeds.
  private static let removed = "null"

  /// Reads the directory back, its objects in the order in which they came. A world that keeps changes only has them
  /// applied to `seeds`.
  package func loadDirectory(over seeds: DirectoryState = DirectoryState()) throws -> DirectoryState {
    let rows = try database.use { connection throws(SQLiteError) in
      try connection.query(
        "SELECT kind, document, id FROM object WHERE world = ? ORDER BY kind, position", .integer(world)
      ) { ($0.text(0), $0.text(1), $0.blob(2)) }
    }
    var state = seeds
    // Removed objects come first. Otherwise a new grant would take the id of a removed one for the same client, which
    // would still be there.
    for (kind, document, id) in rows where document == Self.removed {
      guard let id = GUID(bytes: id) else { continue }
      switch Kind(rawValue: kind) {
      case .grant: state.remove(PermissionGrant.ID(id))
      case .roleAssignment: state.remove(RoleAssignment.ID(id))
      case .policy: state.remove(AccessPolicy.ID(id))
      case .group: state.remove(Group.ID(id))
      // This removes the service principals too; those that are back have rows of their own.
      case .application: state.remove(Application.ID(id))
      case .servicePrincipal: state.remove(ServicePrincipal.ID(id))
      default: break
      }
    }
    for (kind, document, _) in rows where document != Self.removed {
      guard let kind = Kind(rawValue: kind) else { throw SQLiteError.corrupt("'\(kind)' is not a kind of object") }
      let value = try JSONValue.parse(document)
      state.apply(try DirectoryChange.stored(kind, value))
    }
    _ = state.takeChanges()
    return state
  }

  enum Kind: String {
    case tenant
    case user
    case group
    case application
    case servicePrincipal
    case grant
    case roleAssignment
    case policy
    case consentRequest
    case deletedObject
  }

  /// A change as a row. Without a document it removes the object.
  struct Row: Sendable {
    let kind: Kind
    let id: GUID
    var document: String?

    init(_ change: DirectoryChange) throws {
      switch change {
      case .tenant(let value): try self.init(.tenant, value.id.guid, value)
      case .user(let value): try self.init(.user, value.id.guid, value)
      case .group(let value): try self.init(.group, value.id.guid, value)
      case .application(let value): try self.init(.application, value.id.guid, value)
      case .servicePrincipal(let value): try self.init(.servicePrincipal, value.id.guid, value)
      case .groupRemoved(let id): self.init(.group, id.guid, document: nil)
      case .applicationRemoved(let id): self.init(.application, id.guid, document: nil)
      case .servicePrincipalRemoved(let id): self.init(.servicePrincipal, id.guid, document: nil)
      case .grant(let value): try self.init(.grant, value.id.guid, value)
      case .grantRemoved(let id): self.init(.grant, id.guid, document: nil)
      case .roleAssignment(let value): try self.init(.roleAssignment, value.id.guid, value)
      case .roleAssignmentRemoved(let id): self.init(.roleAssignment, id.guid, document: nil)
      case .policy(let value): try self.init(.policy, value.id.guid, value)
      case .policyRemoved(let id): self.init(.policy, id.guid, document: nil)
      case .consentRequest(let value): try self.init(.consentRequest, value.id.guid, value)
      case .consentRequestRemoved(let id): self.init(.consentRequest, id.guid, document: nil)
      case .deletedObject(let value): try self.init(.deletedObject, value.id, value)
      case .deletedObjectForgotten(let id): self.init(.deletedObject, id, document: nil)
      }
    }

    private init(_ kind: Kind, _ id: GUID, _ value: some Encodable) throws {
      self.init(kind, id, document: try JSONCoding.encode(value).text)
    }

    private init(_ kind: Kind, _ id: GUID, document: String?) {
      self.kind = kind
      self.id = id
      self.document = document
    }
  }
}
