package import Bytes
package import Time

/// An app registration, a service principal or a Microsoft 365 group that was deleted and can come back (Microsoft: "deletedItems").
/// A deleted user stays among the users and is marked there.
package struct DeletedObject: Sendable, Hashable, Codable {
  package typealias ID = Identifier<DeletedObject>

  /// How long a deleted object can be restored.
  package static let lifetime = Duration.days(30)

  /// What was deleted.
  package enum Content: Sendable, Hashable, Codable {
    case application(Application)
    case principal(ServicePrincipal)
    case group(Group)
  }

  /// The object as it was.
  package var content: Content
  package var deletedAt: UnixTime

  package init(_ content: Content, at deletedAt: UnixTime) {
    self.content = content
    self.deletedAt = deletedAt
  }

  /// The object id.
  package var id: GUID {
    switch content {
    case .application(let application): application.objectID.guid
    case .principal(let principal): principal.id.guid
    case .group(let group): group.id.guid
    }
  }

  /// The tenant whose deleted items have it.
  package var tenant: Tenant.ID? {
    switch content {
    case .application(let application): application.tenant
    case .principal(let principal): principal.tenant
    case .group(let group): group.tenant
    }
  }

  /// Whether the object can still be restored.
  package func isKept(at now: UnixTime) -> Bool { now < deletedAt + Self.lifetime }
}
