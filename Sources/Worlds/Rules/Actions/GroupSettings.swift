import Directory
package import JSON

/// The properties of a group that a change names. A property that is nil stays as it is.
package struct GroupSettings: Sendable, Hashable {
  /// Graph's `mailEnabled`.
  package var isMailEnabled: Bool?
  /// Graph's `securityEnabled`.
  package var isSecurityEnabled: Bool?
  /// Whether it is a Microsoft 365 group (Graph: `groupTypes` holds `Unified`).
  package var isUnified: Bool?
  /// Properties that have a row, and directory extensions, by their names. JSON's null takes one away.
  package var properties: [String: JSONValue] = [:]

  /// Settings that change nothing.
  package init() {}

  /// Gives the group these properties.
  func apply(to group: inout Group) {
    if isMailEnabled != nil || isSecurityEnabled != nil || isUnified != nil {
      let unified = isUnified ?? group.isUnified
      group.become(
        unified: unified, mail: isMailEnabled ?? (unified || group.kind.isMailEnabled),
        security: isSecurityEnabled ?? group.isSecurityEnabled)
    }
    for (name, value) in properties {
      let value = value == .null ? Optional.none : value
      if let row = Group.row(name) { row.set(&group, value) } else { group.properties[name] = value }
    }
  }
}
