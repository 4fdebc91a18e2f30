import Bytes
import Directory
import JSON
import Policy
import Time

/// The facts that an assertion is made of. It looks nothing up by itself.
struct SAMLSubject: Sendable {
  struct Attribute: Sendable, Hashable {
    let name: String
    var values: [String]
    /// `NameFormat`; nil where none is stated.
    var form: String?
    /// Whether it stands in the place of `groups`.
    var isOfGroups = false
  }

  /// The largest number of groups that an assertion lists (Microsoft: "Configure group claims").
  static let groupLimit = 150

  let application: Application
  let principal: ServicePrincipal.ID
  let tenant: Tenant
  /// The object of the tenant: for a guest the guest object.
  let user: User
  let proof: SAMLProof
  let memberships: StatedMemberships
  let roles: [String]
  /// The host in the names of tenants: `sts.windows.net`.
  let issuerHost: String

  init(_ party: SAMLApplication, _ user: User, proofs: [String], issuerHost: String, in directory: DirectoryState) {
    application = directory.mapped(party.application, in: party.tenant.id)
    principal = party.principal.id
    tenant = party.tenant
    self.user = user
    proof = SAMLProof(of: proofs)
    let stated = directory.withRolesOfGroups(user)
    memberships = StatedMemberships(of: stated, for: application, in: directory, token: \.samlClaims)
    roles = directory.roles(of: user.id, on: party.application.id, in: party.tenant.id)
    self.issuerHost = issuerHost
  }

  // MARK: Sources

  private var provider: AccountProvider { AccountProvider(of: user) }

  /// `user.userprincipalname`: of a guest from another tenant the mail address of the guest object, of other guests the name with `#EXT#`
  /// (Microsoft: "Customize SAML token claims", B2B; observed: phpsaml 135).
  var userPrincipalName: String {
    if case .otherTenant = provider { return user.mail ?? user.userPrincipalName }
    return user.userPrincipalName
  }

  /// The user with the sign-in name that claims have.
  private var userOfClaims: User {
    var copy = user
    copy.userPrincipalName = userPrincipalName
    return copy
  }

  /// The value of a property of the user, by the id of a claims mapping.
  private func value(_ id: String) -> String? {
    var name = ASCII.lowercased(id)
    if name.hasPrefix("user.") { name = String(name.dropFirst(5)) }
    if name == "localuserprincipalname" { return user.userPrincipalName }
    let found = MappedProperty.values(ofUser: name, userOfClaims).first ?? user.properties[id]
    return found?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  private var mapping: ClaimsMapping? { application.claimsMapping }

  private func values(_ claim: MappedClaim, in mapping: ClaimsMapping) -> [String] {
    let party = ClaimsFacts.Party(application, principal: principal)
    let facts = ClaimsFacts(
      kind: .idToken, tenant: tenant, user: userOfClaims, roles: roles,
      memberships: memberships.listing(upTo: Self.groupLimit), client: party, resource: party)
    let value =
      if case .property(.user, let id) = claim.origin, ASCII.equalIgnoringCase(id, "localuserprincipalname") {
        Optional.some(JSONValue.string(user.userPrincipalName))
      } else {
        MappedProperty.value(of: claim, in: mapping, facts, provided: [:])
      }
    return (value?.strings ?? [value?.string].compactMap(\.self)).filter { !$0.isEmpty }
  }

  // MARK: NameID

  /// The format that the app has for its users, where it says one the property, and the value.
  var configuredName: (format: SAMLNameFormat, source: String?, value: String?) {
    let settings = application.saml ?? SAMLSettings()
    if let mapping, let claim = mapping.claims.first(where: { $0.samlName == SAMLName.nameIdentifier }) {
      let format = claim.samlNameForm.flatMap { SAMLNameFormat(uri: $0) } ?? settings.nameFormat
      return (format, claim.reference ?? "a constant", values(claim, in: mapping).first)
    }
    guard let source = settings.nameSource else { return (settings.nameFormat, nil, userPrincipalName) }
    return (settings.nameFormat, source, value(source))
  }

  /// `DOMAIN\name` of Active Directory. Nil for a user who is not from there.
  var windowsName: String? {
    guard let name = user.properties.text("onPremisesSamAccountName"),
      let domain = user.properties.text("onPremisesDomainName")?.split(separator: ".").first
    else { return nil }
    return domain.uppercased() + "\\" + name
  }

  // MARK: Attributes

  /// In the service's order (observed in Responses of 2021 to 2025).
  var attributes: [Attribute] {
    var all = [
      Attribute(name: SAMLName.microsoft + "tenantid", values: ["\(tenant.id)"]),
      Attribute(name: SAMLName.microsoft + "objectidentifier", values: ["\(user.id)"]),
      Attribute(name: SAMLName.microsoft + "displayname", values: [user.displayName]),
    ]
    let (groups, mapped) = (memberships.groups, mapped)
    if groups.count > Self.groupLimit {
      all.append(
        Attribute(
          name: SAMLName.claims + "groups.link",
          values: ["https://graph.windows.net/\(tenant.id)/users/\(user.id)/getMemberObjects"]))
    } else if !memberships.areRoles, !mapped.contains(where: { $0.isOfGroups && !$0.values.isEmpty }) {
      all.append(Attribute(name: SAMLName.windows + "groups", values: groups))
    }
    all += [
      Attribute(
        name: SAMLName.windows + "role",
        values: memberships.areRoles && groups.count <= Self.groupLimit ? groups : roles),
      Attribute(name: SAMLName.microsoft + "identityprovider", values: [identityProvider]),
      Attribute(name: SAMLName.claims + "authnmethodsreferences", values: proof.references),
    ]
    return (all + basic + optional + mapped).filter { !$0.values.isEmpty }
  }

  private var identityProvider: String {
    switch provider {
    case .tenant: "https://\(issuerHost)/\(tenant.id)/"
    case .otherTenant(let home): "https://\(issuerHost)/\(home)/"
    case .personalAccount: "live.com"
    case .named(let name): name
    }
  }

  /// The claims that an administrator finds there, and may take away.
  private var basic: [Attribute] {
    guard mapping?.includesBasicClaims ?? true else { return [] }
    let taken = Set((mapping?.claims ?? []).compactMap(\.samlName))
    return [
      ("givenname", "givenname"), ("surname", "surname"), ("emailaddress", "mail"), ("name", "userprincipalname"),
    ]
    .map { Attribute(name: SAMLName.soap + $0.0, values: [value($0.1)].compactMap(\.self)) }
    .filter { !taken.contains($0.name) }
  }

  private var optional: [Attribute] {
    var all: [Attribute] = []
    for claim in application.optionalClaims?.samlClaims ?? [] {
      if claim.name == "upn" {
        all.append(Attribute(name: SAMLName.soap + "upn", values: [userPrincipalName]))
      } else if claim.name.hasPrefix("extension_"), let value = user.properties[claim.name]?.string {
        let short = claim.name.split(separator: "_", maxSplits: 2).last.map(String.init) ?? claim.name
        all.append(Attribute(name: SAMLName.microsoft + "extn." + short, values: [value]))
      }
    }
    if let wids = memberships.roles { all.append(Attribute(name: SAMLName.windows + "wids", values: wids)) }
    return all
  }

  private var mapped: [Attribute] {
    guard let mapping else { return [] }
    return mapping.claims.compactMap { claim in
      guard let name = claim.samlName, name != SAMLName.nameIdentifier else { return nil }
      return Attribute(
        name: name, values: values(claim, in: mapping), form: claim.samlNameForm,
        isOfGroups: mapping.isOfGroups(claim))
    }
  }

  /// What surprises whoever looks for an attribute, one sentence each.
  var remarks: [String] {
    var remarks: [String] = []
    let count = memberships.groups.count
    if count > Self.groupLimit {
      remarks.append(
        "groups.link stands in the place of groups: '\(user.alias)' is in \(count) groups, and an assertion lists \(Self.groupLimit) at most; "
          + "ask Microsoft Graph for /users/\(user.id)/getMemberObjects")
    }
    if mapping?.includesBasicClaims ?? true {
      for (name, value) in [("givenname", user.givenName), ("surname", user.surname), ("emailaddress", user.mail)]
      where value?.isEmpty ?? true {
        remarks.append("there is no attribute \(name), since '\(user.alias)' has no value for it")
      }
    }
    return remarks
  }
}
