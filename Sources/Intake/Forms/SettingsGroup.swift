import Bytes
import JSON

/// Makes candidates from the settings of a file: one for each client id, with the settings that stand nearest to it.
struct SettingsGroup {
  let document: Document
  private let settings: [Setting]
  /// Whether a key says whose secret it has.
  private let hasNamedSecret: Bool
  /// Whether the keys alone tell that they are about Microsoft's identity platform.
  var isCertain = false

  init(_ settings: [Setting], in document: Document) {
    self.document = document
    self.settings = settings
    hasNamedSecret = settings.contains { KeyWords($0.key).fact == .secret && ASCII.lowercased($0.key) != "secret" }
  }

  struct Row {
    var setting: Setting
    var fact: Fact
    /// The names around the key and the words before its own, in small letters.
    var context: [String]
  }

  private static let providers =
    " google github facebook auth0 okta cognito slack discord twitter linkedin gitlab keycloak stripe apple spotify paypal dropbox salesforce zoom twitch reddit amazon bitbucket firebase "
  private static let microsoft =
    " azure aad ad azuread entra microsoft msal ida ms msgraph activedirectory azureadb2c graph "

  static func isForeign(_ words: [String]) -> Bool { words.contains { providers.firstPlace(of: " \($0) ") != nil } }

  func read(into found: inout Found) -> Bool {
    var rows: [Row] = []
    for setting in settings {
      guard let row = row(setting) else { continue }
      rows.append(row)
    }
    guard rows.contains(where: { [.clientId, .tenant, .authority, .audience].contains($0.fact) }) else { return false }
    var clients = SettingsClients()
    for row in rows where row.fact == .clientId && clients.isNew(row) {
      var candidate = document.candidate(Self.alias(row.context))
      candidate.add(.clientId, row.setting.value, line: row.setting.line, key: row.setting.key)
      clients.append(row, candidate)
    }
    if clients.isEmpty {
      // An API may say its address alone: `Audience` beside an authority.
      guard let row = rows.first(where: { $0.fact == .audience || $0.fact == .identifierUri }),
        row.setting.value.hasPrefix("api://") || GUID(row.setting.value) != nil,
        rows.contains(where: { $0.fact == .authority || $0.fact == .tenant })
      else { return tenantAlone(rows, into: &found) }
      clients.append(row, document.candidate(Self.alias(row.context)))
    }
    for row in rows where row.fact != .clientId { attach(row, to: &clients) }
    for client in clients.all { judge(client.row, client.candidate, into: &found) }
    return true
  }

  private func row(_ setting: Setting) -> Row? {
    let words = KeyWords(setting.key)
    var context: [String] = []
    for name in setting.path { context += Self.words(name) }
    context += words.prefix
    guard let fact = words.fact, !Self.isForeign(context) else { return nil }
    if fact == .secret, !isSecret(setting, context) { return nil }
    if fact == .clientId, !Self.canBeId(setting.value) || isManagedIdentity(setting, context) { return nil }
    if fact == .domain, !ValueShape.isDomain(setting.value), !Placeholder.fits(setting.value) { return nil }
    if fact == .tenant, setting.value.utf8.contains(0x20), GUID(setting.value) == nil, !Placeholder.fits(setting.value)
    {
      return nil
    }
    return Row(setting: setting, fact: fact, context: context)
  }

  /// A managed identity has a client id and no registration.
  private func isManagedIdentity(_ setting: Setting, _ context: [String]) -> Bool {
    let words = ASCII.lowercased(context.joined(separator: " ") + " " + setting.value)
    return words.firstPlace(of: "managed identity") != nil || words.firstPlace(of: "managed-identity") != nil
      || words.firstPlace(of: "managedidentity") != nil
  }

  /// `SECRET_KEY` alone is what web frameworks sign their sessions with.
  private func isSecret(_ setting: Setting, _ context: [String]) -> Bool {
    if setting.value == "true" || setting.value == "false" { return false }
    let key = ASCII.lowercased(setting.key)
    // A plain `SECRET` is the client's where no other key is.
    if key == "secret" { return !hasNamedSecret }
    let isVague =
      key.hasSuffix("secret_key") || key.hasSuffix("secretkey") || key.hasSuffix("secret-key")
    return !isVague || context.contains { Self.microsoft.firstPlace(of: " \($0) ") != nil }
  }

  static func words(_ name: String) -> [String] {
    let words = KeyWords(name)
    // The words of a section's name are wanted whole, whatever its last ones mean.
    return words.fact == nil ? words.prefix : words.prefix + [ASCII.lowercased(name)]
  }

  /// A client id is a GUID, a placeholder, or a reference to where it stands.
  static func canBeId(_ value: String) -> Bool {
    if GUID(value) != nil { return true }
    if value.utf8.count > 400 { return false }
    if value.firstPlace(of: "${") != nil { return Reference.parts(of: value) != nil }
    if value.utf8.count(where: { $0 == 0x20 }) > 2 {
      // A sentence that describes the key asks for nothing.
      let small = ASCII.lowercased(value)
      return ["enter", "your", "here", "insert", "replace", "put ", "copy", "e.g", "<"].contains {
        small.firstPlace(of: $0) != nil
      }
    }
    return Placeholder.fits(value)
  }

  /// A name for the app from the words around its key. Empty when they say nothing.
  static func alias(_ context: [String]) -> String {
    let noise =
      " react app vite next public nuxt ng azure aad ad entra id microsoft msal my k env auth the ida ms config configuration options authentication client settings azuread azureadoptions identity spring cloud active directory credential credentials credential profile security oauth2 registration values security activedirectory oauth graph environment environments vars variables default public clientapplication application confidentialclientapplication publicclientapplication clientsecretcredential confidential secret certificate list builder create parameters oidc openid sso const login provider providers export body get init class main self expo key test sample the app1 object data services service containers container spec template steps with jobs job "
    return context.filter { noise.firstPlace(of: " \($0) ") == nil && $0.utf8.count > 1 }.suffix(2).joined(
      separator: "-")
  }

  private func attach(_ row: Row, to clients: inout SettingsClients) {
    let isShared = [.tenant, .authority, .instance, .domain, .homePage, .policy].contains(row.fact)
    let isList = row.fact == .scope || row.fact == .exposedScope || row.fact == .audience || row.fact == .redirectUri
    clients.attach(row, isShared: isShared) { candidate in
      for value in isList ? row.setting.values : [row.setting.value] {
        // A sentence that asks for a value has commas of its own.
        for part in isList && !Placeholder.isSentence(value) ? LineSettings.list(value) : [value] {
          candidate.add(row.fact, part, line: row.setting.line, key: row.setting.key)
        }
      }
    }
  }

  private func tenantAlone(_ rows: [Row], into found: inout Found) -> Bool {
    guard isCertain else { return false }
    for row in rows where row.fact == .tenant && GUID(row.setting.value) != nil {
      let object: JSONObject = ["id": .string(row.setting.value)]
      found.objects.append(DirectoryObject(kind: .tenant, members: object, place: document.place(row.setting.line)))
      return true
    }
    return false
  }

  /// Takes the candidate in, or says why it is left alone.
  private func judge(_ row: Row, _ candidate: Candidate, into found: inout Found) {
    let place = document.place(row.setting.line)
    let services = candidate.findings.compactMap { finding in
      finding.fact == .authority || finding.fact == .instance
        ? Authority(Reference.resolve(finding.value) { _ in nil })?.service : nil
    }
    if services.contains(.adfs) {
      found.remarks.append(
        Remark(kind: .leftAlone, text: "an app of AD FS, which mockidp does not imitate", place: place))
      return
    }
    let isB2C = services.contains(.b2c) || candidate.all(.policy).contains { Authority.isFlow($0.value) }
    if services.contains(.other), !services.contains(.entra), !services.contains(.externalId), !isB2C,
      GUID(row.setting.value) == nil
    {
      found.remarks.append(Remark(kind: .leftAlone, text: "an app of another identity provider", place: place))
      return
    }
    var candidate = candidate
    let isMicrosoft =
      isCertain || isB2C || row.context.contains { Self.microsoft.firstPlace(of: " \($0) ") != nil }
      || services.contains(.entra) || services.contains(.externalId) || candidate[.tenant] != nil
      || GUID(row.setting.value).map { !Placeholder.isMadeUp($0) } == true
    candidate.isWeak = !isMicrosoft
    found.candidates.append(candidate)
  }
}
