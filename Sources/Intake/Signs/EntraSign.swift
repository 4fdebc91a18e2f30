import Bytes
import LooseFormats

/// What tells of Microsoft's identity platform. An app exists only where one of these stands in its section or its file, whatever the
/// keys are called.
enum EntraSign {
  /// Words of keys, sections and calls.
  private static let words = Set(
    "azure aad azuread azuread entra entraid microsoft ms msal office365 o365 m365 sharepoint onedrive outlook powerbi dataverse ida msgraph activedirectory azureadb2c b2c adb2c azureb2c ciam ad msft msa arm"
      .blankParts)

  /// Whether the words around a key, or the words of the key, name the platform.
  static func isIn(_ context: [String]) -> Bool { context.contains(where: words.contains) }

  /// Texts of files, in small letters. Each is long enough to stand nowhere by chance.
  private static let texts = Needles(list)
  private static let list = """
    login.microsoftonline. login.windows.net sts.windows.net b2clogin.com ciamlogin.com login.partner.microsoftonline.cn \
    graph.microsoft. microsoft.identity microsoftidentity microsoft.graph microsoft_graph msgraph mggraph msal azure-identity azure.identity azidentity \
    azure/identity azuread azure_ad azure-ad azure.ad aad_ aadclient entra_ entraid entra-id entra.id active-directory activedirectory \
    passport-azure-ad microsoftaccount azure_client_id azure_tenant_id microsoft-entra microsoft_entra microsoftentra clientsecretcredential \
    devicecodecredential api:// interactivebrowsercredential /.default oauth2/v2.0
    """.blankParts

  /// Whether a file speaks of the platform anywhere. The bytes are in small letters.
  static func isIn(small bytes: [UInt8]) -> Bool { texts.stand(in: bytes) }

  private static let ids = Needles(["clientid", "client_id", "client-id", "tenantid", "tenant_id", "tenant-id"])

  static func mayHaveId(small bytes: [UInt8]) -> Bool {
    let places = ids.places(in: bytes)
    return (0...2).contains { places[$0] != nil } && (3...5).contains { places[$0] != nil }
  }

  /// Words that say a program's part and not a product's name: a key with these alone is about the file's only platform.
  private static let parts = Set(
    "app apps application applications web webapp website api apis spa client clients frontend backend front back end server service services daemon worker ui my the vite react next public nuxt ng expo env auth authentication authorization oauth oauth2 oidc openid sso login signin identity idp provider providers config configuration settings options credentials credential security values vars variables environment local dev development prod production staging test default main key keys secret secrets tenant registration swagger openapi docs console cli function functions func graph jwt bearer token resource export object data parameters params module exports request msalconfig authconfig appsettings demo sample example user users admin portal mobile native desktop downstream downstreamapi todolist call base const property get self this spring cloud profile add open id connect use new init with container containers spec template build args with steps jobs job run on inputs"
      .blankParts)

  /// Whether no word names anything of its own.
  static func arePlain(_ context: [String]) -> Bool {
    context.allSatisfy {
      $0.utf8.count < 2 || parts.contains($0) || words.contains($0) || $0.utf8.allSatisfy { ASCII.isDigit($0) }
    }
  }

  /// Whether a value tells of the platform by itself.
  static func isIn(_ finding: Finding) -> Bool {
    switch finding.fact {
    case .authority, .instance:
      guard let service = Authority(finding.value)?.service else { return false }
      return service == .entra || service == .externalId || service == .b2c
    case .tenant:
      let value = Reference.resolve(finding.value) { _ in nil }
      return GUID(value).map { !Placeholder.isMadeUp($0) } ?? value.hasSuffix(".onmicrosoft.com")
    case .domain: return finding.value.hasSuffix(".onmicrosoft.com")
    case .scope, .audience, .identifierUri:
      return finding.value.hasPrefix("api://") || finding.value.hasPrefix("https://graph.microsoft.")
    case .redirectUri, .nativeRedirect: return finding.value.hasPrefix("msauth") || finding.value.hasPrefix("msal")
    case .policy: return Authority.isFlow(finding.value)
    default: return false
    }
  }
}
