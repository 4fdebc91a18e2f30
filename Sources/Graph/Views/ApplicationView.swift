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
    "id", "deletedDateTime", "appId", "applicationTemplateId", "disabledByMicrosoftStatus", "createdDateTime",
    "displayName", "description", "groupMembershipClaims", "identifierUris", "isDeviceOnlyAuthSupported",
    "isFallbackPublicClient", "nativeAuthenticationApisEnabled", "notes", "publisherDomain",
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
    "authenticationBehaviors", "createdByAppId", "isDisabled", "logo", "managerApplications",
    "oauth2RequirePostResponse",
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
    case "displayName": return .string(application.displayName)
    case "groupMembershipClaims":
      return application.properties["groupMembershipClaims"] ?? .text(application.groupMembershipClaims?.rawValue)
    case "identifierUris": return .strings(application.identifierURIs)
    case "isFallbackPublicClient": return application.allowsPublicClientFlows ? true : sent("isFallbackPublicClient")
    case "publisherDomain": return .string(tenant.initialDomain)
    case "signInAudience": return .string(application.audience.rawValue)
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
    default: return plain(property)
    }
  }

  /// A plain property. Without one it is what a new registration has.
  private func plain(_ name: String) -> JSONValue {
    guard let row = PlainProperty.ofApplication(name) else { return nil }
    if let value = application.properties[name] { return row.whole(value) }
    switch name {
    case "addIns": return []
    case "info": return Self.info
    case "oauth2RequirePostResponse": return false
    case "parentalControlSettings": return ["countriesBlockedForMinors": [], "legalAgeGroupRule": "Allow"]
    default: return row.isCollection ? [] : nil
    }
  }

  /// What a client sent in the place of null: false, or 1 for a version. It means the same, and clients compare it.
  private func sent(_ name: String) -> JSONValue { application.properties[name] ?? nil }

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
    [
      "acceptMappedClaims": application.acceptsMappedClaims == true ? true : sent("acceptMappedClaims"),
      "knownClientApplications": .strings((application.knownClients ?? []).map { "\($0)" }),
      "requestedAccessTokenVersion": application.accessTokenVersion == 2 ? 2 : sent("requestedAccessTokenVersion"),
      "oauth2PermissionScopes": .array(application.permissions.map(\.shown)),
      "preAuthorizedApplications": .array(
        application.preauthorizedClients.map { client in
          let ids = client.scopes.compactMap { value in application.permissions.first { $0.value == value }?.id }
          return ["appId": "\(client.client)", "delegatedPermissionIds": .strings(ids.map { "\($0)" })]
        }),
    ]
  }

  private var web: JSONValue {
    [
      "homePageUrl": .text(application.homePage), "logoutUrl": .text(application.logoutURL),
      "redirectUris": redirectURIs(.web),
      "implicitGrantSettings": [
        "enableAccessTokenIssuance": .bool(application.issuesAccessTokensFromAuthorize),
        "enableIdTokenIssuance": .bool(application.issuesIDTokensFromAuthorize),
      ],
      "redirectUriSettings": .array(uris(.web).map { ["uri": .string($0), "index": nil] }),
    ]
  }

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
