import Bytes
import Directory
import JSON
import Time

/// A service principal as Graph shows it (Microsoft: "servicePrincipal resource type"; order observed).
struct ServicePrincipalView: DirectoryView {
  /// The tenant that owns Microsoft's own apps (observed).
  private static let microsoft = "f8cdef31-a31e-4b4a-93e4-5f571e91255a"

  let principal: ServicePrincipal
  let application: Application

  var guid: GUID { principal.id.guid }

  static let names = [
    "id", "deletedDateTime", "accountEnabled", "alternativeNames", "appDisplayName", "appDescription", "appId",
    "applicationTemplateId", "appOwnerOrganizationId", "appRoleAssignmentRequired", "createdByAppId",
    "createdDateTime", "description", "disabledByMicrosoftStatus", "displayName", "homepage", "isDisabled", "loginUrl",
    "logoutUrl", "notes", "notificationEmailAddresses", "preferredSingleSignOnMode",
    "preferredTokenSigningKeyThumbprint",
    "replyUrls", "servicePrincipalNames", "servicePrincipalType", "signInAudience", "tags", "tokenEncryptionKeyId",
    "samlSingleSignOnSettings", "addIns", "appRoles", "info", "keyCredentials", "oauth2PermissionScopes",
    "passwordCredentials", "resourceSpecificApplicationPermissions", "verifiedPublisher",
  ]

  private static let navigation = [
    "appManagementPolicies", "appRoleAssignedTo", "appRoleAssignments", "claimsMappingPolicies", "createdObjects",
    "delegatedPermissionClassifications", "endpoints", "federatedIdentityCredentials", "homeRealmDiscoveryPolicies",
    "memberOf", "oauth2PermissionGrants", "ownedObjects", "owners", "remoteDesktopSecurityConfiguration",
    "synchronization", "tokenIssuancePolicies", "tokenLifetimePolicies", "transitiveMemberOf",
  ]

  /// The properties that Graph shows only if a call selects them. No service principal here has a value of them.
  private static let selectable = ["customSecurityAttributes", "samlMetadataUrl"]

  private static let emptyCollections: Set<String> = [
    "addIns", "notificationEmailAddresses", "resourceSpecificApplicationPermissions", "tags",
  ]

  static func declaredName(of name: String) -> String? {
    (names + navigation + selectable).first { ASCII.equalIgnoringCase($0, name) }
  }

  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    JSONObject(
      (query.selected?.filter { Self.names.contains($0) || Self.selectable.contains($0) } ?? Self.names).map {
        .init(name: $0, value: $0 == "keyCredentials" && query.selected != nil ? selectedKeys : value(of: $0))
      }
        + (version == .beta ? principal.properties.graphMembers.members : []).filter {
          query.selected?.contains($0.name) ?? true
        })
  }

  /// The certificates as a call sees them that selects them, which has the certificates of SAML whole.
  private var selectedKeys: JSONValue {
    let others = (value(of: "keyCredentials").array ?? []).dropLast(2 * (application.saml?.certificates.count ?? 0))
    return .array(others + SAMLCertificateCalls.shown(application.saml?.certificates ?? [], whole: true))
  }

  var keptNames: [String] { principal.properties.graphMembers.names }

  func related(_ name: String, _ resource: ResourceCall) -> Related? {
    switch name {
    case "owners": .many(principal.owners(orThoseOf: application).compactMap(resource.view))
    case "appRoleAssignedTo": .values(AssignmentCalls.shown(resource) { $0.resource == principal.id })
    case "appRoleAssignments": .values(AssignmentCalls.shown(resource) { $0.principal == .client(principal.id) })
    default: nil
    }
  }

  /// The row of what Graph shows of `web` of the registration: the name is that of the row, or its synonym.
  static func rowOfWebApp(_ name: String) -> Property<Application>? {
    Application.rows(in: "web").first { $0.name == name || $0.synonyms.contains(name) }
  }

  func value(of property: String) -> JSONValue {
    if let own = principal.properties[property] {
      return ServicePrincipal.row(property)?.whole(own) ?? own
    }
    switch property {
    case "id": return "\(principal.id)"
    case "accountEnabled": return .bool(principal.isEnabled)
    case "alternativeNames": return .strings([application.managedIdentityResource].compactMap(\.self))
    case "appDisplayName", "displayName": return .string(application.displayName)
    case "appId": return "\(application.id)"
    case "appOwnerOrganizationId": return .string(application.tenant.map { "\($0)" } ?? Self.microsoft)
    case "appRoleAssignmentRequired": return .bool(principal.requiresAssignment)
    case "createdDateTime": return .string(application.createdAt.iso8601)
    case "replyUrls": return .strings(application.redirectURIs.map(\.uri))
    case "servicePrincipalNames": return .strings(["\(application.id)"] + application.identifierURIs)
    case "servicePrincipalType":
      return application.managedIdentityResource == nil ? "Application" : "ManagedIdentity"
    case "signInAudience": return .string(application.audience.rawValue)
    case "appRoles": return .array(application.allRoles.map(\.shown))
    case "info":
      return application.properties["info"].flatMap { Application.row("info")?.whole($0) }
        ?? ApplicationView.info
    case "keyCredentials":
      return .array(
        application.certificates.filter { $0.isOfServicePrincipal == true }.map(\.shown)
          + SAMLCertificateCalls.shown(application.saml?.certificates ?? []))
    case "passwordCredentials":
      return .array(
        application.secrets.filter { $0.isOfServicePrincipal == true }.map(\.shown)
          + SAMLCertificateCalls.passwords(application.saml?.certificates ?? []))
    case "appDescription": return .text(application.properties.text("description"))
    case "oauth2PermissionScopes": return .array(application.allPermissions.map(\.shown))
    case "verifiedPublisher": return ApplicationView.publisher
    default:
      return Self.rowOfWebApp(property)?.get(application) ?? (Self.emptyCollections.contains(property) ? [] : nil)
    }
  }
}
