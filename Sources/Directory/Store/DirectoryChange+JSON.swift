import Bytes
package import JSON

/// A change as JSON, as the store's rows have it: the kind of object, its id, and its document unless it is removed.
extension DirectoryChange {
  /// - Throws: what the object's document throws.
  package var json: JSONValue {
    get throws {
      let row = try Store.Row(self)
      var members: JSONObject = ["kind": .string(row.kind.rawValue), "id": .string("\(row.id)")]
      if let document = row.document { members.append("object", try JSONValue.parse(document)) }
      return .object(members)
    }
  }

  /// Nil for what is not a change.
  /// - Throws: `DecodingError` for a document that this version cannot read.
  package init?(json: JSONValue) throws {
    guard let kind = json["kind"]?.string.flatMap(Store.Kind.init(rawValue:)),
      let id = json["id"]?.string.flatMap({ GUID($0) })
    else { return nil }
    let change =
      if let object = json["object"] { try Self.stored(kind, object) } else { Self.removed(kind, id) }
    guard let change else { return nil }
    self = change
  }

  /// The object of that kind in a document.
  static func stored(_ kind: Store.Kind, _ object: JSONValue) throws -> Self {
    switch kind {
    case .tenant: .tenant(try JSONCoding.decode(Tenant.self, from: object))
    case .user: .user(try JSONCoding.decode(User.self, from: object))
    case .group: .group(try JSONCoding.decode(Group.self, from: object))
    case .application: .application(try JSONCoding.decode(Application.self, from: object))
    case .servicePrincipal: .servicePrincipal(try JSONCoding.decode(ServicePrincipal.self, from: object))
    case .grant: .grant(try JSONCoding.decode(PermissionGrant.self, from: object))
    case .roleAssignment: .roleAssignment(try JSONCoding.decode(RoleAssignment.self, from: object))
    case .policy: .policy(try JSONCoding.decode(AccessPolicy.self, from: object))
    case .consentRequest: .consentRequest(try JSONCoding.decode(ConsentRequest.self, from: object))
    case .deletedObject: .deletedObject(try JSONCoding.decode(DeletedObject.self, from: object))
    }
  }

  private static func removed(_ kind: Store.Kind, _ id: GUID) -> Self? {
    switch kind {
    case .tenant, .user: nil
    case .group: .groupRemoved(Group.ID(id))
    case .application: .applicationRemoved(Application.ID(id))
    case .servicePrincipal: .servicePrincipalRemoved(ServicePrincipal.ID(id))
    case .grant: .grantRemoved(PermissionGrant.ID(id))
    case .roleAssignment: .roleAssignmentRemoved(RoleAssignment.ID(id))
    case .policy: .policyRemoved(AccessPolicy.ID(id))
    case .consentRequest: .consentRequestRemoved(ConsentRequest.ID(id))
    case .deletedObject: .deletedObjectForgotten(id)
    }
  }
}
