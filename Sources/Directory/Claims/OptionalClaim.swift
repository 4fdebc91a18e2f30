/// One optional claim of one kind of token (Graph: `optionalClaim`).
package struct OptionalClaim: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
  package var name: String
  /// `user` for an extension of the user. Nil for a predefined claim.
  package var source: String?
  /// What the app says of its need for the claim. It changes no token.
  package var isEssential = false
  /// The words that change the form of the claim, such as `emit_as_roles` of `groups`.
  package var additionalProperties: [String] = []

  /// Of `aud`: v1.0 access tokens name the API by its client id.
  package static let usesGUID = "use_guid"
  /// Of `idtyp`: tokens of users have the claim too.
  package static let includesUserTokens = "include_user_token"
  /// Of `upn`: a guest's token has the sign-in name of the guest object.
  package static let includesGuestName = "include_externally_authenticated_upn"
  /// Of `upn`: as `includesGuestName`, with `_` in the place of each `#`.
  package static let includesGuestNameWithoutHash = "include_externally_authenticated_upn_without_hash"

  /// Of `groups`: groups that are managed in the cloud are stated by their display names.
  package static let cloudDisplayName = "cloud_displayname"
  /// Of `groups`: groups stand in `roles`.
  package static let emitAsRoles = "emit_as_roles"

  /// Of `groups`: how groups from Active Directory are stated. The raw values are those of `additionalProperties`.
  package enum GroupNameForm: String, Sendable, CaseIterable {
    case samAccountName = "sam_account_name"
    /// The domain, a backslash, and the account name.
    case domainAndSamAccountName = "dns_domain_and_sam_account_name"
    /// The short name of the domain, a backslash, and the account name.
    case netbiosDomainAndSamAccountName = "netbios_domain_and_sam_account_name"
    /// Another spelling of the former in older manifests.
    case netbiosNameAndSamAccountName = "netbios_name_and_sam_account_name"
  }

  package init(_ name: String, additionalProperties: [String] = []) {
    self.name = name
    self.additionalProperties = additionalProperties
  }

  package init(stringLiteral name: String) { self.init(name) }

  private enum Key: String, CodingKey {
    case name, source, isEssential, additionalProperties
  }

  /// Reads a name alone, as an earlier version kept every claim, or a name with the rest.
  package init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self.init(name)
      return
    }
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      try container.decode(String.self, forKey: .name),
      additionalProperties: try container.decode([String].self, forKey: .additionalProperties))
    source = try container.decodeIfPresent(String.self, forKey: .source)
    isEssential = try container.decode(Bool.self, forKey: .isEssential)
  }

  /// Writes a claim that has nothing but a name as that name.
  package func encode(to encoder: any Encoder) throws {
    if self == OptionalClaim(name) {
      var container = encoder.singleValueContainer()
      try container.encode(name)
      return
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(source, forKey: .source)
    try container.encode(isEssential, forKey: .isEssential)
    try container.encode(additionalProperties, forKey: .additionalProperties)
  }
}

extension [OptionalClaim] {
  /// The claim of that name; nil when it is not in the list.
  package func named(_ name: String) -> OptionalClaim? { first { $0.name == name } }
}
