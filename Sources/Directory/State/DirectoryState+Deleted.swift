package import Bytes
package import Time

/// Objects that were deleted and can be restored.
extension DirectoryState {
  /// The deleted objects of a tenant that can still be restored, in the order of their ids.
  package func deleted(in tenant: Tenant.ID, at now: UnixTime) -> [DeletedObject] {
    deleted.values.filter { $0.tenant == tenant && $0.isKept(at: now) }.sorted { $0.id < $1.id }
  }

  /// Keeps a deleted object, so that it can be restored. Those whose time is over go.
  package mutating func keep(_ object: DeletedObject) {
    for old in deleted.values where !old.isKept(at: object.deletedAt) { forgetDeleted(old.id) }
    deleted[DeletedObject.ID(object.id)] = object
    note(.deletedObject(object))
  }

  /// Forgets a deleted object for good; nothing happens when there is none of that id.
  package mutating func forgetDeleted(_ id: GUID) {
    guard deleted[DeletedObject.ID(id)] != nil else { return }
    deleted[DeletedObject.ID(id)] = nil
    note(.deletedObjectForgotten(id))
  }
}
