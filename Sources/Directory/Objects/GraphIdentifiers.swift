package import Bytes

// The ids that Graph makes of several ids. Its calls show them, and Terraform's imports name objects by them.

extension GUID {
  /// The bytes as Windows stores them: the first three groups begin with their last byte.
  package var windowsBytes: [UInt8] {
    let bytes = Array(bytes)
    return [3, 2, 1, 0, 5, 4, 7, 6].map { bytes[$0] } + bytes.dropFirst(8)
  }

  /// The GUIDs one after the other, in base64url.
  fileprivate static func joined(_ guids: [GUID]) -> String { Base64.encodeURL(guids.flatMap(\.windowsBytes)) }
}

extension PermissionGrant {
  /// The `id` in Graph: the ids of client, resource and user one after the other (observed).
  package var graphID: String {
    guard case .user(let user) = principal else { return GUID.joined([client.guid, resource.guid]) }
    return GUID.joined([client.guid, resource.guid, user.guid])
  }
}

extension RoleAssignment {
  /// The `id` in Graph: the holder's id and an id of its own, in 43 characters that are safe in URLs (observed).
  package var graphID: String {
    switch principal {
    case .user(let user): GUID.joined([user.guid, id.guid])
    case .group(let group): GUID.joined([group.guid, id.guid])
    case .client(let client): GUID.joined([client.guid, id.guid])
    }
  }
}

extension DirectoryRole {
  /// The `id` of the assignment of this role to a user, a group or a service principal, in Graph.
  package func assignmentID(of holder: GUID) -> String { GUID.joined([GUID(templateID) ?? .zero, holder]) }
}
