import Bytes
import Directory
import JSON
import Policy

/// The sign-in name of a new customer, as the user object keeps it (Graph: `objectIdentity`).
struct CustomerIdentity {
  let name: String
  let provider: String?
  let isUserName: Bool
  let issuer: String

  init(_ name: String, state: UserFlowState, flow: UserFlow, tenant: Tenant) {
    self.name = name
    provider = state.newcomer == nil ? nil : state.signIn.provider
    isUserName = provider == nil && flow.localAccount == .username
    issuer = provider ?? tenant.initialDomain
  }

  var json: JSONValue {
    let type = provider != nil ? "federated" : isUserName ? "userName" : "emailAddress"
    return [["signInType": .string(type), "issuer": .string(issuer), "issuerAssignedId": .string(name)]]
  }

  /// The e-mail address; nil for a user name.
  var address: String? { name.utf8.contains(0x40) ? name : nil }

  /// What stands before the `@`, as a short name: letters, digits, `.`, `_` and `-`.
  var shortName: String {
    let bytes = name.utf8.prefix { $0 != 0x40 }.filter {
      ASCII.isAlphanumeric($0) || $0 == 0x2E || $0 == 0x5F || $0 == 0x2D
    }
    return bytes.isEmpty ? "customer" : String(decoding: bytes, as: UTF8.self)
  }
}
