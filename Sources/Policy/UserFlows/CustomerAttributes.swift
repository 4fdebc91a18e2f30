import Bytes
package import Directory
package import JSON

/// The properties of customers by the names of user flows: `givenName`, `extension_loyaltyNumber`.
package enum CustomerAttributes {
  /// The value as the user object has it; nil for none.
  package static func value(_ name: String, of user: User) -> JSONValue? {
    switch name {
    case "mail", "email": addresses(of: user).first.map { .string($0) }
    default: User.row(name)?.get(user) ?? user.properties[property(name, of: user) ?? name]
    }
  }

  /// Changes the value. A text that is empty takes it away; the display name stays.
  package static func set(
    _ name: String, to text: String, form: UserFlow.Attribute.Form, of user: inout User, in tenant: Tenant
  ) {
    let value = text.isEmpty ? nil : text
    switch name {
    case "mail", "email": user.mail = value
    default:
      if let row = User.row(name), row.kind == .text { return row.set(&user, value.map { .string($0) }) }
      let key = property(name, of: user) ?? ownName(name, in: tenant)
      switch form {
      case .string: user.properties[key] = value.map { .string($0) }
      case .boolean: user.properties[key] = value.map { .bool($0 == "true" || $0 == "on") }
      case .int: user.properties[key] = value.flatMap { Int64($0) }.map { .integer($0) }
      }
    }
  }

  /// The full name of a tenant's own attribute: `extension_{app without hyphens}_{name}`, where the app is the tenant's
  /// `b2c-extensions-app`. Another name stays.
  package static func ownName(_ name: String, in tenant: Tenant) -> String {
    guard let short = shortName(name) else { return name }
    let app = "\(tenant.extensionsApp)".filter { $0 != "-" }
    return "extension_\(app)_\(short)"
  }

  /// The property of the user that a short name means, whichever app holds it.
  private static func property(_ name: String, of user: User) -> String? {
    guard let short = shortName(name) else { return nil }
    return user.properties.extensions.first { $0.name.hasSuffix("_" + short) }?.name
  }

  /// `loyaltyNumber` of `extension_loyaltyNumber`; nil for every other name.
  private static func shortName(_ name: String) -> String? {
    guard name.hasPrefix("extension_"), PlainProperties.application(ofExtension: name) == nil else { return nil }
    return String(name.dropFirst("extension_".count))
  }

  /// The e-mail addresses of a customer: those that it signs in with, else the one of its mail.
  package static func addresses(of user: User) -> [String] {
    let own = identities(of: user).filter { $0.type == "emailAddress" }.map(\.name)
    return own.isEmpty ? [user.mail].compactMap { $0 } : own
  }

  /// The e-mail address among the sign-in names of a customer; nil for everybody else.
  package static func signInAddress(of user: User) -> String? {
    identities(of: user).first { $0.type == "emailAddress" }?.name
  }

  /// The sign-in names of a customer (Graph: `objectIdentity`).
  package static func identities(of user: User) -> [(type: String, issuer: String, name: String)] {
    (user.properties["identities"]?.array ?? []).compactMap { entry in
      guard let type = entry["signInType"]?.string, let name = entry["issuerAssignedId"]?.string else { return nil }
      return (type, entry["issuer"]?.string ?? "", name)
    }
  }
}

extension UserFlow {
  /// The attribute that APIs and apps mean by a name: that of the user flow, or the full one of a tenant's own attribute.
  package func attribute(named name: String, in tenant: Tenant) -> Attribute? {
    attributes.first { $0.name == name || CustomerAttributes.ownName($0.name, in: tenant) == name }
  }
}

extension DirectoryState {
  /// The customer of a tenant with that sign-in name: an e-mail address or a user name. ASCII case does not count. Nil for none.
  package func customer(named name: String, in tenant: Tenant.ID) -> User? {
    let name = ASCII.trimmed(name)
    guard !name.isEmpty else { return nil }
    // Names of the directory first: they are found without a search.
    if let user = user(named: name), user.tenant == tenant, !user.isDeleted { return user }
    return usersInOrder.first { user in
      user.tenant == tenant && !user.isDeleted
        && (user.mail.map { ASCII.equalIgnoringCase($0, name) } ?? false
          || CustomerAttributes.identities(of: user).contains {
            $0.type != "federated" && ASCII.equalIgnoringCase($0.name, name)
          })
    }
  }

  /// The customer of a tenant who comes from that identity provider under that name; nil for none.
  package func customer(from provider: String, named name: String, in tenant: Tenant.ID) -> User? {
    usersInOrder.first { user in
      user.tenant == tenant && !user.isDeleted
        && CustomerAttributes.identities(of: user).contains {
          $0.type == "federated" && ASCII.equalIgnoringCase($0.issuer, provider)
            && ASCII.equalIgnoringCase($0.name, name)
        }
    }
  }
}
