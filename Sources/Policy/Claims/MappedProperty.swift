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

  /// The value of a claim; nil when the object has none. `provided` is what the custom claims provider has answered.
  static func value(of claim: MappedClaim, _ facts: ClaimsFacts, provided: JSONObject) -> JSONValue? {
    switch claim.origin {
    case .constant(let text): return .string(text)
    case .directoryExtension(.user, let name): return facts.user?.properties[name]
    case .directoryExtension: return nil
    case .property(let source, let id):
      switch source {
      case .user: return facts.user.flatMap { value(ofUser: ASCII.lowercased(id), $0, facts.roles) }
      case .application: return value(of: facts.client, id)
      case .resource: return value(of: facts.resource, id)
      case .audience: return value(of: facts.audience, id)
      case .company: return facts.tenant.countryLetterCode.map { .string($0) }
      case .customClaimsProvider: return provided[id]
      }
    }
  }

  private static func value(of party: ClaimsFacts.Party, _ id: String) -> JSONValue? {
    switch ASCII.lowercased(id) {
    case "displayname": .string(party.application.displayName)
    case "objectid": party.principal.map { .string("\($0)") }
    // No service principal has tags here.
    default: nil
    }
  }

  /// A property with several values gives the first one. App roles are all stated.
  private static func value(ofUser id: String, _ user: User, _ roles: [String]) -> JSONValue? {
    let text: String?
    switch id {
    case "accountenabled": text = "\(user.isEnabled)"
    case "assignedroles": return roles.isEmpty ? nil : .strings(roles)
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
    case "othermail": return user.properties["otherMails"]?.strings?.first.map { .string($0) }
    case "preferredlanguage": text = user.preferredLanguage
    case "surname": text = user.surname
    case "telephonenumber": text = user.businessPhones.first
    case "userprincipalname": text = user.userPrincipalName
    case "usertype": text = user.properties.text("userType") ?? (user.isGuest ? "Guest" : "Member")
    default: return plain(id, user)
    }
    return text.map { .string($0) }
  }

  private static func plain(_ id: String, _ user: User) -> JSONValue? {
    if id.hasPrefix("extensionattribute") {
      return user.properties["onPremisesExtensionAttributes"]?.object?.members
        .first { ASCII.equalIgnoringCase($0.name, id) }?.value
    }
    guard let row = PlainProperty.ofUsers.first(where: { ASCII.equalIgnoringCase($0.name, id) }),
      let value = user.properties[row.name]
    else { return nil }
    switch value {
    case .array(let items): return items.first
    case .bool(let flag): return .string("\(flag)")
    default: return value
    }
  }
}
