import Bytes
import Directory

/// What a request says to name a managed identity: one id of one kind.
package struct IdentityName: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case clientID
    case objectID
    case resourceID
  }

  package let kind: Kind
  /// The name of the parameter that carried the id, such as `msi_res_id`.
  package let parameter: String
  package let value: String

  package init(_ kind: Kind, parameter: String, value: String) {
    self.kind = kind
    self.parameter = parameter
    self.value = value
  }

  /// Whether that identity has this id; ASCII case does not count.
  func names(_ identity: MachineIdentity) -> Bool {
    let own =
      switch kind {
      case .clientID: "\(identity.application.id)"
      case .objectID: "\(identity.principal)"
      case .resourceID: identity.application.managedIdentityResource ?? ""
      }
    return ASCII.equalIgnoringCase(own, value)
  }
}
