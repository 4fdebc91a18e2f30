import Bytes
import Directory
import HTTPWire
import JSON
import Worlds

/// Address and secrets of a job (Microsoft: "synchronizationSecretKeyStringValuePair resource type").
enum SynchronizationSecretCalls {
  /// Every key that there is, as the SDKs' enumeration has them.
  private static let keys = """
    AppKey ApplicationTemplateIdentifier AuthenticationType BaseAddress ClientIdentifier ClientSecret CompanyId ConnectionString \
    ConsumerKey ConsumerSecret Domain EnforceDomain HardDeletesEnabled InstanceName None Oauth2AccessToken \
    Oauth2AccessTokenCreationTime Oauth2AuthorizationCode Oauth2AuthorizationUri Oauth2ClientId Oauth2ClientSecret \
    Oauth2RedirectUri Oauth2RefreshToken Oauth2TokenExchangeUri Password PerformInboundEntitlementGrants Sandbox SandboxName \
    SecretToken Server SingleSignOnType SkipOutOfScopeDeletions SyncAgentADContainer SyncAgentCompatibilityKey SyncAll \
    SyncNotificationSettings SynchronizationSchedule SystemOfRecord TestReferences TokenExpiration TokenKey UpdateKeyOnSoftDelete \
    Url UserName ValidateDomain
    """.split(separator: " ").map(String.init)

  /// What the name of a key holds whose value is never told.
  private static let hidden = ["Secret", "Password", "Token", "Key", "Code"]

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let view = try ApplicationCalls.principalView(resource)
    exchange.because("→ 200 the secrets of the job, those that give access as '*'")
    let secrets = view.application.provisioning?.secrets ?? []
    return resource.list(
      secrets.map { secret in
        let isHidden = hidden.contains { secret.key.firstPlace(of: $0) != nil }
        return ["key": .string(secret.key), "value": .string(isHidden ? "*" : secret.value)]
      }, context: SynchronizationCalls.context(view, "secrets"), exchange)
  }

  static func replace(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let view = try SynchronizationCalls.changed(resource)
    let known = view.application.provisioning
    var settings = known ?? ProvisioningSettings()
    if known == nil { settings.isStopped = true }
    for secret in try resource.body["value"]?.array ?? [] { try set(secret, of: &settings, keeping: known) }
    let changed = settings
    if known != nil || !changed.secrets.isEmpty {
      try SynchronizationCalls.edit(view.application, resource) { $0.provisioning = changed }
    }
    exchange.because("→ 204 the secrets are kept")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// Sets one entry; an empty value takes it away, and `*` is the value that is there.
  static func set(
    _ secret: JSONValue, of settings: inout ProvisioningSettings, keeping known: ProvisioningSettings?
  ) throws(GraphError) {
    let key = secret["key"]?.string ?? ""
    guard keys.contains(key) else {
      throw GraphError(
        400, .badRequest, "Requested value '\(key)' was not found.", because: "'\(key)' is not a key of secrets")
    }
    let value = secret["value"]?.string ?? ""
    settings[key] = value == "*" ? known?[key] : value
  }
}
