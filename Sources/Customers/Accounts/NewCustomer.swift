import Bytes
import Crypto
import Directory
import JSON
import Policy
import Worlds

/// The sign-in name of a new customer, as the user object keeps it (Graph: `objectIdentity`).
struct CustomerIdentity {
  let name: String
  /// The other identity provider that the customer comes from; nil for an account of the tenant itself.
  let provider: String?
  let isUserName: Bool
  let issuer: String

  init(_ name: String, from provider: String?, flow: UserFlow, tenant: Tenant) {
    self.name = name
    self.provider = provider
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

/// A new password: as it was typed, or what a sign-up or a reset has kept of it.
enum NewPassword {
  case text(String)
  case digest(SecretDigest)

  var secret: DirectoryEditor.Secret {
    switch self {
    case .text(let text): .text(text)
    case .digest(let digest): .digest(digest)
    }
  }
}

/// The account of a new customer.
struct NewCustomer {
  let identity: CustomerIdentity
  let flow: UserFlow
  let tenant: Tenant
  /// Nil for an account without a password.
  var password: NewPassword?
  /// What the customer gave, by the names of the flow's attributes.
  var attributes: [String: String] = [:]

  /// Makes the account. When two requests race to make one, the second finds it.
  /// - Returns: the account, and whether this call made it.
  func add(to world: World) throws -> (user: User, isNew: Bool) {
    let id = User.ID(world.entropy.guid())
    return try world.edit { editor in
      if let known = known(in: editor.state) { return (known, false) }
      let alias = editor.state.freeUserAlias(like: identity.shortName)
      editor.add(
        NewUser(
          alias: alias,
          displayName: attributes["displayName"] ?? (tenant.kind == .external ? "unknown" : identity.shortName),
          userPrincipalName: "\(id)@\(tenant.initialDomain)", tenant: tenant.id, id: id))
      if let password { try editor.setPassword(password.secret, of: id) }
      try editor.update(id) { user in
        if password == nil { user.password = nil }
        user.mail = identity.address
        user.properties["identities"] = identity.json
        user.properties["creationType"] = "LocalAccount"
        if tenant.kind == .external { user.properties["passwordPolicies"] = "DisablePasswordExpiration" }
        for attribute in flow.attributes {
          guard let text = attributes[attribute.name] else { continue }
          CustomerAttributes.set(attribute.name, to: text, form: attribute.form, of: &user, in: tenant)
        }
      }
      return (try editor.user(id), true)
    }
  }

  private func known(in directory: DirectoryState) -> User? {
    guard let provider = identity.provider else { return directory.customer(named: identity.name, in: tenant.id) }
    return directory.customer(from: provider, named: identity.name, in: tenant.id)
  }
}
