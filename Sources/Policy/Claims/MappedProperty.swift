import Bytes
package import Directory
import JSON
import Time

/// The properties that a claims mapping may name, and their values (Microsoft: "Claims customization using a policy", claim schema entry
/// elements).
package enum MappedProperty {
  /// The ids of a source, in small letters; a policy may write them in any case. Nil: the source has ids of its own choice.
  package static func ids(of source: MappedClaim.Source) -> [String]? {
    switch source {
    case .user: ofUsers.split(separator: " ").map(String.init) + PlainProperty.extensionAttributes.map(ASCII.lowercased)
    case .application, .resource, .audience: ["displayname", "objectid", "tags"]
    case .company: ["tenantcountry"]
    case .customClaimsProvider: nil
    }
  }

  private static let ofUsers = """
    accountenabled assignedroles city companyname consentprovidedforminor country createddatetime creationtype department displayname \
    dnsdomainname employeeid facsimiletelephonenumber givenname jobtitle lastpasswordchangedatetime mail mailnickname mobilephone \
    netbiosname objectid officelocation onpremisesdomainname onpremisesecurityidentifier onpremisesimmutableid onpremisessamaccountname \
    onpremisessecurityidentifier onpremisessyncenabled onpremisesuserprincipalname othermail postalcode preferreddatalocation \
    preferredlanguage proxyaddresses state streetaddress surname telephonenumber userprincipalname usertype
    """

  /// The value of a claim; nil when its source has none. `provided` is what the custom claims provider has answered.
  ///
  /// A property with several values gives the first one. App roles and directory extensions are all stated.
  static func value(
    of claim: MappedClaim, in mapping: ClaimsMapping, _ facts: ClaimsFacts, provided: JSONObject
  ) -> JSONValue? {
    switch claim.origin {
    case .constant(let text): return .string(text)
    case .directoryExtension(.user, let name): return facts.user?.properties[name]
    case .property(.customClaimsProvider, let id): return provided[id]
    case .transformation(let id, _):
      guard let transformation = mapping.transformation(named: id) else { return nil }
      return transformation.value { reference in
        mapping.claim(named: reference).map { values(of: $0, in: mapping, facts, provided: provided) } ?? []
      }
    case .property(let source, let id):
      let values = values(of: source, id, facts)
      return source == .user && isRoles(id) && !values.isEmpty ? .array(values) : values.first
    case .directoryExtension: return nil
    }
  }

  private static func isRoles(_ id: String) -> Bool { ASCII.equalIgnoringCase(id, "assignedroles") }

  /// All values of a claim, as texts, for a transformation.
  private static func values(
    of claim: MappedClaim, in mapping: ClaimsMapping, _ facts: ClaimsFacts, provided: JSONObject
  ) -> [String] {
    if case .property(let source, let id) = claim.origin, source != .customClaimsProvider {
      return values(of: source, id, facts).compactMap(\.string)
    }
    guard let value = value(of: claim, in: mapping, facts, provided: provided) else { return [] }
    return value.strings ?? [value.string].compactMap(\.self)
  }

  /// The values of a property, in their order.
  private static func values(of source: MappedClaim.Source, _ id: String, _ facts: ClaimsFacts) -> [JSONValue] {
    switch source {
    case .user:
      facts.user.map { isRoles(id) ? facts.roles.map { .string($0) } : values(ofUser: ASCII.lowercased(id), $0) } ?? []
    case .application: values(of: facts.client, id)
    case .resource: values(of: facts.resource, id)
    case .audience: values(of: facts.audience, id)
    case .company: facts.tenant.countryLetterCode.map { [.string($0)] } ?? []
    case .customClaimsProvider: []
    }
  }

  private static func values(of party: ClaimsFacts.Party, _ id: String) -> [JSONValue] {
    switch ASCII.lowercased(id) {
    case "displayname": [.string(party.application.displayName)]
    case "objectid": party.principal.map { [.string("\($0)")] } ?? []
    // No service principal has tags here.
    default: []
    }
  }

  private static func values(ofUser id: String, _ user: User) -> [JSONValue] {
    let text: String?
    switch id {
    case "accountenabled": text = "\(user.isEnabled)"
    case "createddatetime": text = user.properties.text("createdDateTime") ?? user.createdAt.iso8601
    case "displayname": text = user.displayName
    case "dnsdomainname": text = user.properties.text("onPremisesDomainName")
    case "facsimiletelephonenumber": text = user.properties.text("faxNumber")
    case "givenname": text = user.givenName
    case "jobtitle": text = user.jobTitle
    case "lastpasswordchangedatetime": text = user.passwordChangedAt.iso8601
    case "mail": text = user.mail
    case "mailnickname":
      text = user.properties.text("mailNickname") ?? String(user.userPrincipalName.prefix { $0 != "@" })
    case "mobilephone": text = user.mobilePhone
    case "objectid": text = "\(user.id)"
    case "officelocation": text = user.officeLocation
    case "onpremisesecurityidentifier": text = user.properties.text("onPremisesSecurityIdentifier")
    case "othermail": return user.properties["otherMails"]?.array ?? []
    case "preferredlanguage": text = user.preferredLanguage
    case "surname": text = user.surname
    case "telephonenumber": return user.businessPhones.map { .string($0) }
    case "userprincipalname": text = user.userPrincipalName
    case "usertype": text = user.properties.text("userType") ?? (user.isGuest ? "Guest" : "Member")
    default: return plain(id, user)
    }
    return text.map { [.string($0)] } ?? []
  }

  private static func plain(_ id: String, _ user: User) -> [JSONValue] {
    if id.hasPrefix("extensionattribute") {
      return user.properties["onPremisesExtensionAttributes"]?.object?.members
        .filter { ASCII.equalIgnoringCase($0.name, id) }.map(\.value) ?? []
    }
    guard let row = PlainProperty.ofUsers.first(where: { ASCII.equalIgnoringCase($0.name, id) }),
      let value = user.properties[row.name]
    else { return [] }
    switch value {
    case .array(let items): return items
    case .bool(let flag): return [.string("\(flag)")]
    default: return [value]
    }
  }
}
