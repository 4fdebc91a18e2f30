import Bytes
import Directory
import JSON
import Time

/// An app registration as Graph shows it (Microsoft: "application resource type"; order observed).
struct ApplicationView: DirectoryView {
  let application: Application
  let tenant: Tenant
  /// The APIs that the static list names are looked up here.
  let directory: DirectoryState

  var guid: GUID { application.objectID.guid }

  static let names = [
    "id", "deletedDateTime", "appId", "applicationTemplateId", "createdByAppId", "disabledByMicrosoftStatus",
    "createdDateTime", "displayName", "description", "groupMembershipClaims", "identifierUris",
    "isDeviceOnlyAuthSupported", "isDisabled", "isFallbackPublicClient", "nativeAuthenticationApisEnabled", "notes",
    "publisherDomain",
    "serviceManagementReference", "signInAudience", "tags", "tokenEncryptionKeyId", "uniqueName", "samlMetadataUrl",
    "defaultRedirectUri", "certification", "optionalClaims", "servicePrincipalLockConfiguration",
    "requestSignatureVerification", "addIns", "api", "appRoles", "info", "keyCredentials", "parentalControlSettings",
    "passwordCredentials", "publicClient", "requiredResourceAccess", "verifiedPublisher", "web", "spa",
  ]

  private static let navigation = [
    "appManagementPolicies", "createdOnBehalfOf", "extensionProperties", "federatedIdentityCredentials",
    "homeRealmDiscoveryPolicies", "owners", "synchronization", "tokenIssuancePolicies", "tokenLifetimePolicies",
  ]

  /// The properties that Graph shows only if a call selects them. No app here has a value of them.
  private static let selectable = [
    "authenticationBehaviors", "logo", "managerApplications", "oauth2RequirePostResponse",
  ]

  static func declaredName(of name: String) -> String? {
    (names + navigation + selectable).first { ASCII.equalIgnoringCase($0, name) }
  }

  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    JSONObject(
      (query.selected?.filter { Self.names.contains($0) || Self.selectable.contains($0) } ?? Self.names).map {
        .init(name: $0, value: value(of: $0))
      } + (version == .beta ? unknownMembers.filter { query.selected?.contains($0.name) ?? true } : []))
  }

  /// What clients of `beta` wrote and the server knows nothing of.
  private var unknownMembers: [JSONObject.Member] {
    application.properties.graphMembers.members.filter { Self.declaredName(of: $0.name) == nil }
  }

  var keptNames: [String] { unknownMembers.map(\.name) }

  func related(_ name: String, _ resource: ResourceCall) -> Related? {
    switch name {
    case "owners": .many(ApplicationCalls.owners(of: application, resource))
    case "federatedIdentityCredentials": .values(application.federatedCredentials.map { .object($0.shown) })
    default: nil
    }
  }

  func value(of property: String) -> JSONValue {
    switch property {
    case "id": return "\(application.objectID)"
    case "appId": return "\(application.id)"
    case "createdDateTime": return .string(application.createdAt.iso8601)
    case "publisherDomain": return .string(tenant.initialDomain)
    case "optionalClaims": return application.optionalClaims.map(\.shown) ?? nil
    case "authenticationBehaviors": return authenticationBehaviors
    case "managerApplications": return []
    case "api": return api
    case "appRoles": return .array(application.appRoles.map(\.shown))
    case "keyCredentials":
      return .array(application.certificates.filter { $0.isOfServicePrincipal != true }.map(\.shown))
    case "passwordCredentials":
      return .array(application.secrets.filter { $0.isOfServicePrincipal != true }.map(\.shown))
    case "publicClient": return ["redirectUris": redirectURIs(.native)]
    case "requiredResourceAccess":
      let unknown = application.properties.graphMembers["requiredResourceAccess"]?.array ?? []
      return .array(application.requiredAccess.compactMap(required) + unknown)
    case "verifiedPublisher": return Self.publisher
    case "web": return web
    case "spa": return ["redirectUris": redirectURIs(.spa)]
    default: return shown(property) ?? nil
    }
  }

  /// A property that has a row, in the object itself or in that of Graph's which holds it. Without a value it is what a new registration has.
  private func shown(_ name: String, in holder: String? = nil) -> JSONValue? {
    guard let row = Application.row(name), row.holder == holder else { return Optional.none }
    guard row.isPlain else { return sent(row) ?? row.get(application) ?? .null }
    if let value = row.get(application) { return row.whole(value) }
    switch name {
    case "addIns": return []
    case "info": return Self.info
    case "oauth2RequirePostResponse": return false
    case "parentalControlSettings": return ["countriesBlockedForMinors": [], "legalAgeGroupRule": "Allow"]
    default: return row.kind.isCollection ? [] : .null
    }
  }

  /// What a client sent that means what the registration has, such as false in the place of null: clients compare what comes back.
  private func sent(_ row: Property<Application>) -> JSONValue? {
    guard let value = application.properties[row.name] else { return Optional.none }
    var other = application
    row.set(&other, value)
    return row.get(other) == row.get(application) ? value : Optional.none
  }

  static let info: JSONValue = [
    "logoUrl": nil, "marketingUrl": nil, "privacyStatementUrl": nil, "supportUrl": nil, "termsOfServiceUrl": nil,
  ]
  static let publisher: JSONValue = ["displayName": nil, "verifiedPublisherId": nil, "addedDateTime": nil]

  /// Null while no client and no scenario has said anything of it.
  private var authenticationBehaviors: JSONValue {
    var members = application.properties.graphMembers["authenticationBehaviors"]?.object ?? [:]
    if let removes = application.removesUnverifiedEmailClaim {
      members["removeUnverifiedEmailClaim"] = .bool(removes)
    }
    return members.members.isEmpty ? nil : .object(members)
  }

  private var api: JSONValue {
    object("api", Self.namesOfAPI) { name in
      switch name {
      case "knownClientApplications": return .strings((application.knownClients ?? []).map { "\($0)" })
      case "oauth2PermissionScopes": return .array(application.permissions.map(\.shown))
      default:
        return .array(
          application.preauthorizedClients.map { client in
            let ids = client.scopes.compactMap { value in application.permissions.first { $0.value == value }?.id }
            return ["appId": "\(client.client)", "delegatedPermissionIds": .strings(ids.map { "\($0)" })]
          })
      }
    }
  }

  private var web: JSONValue {
    object("web", Self.namesOfWeb) { name in
      switch name {
      case "redirectUris": return redirectURIs(.web)
      case "implicitGrantSettings":
        let rows = Application.rows(in: Application.implicitSwitches).sorted { $0.name < $1.name }
        return .object(JSONObject(rows.map { .init(name: $0.name, value: $0.value(of: application) ?? .null) }))
      default:
        return .array(
          application.redirectURIs.filter { $0.platform == .web }.map { registration in
            [
              "uri": .string(registration.uri),
              "index": registration.index.map { JSONValue.integer(Int64($0)) } ?? .null,
            ]
          })
      }
    }
  }

  /// An object within the registration: what has a row, and `others`.
  private func object(_ name: String, _ members: [String], _ others: (String) -> JSONValue) -> JSONValue {
    .object(JSONObject(members.map { .init(name: $0, value: shown($0, in: name) ?? others($0)) }))
  }

  /// The members of `api` and `web` in Graph's order.
  private static let namesOfAPI = [
    "acceptMappedClaims", "knownClientApplications", "requestedAccessTokenVersion", "oauth2PermissionScopes",
    "preAuthorizedApplications",
  ]
  private static let namesOfWeb = [
    "homePageUrl", "logoutUrl", "redirectUris", "implicitGrantSettings", "redirectUriSettings",
  ]

  private func uris(_ platform: RedirectURIRegistration.Platform) -> [String] {
    application.redirectURIs.filter { $0.platform == platform }.map(\.uri)
  }

  private func redirectURIs(_ platform: RedirectURIRegistration.Platform) -> JSONValue { .strings(uris(platform)) }

  private func required(_ access: RequiredAccess) -> JSONValue? {
    guard let api = directory.applications[access.resource] else { return nil }
    let scopes = access.scopes.compactMap { api.permission(named: $0)?.id.guid }
    let roles = access.roles.compactMap { api.role(named: $0)?.id.guid }
    guard !scopes.isEmpty || !roles.isEmpty else { return nil }
    return [
      "resourceAppId": "\(api.id)",
      "resourceAccess": .array(
        scopes.map { ["id": "\($0)", "type": "Scope"] } + roles.map { ["id": "\($0)", "type": "Role"] }),
    ]
  }
}
