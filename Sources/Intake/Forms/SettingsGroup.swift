import Bytes
import JSON
import LooseFormats

/// Makes candidates from the settings of a file: one for each client id, with the settings that stand nearest to it.
struct SettingsGroup {
  let document: Document
  /// The settings, each with the words of its key.
  private let settings: [(setting: Setting, words: KeyWords)]
  /// Whether a key says whose secret it has.
  private let hasNamedSecret: Bool
  /// What stands before the names of client ids.
  private let owners: Set<[String]>
  /// Texts that stand in no setting: scopes are looked for in them too.
  var texts: [Setting] = []

  init(_ settings: [Setting], in document: Document) {
    self.document = document
    self.settings = settings.map { setting in
      let words = KeyWords(setting.key)
      return (Self.withReferences(setting, words), words)
    }
    owners = Set(self.settings.filter { $0.words.fact == .clientId }.map(\.words.prefix))
    hasNamedSecret = self.settings.contains {
      $0.words.fact == .secret && ASCII.lowercased($0.setting.key) != "secret"
    }
  }

  /// References of all kinds in one form. A secret may have such signs in it.
  private static func withReferences(_ setting: Setting, _ words: KeyWords) -> Setting {
    guard words.fact != .secret, Reference.mayStand(in: setting.value) else { return setting }
    var setting = setting
    setting.value = Reference.normalized(setting.value, isVariable: KeyWords.isVariable)
    setting.values = setting.values.map { Reference.normalized($0, isVariable: KeyWords.isVariable) }
    return setting
  }

  struct Row {
    var setting: Setting
    var fact: Fact
    /// The words of the key before those that say what it is for.
    var prefix: [String] = []
    /// The names around the key and the words before its own, in small letters.
    var context: [String]
    /// What these call the app. The name of a type says nothing.
    var name: String {
      SettingsGroup.alias(setting.path.filter { !$0.hasSuffix("(") }.flatMap(SettingsGroup.words) + prefix)
    }
  }

  func read(into found: inout Found) -> Bool {
    let providers = ServiceProviders(settings.map(\.setting), in: document)
    guard !providers.candidates.isEmpty else { return readClients(into: &found) }
    found.candidates += providers.candidates
    var others = SettingsGroup(providers.others, in: document)
    others.texts = texts
    _ = others.readClients(into: &found)
    return true
  }

  private func readClients(into found: inout Found) -> Bool {
    // What a managed identity is made with is not a registration's, whatever it is called elsewhere in the file.
    let identities = Set(
      settings.filter { $0.words.fact == .clientId && isManagedIdentity($0.setting, $0.setting.path) }
        .map(\.setting.value))
    let rows = settings.compactMap(row).filter { $0.fact != .clientId || !identities.contains($0.setting.value) }
    let isWorth = rows.contains {
      [.clientId, .tenant, .authority, .audience].contains($0.fact)
        || ($0.fact == .secret || $0.setting.value.hasPrefix("msal")) && isOwn($0)
    }
    keepAuthority(into: &found)
    guard isWorth || hasScopes else { return false }
    var clients = SettingsClients()
    for row in rows where row.fact == .clientId && clients.isNew(row) {
      var candidate = document.candidate(row.name)
      candidate.words = row.context
      candidate.section = row.setting.path.first ?? ""
      // A variable has two lines where a file has sections.
      let parts = row.setting.key.divided(at: "__")
      candidate.setting = ASCII.lowercased(
        (parts.count > 1 ? parts : row.setting.path + parts).joined(separator: ":"))
      candidate.add(.clientId, row.setting.value, line: row.setting.line, key: row.setting.key)
      if KeyWords(row.setting.key).fact == nil {
        candidate.add(
          .nativeRedirect, "msal\(row.setting.value)://auth", line: row.setting.line, key: row.setting.key,
          isAssumed: true)
      }
      clients.append(row, candidate)
    }
    if clients.isEmpty {
      // An API may say its address alone: `Audience` beside an authority.
      guard let row = rows.first(where: { $0.fact == .audience || $0.fact == .identifierUri }),
        row.setting.value.hasPrefix("api://") || GUID(row.setting.value) != nil,
        rows.contains(where: { $0.fact == .authority || $0.fact == .tenant })
      else {
        let isOverlay = overlay(rows, into: &found)
        let isTenant = tenantAlone(rows, into: &found)
        return keepScopes(into: &found) || isTenant || isOverlay
      }
      clients.append(row, document.candidate(row.name))
    }
    for row in rows where row.fact != .clientId { attach(row, to: &clients) }
    for row in scopeRows(besides: rows) { attach(row, to: &clients) }
    judge(clients.all, into: &found)
    return true
  }

  // MARK: Scopes wherever they stand

  private var hasScopes: Bool {
    document.speaksOfEntra && (settings.contains { !ScopeText.scopes(in: $0.setting.value).isEmpty } || !texts.isEmpty)
      || settings.contains { Self.isAsked($0.setting) }
  }

  /// `->scopes([…])` of Laravel: what the one app of the program asks for.
  private static func isAsked(_ setting: Setting) -> Bool { ["scopes(", "setScopes("].contains(setting.path.last) }

  /// Scopes in keys that say nothing, and in texts without a key.
  private func scopeRows(besides rows: [Row]) -> [Row] {
    var seen: Set<String> = []
    for row in rows where row.fact == .scope { seen.formUnion(row.setting.values.flatMap(ScopeText.scopes)) }
    var output: [Row] = []
    for (setting, words) in settings + texts.map({ ($0, KeyWords("")) }) {
      guard ![.scope, .audience, .identifierUri, .secret].contains(words.fact) else { continue }
      for scope in ScopeText.scopes(in: setting.values.joined(separator: " ")) where seen.insert(scope).inserted {
        var setting = setting
        setting.value = scope
        setting.values = [scope]
        output.append(Row(setting: setting, fact: .scope, context: Self.context(of: setting, words)))
      }
    }
    return output
  }

  /// Without a client id in the file they belong to the app of the project.
  private func keepScopes(into found: inout Found) -> Bool {
    let exposed = settings.compactMap(row).filter {
      $0.fact == .exposedScope || $0.fact == .scope && !ScopeText.scopes(in: $0.setting.value).isEmpty
    }
    let asked = settings.filter { Self.isAsked($0.setting) }.compactMap(row)
    let rows = scopeRows(besides: []) + asked + (document.speaksOfEntra ? exposed : [])
    for row in rows {
      for value in row.setting.values.flatMap(LineSettings.list)
      where !Self.isAsked(row.setting) || GraphPermissions.isName(value) {
        let place = document.place(row.setting.line)
        found.loose.append((document.project, Finding(row.fact, value, at: place, key: row.setting.key)))
      }
    }
    return !rows.isEmpty
  }

  /// An address of the service in a text, or beside no client id: it says the tenant of an app of the project that has none.
  private func keepAuthority(into found: inout Found) {
    let rows = settings.filter { $0.words.fact == .authority }.map(\.setting) + texts
    let row = rows.first { row in
      let text = Reference.resolve(row.value) { _ in nil }
      guard let authority = Authority(text), authority.tenant != nil else { return false }
      return [.entra, .externalId, .b2c].contains(authority.service)
        && ["discovery", "/logout", "nativeclient", "/keys"].allSatisfy { text.firstPlace(of: $0) == nil }
    }
    guard let row else { return }
    found.loose.append((document.project, Finding(.authority, row.value, at: document.place(row.line), key: row.key)))
  }

  private static func context(of setting: Setting, _ words: KeyWords) -> [String] {
    setting.path.flatMap(Self.words) + words.prefix
  }

  private func row(_ setting: Setting, _ words: KeyWords) -> Row? {
    if words.fact == nil, let id = ValueShape.scheme(setting.value) {
      // The scheme of a redirect URI, such as `DataScheme` of Android's activities in .NET.
      return Row(
        setting: Setting(key: setting.key, value: id, scope: setting.scope, line: setting.line), fact: .clientId,
        context: [])
    }
    let rest = setting.value.hasPrefix("msal") ? String(setting.value.dropFirst(4)) : ""
    if words.fact == nil, !rest.isEmpty, rest.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x2F }), Placeholder.fits(rest) {
      // The same scheme, with the client id still to come.
      var setting = setting
      setting.value += "://auth"
      setting.values = [setting.value]
      return Row(setting: setting, fact: .redirectUri, context: ["msal"])
    }
    guard var fact = words.fact, fact != .scope || !Self.spans.hasWord(ASCII.lowercased(setting.value)) else {
      return nil
    }
    var setting = setting
    if fact == .clientId { setting.value = ASCII.trimmed(setting.value) }
    // `AUTH_URL` is where the program answers, or where it sends people.
    if fact == .homePage, let service = Authority(setting.value)?.service, service != .other { fact = .authority }
    // The host alone.
    if fact == .authority, setting.value.hasSuffix(".b2clogin.com") || setting.value.hasSuffix(".ciamlogin.com"),
      setting.value.firstPlace(of: "://") == nil
    {
      setting.value = "https://\(setting.value)/"
    }
    // Where a program sends people, and not where they come back.
    if fact == .redirectUri, setting.value.firstPlace(of: "/oauth2/v2.0/") != nil { return nil }
    // All permissions of an API, and not its name.
    if fact == .identifierUri || fact == .audience, setting.value.hasSuffix("/.default") { fact = .scope }
    let context = Self.context(of: setting, words)
    if fact == .certificate, setting.value.firstPlace(of: "PUBLIC KEY") != nil { return nil }
    if fact == .secret, !isSecret(setting, context) { return nil }
    if fact == .clientId, !Self.canBeId(setting.value) || isManagedIdentity(setting, context) { return nil }
    if fact == .domain, !ValueShape.isDomain(setting.value), !Placeholder.fits(setting.value) { return nil }
    // A program has domains of other things too.
    if fact == .domain, !words.prefix.isEmpty, !EntraSign.isIn(context) { return nil }
    if fact == .tenant, setting.value.utf8.contains(0x20), GUID(setting.value) == nil, !Placeholder.fits(setting.value)
    {
      return nil
    }
    if fact == .domain {
      // The host of a service with tenants of its own says the tenant's domain.
      for host in [".b2clogin.com", ".ciamlogin.com"] where setting.value.hasSuffix(host) {
        setting.value = String(setting.value.dropLast(host.utf8.count)) + ".onmicrosoft.com"
      }
    }
    return Row(setting: setting, fact: fact, prefix: words.prefix, context: context)
  }

  /// What a `scope` of a deployment, or of an object in a program, is.
  private static let spans = "inner outer resourcegroup subscription managementgroup tenant singleton request transient"

  /// A managed identity has a client id and no registration.
  private func isManagedIdentity(_ setting: Setting, _ context: [String]) -> Bool {
    let words = ASCII.lowercased(context.joined(separator: " ") + " " + setting.value)
    return ["managed identity", "managed-identity", "managedidentity"].contains { words.firstPlace(of: $0) != nil }
  }

  /// `SECRET_KEY` alone is what web frameworks sign their sessions with.
  private func isSecret(_ setting: Setting, _ context: [String]) -> Bool {
    // Laravel signs its sessions with `APP_KEY`.
    if setting.value == "true" || setting.value == "false" || setting.key == "APP_KEY" { return false }
    let key = ASCII.lowercased(setting.key)
    // A plain `SECRET` is the client's where no other key is.
    if key == "secret" { return !hasNamedSecret }
    let isVague =
      key.hasSuffix("secret_key") || key.hasSuffix("secretkey") || key.hasSuffix("secret-key")
    if isVague { return EntraSign.isIn(context) }
    // `ADMIN_SECRET` beside `SHOP_CLIENT_ID` is another's; `SHOP_SECRET` is not.
    let own = KeyWords(setting.key)
    let isNamed = KeyWords.all(setting.key).count == own.prefix.count + 1 && key.hasSuffix("secret")
    let plain = ["app", "my", "graph", "oauth", "oidc", "sso", "web", "api"]
    guard isNamed, !own.prefix.allSatisfy(plain.contains), !EntraSign.isIn(context) else { return true }
    return owners.contains(own.prefix)
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
      " react app vite next public nuxt ng azure aad ad entra id microsoft msal my k env auth the ida ms config configuration options authentication client settings azuread azureadoptions identity spring cloud active directory credential credentials credential profile security oauth2 registration values security activedirectory oauth graph environment environments vars variables default public clientapplication application confidentialclientapplication publicclientapplication clientsecretcredential confidential secret certificate list builder create parameters oidc openid sso const login provider providers export body get init class main self expo key test sample the app1 object data services service containers container spec template steps with jobs job resources properties parameters value module exports saml saml2 sp strategy passport onelogin relyingparty development imports declarations "
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
          // The name that `dotnet user-secrets` wants.
          let isNamed = row.fact == .secret && document.json != nil && document.smallName.hasPrefix("appsettings")
          candidate.add(
            row.fact, row.fact == .policy ? Authority.flow(part) : part, line: row.setting.line,
            key: isNamed ? (row.setting.path + [row.setting.key]).joined(separator: ":") : row.setting.key)
        }
      }
    }
  }

  /// Whether the section or the name of a variable names the platform.
  private func isOwn(_ row: Row) -> Bool {
    EntraSign.isIn(row.context) || Convention.named(row.setting.key)?.path != nil
  }

  /// What a file adds to the app of its project without the client id: `appsettings.Development.json` with the secret alone.
  private func overlay(_ rows: [Row], into found: inout Found) -> Bool {
    let wanted: [Fact] = [.secret, .redirectUri, .callbackPath, .certificate, .policy]
    var candidates: [Candidate] = []
    var places: [String: Int] = [:]
    for row in rows where wanted.contains(row.fact) && isOwn(row) || isPlain(row) {
      let index = places[row.name] ?? candidates.count
      if index == candidates.count {
        places[row.name] = index
        candidates.append(document.candidate(row.name))
      }
      candidates[index].isWeak = true
      candidates[index].add(row.fact, row.setting.value, line: row.setting.line, key: row.setting.key)
    }
    found.candidates += candidates
    return !candidates.isEmpty
  }

  /// A file that speaks of Entra may say the address of the answers, or the tenant's own service, without the client id.
  private func isPlain(_ row: Row) -> Bool {
    guard document.speaksOfEntra, EntraSign.arePlain(row.context) else { return false }
    return row.fact == .redirectUri
      || row.fact == .authority && row.setting.value.firstPlace(of: ".b2clogin.com/") != nil
  }

  private func tenantAlone(_ rows: [Row], into found: inout Found) -> Bool {
    let row = rows.first { $0.fact == .tenant && GUID($0.setting.value) != nil }
    guard document.speaksOfEntra, let row else { return false }
    let object: JSONObject = ["id": .string(row.setting.value)]
    found.objects.append(DirectoryObject(kind: .tenant, members: object, place: document.place(row.setting.line)))
    return true
  }

  // MARK: Whose apps they are

  /// How surely a client id of this file is one of Entra's.
  private enum Standing { case own, plain, named, none }

  private func standing(_ row: Row, _ candidate: Candidate) -> Standing {
    if EntraSign.isIn(row.context) || EntraSign.isIn(KeyWords.all(row.setting.key)) { return .own }
    // What all apps of a file have in common says nothing about one with a name of its own.
    let isPlain = EntraSign.arePlain(row.context)
    let near = candidate.findings.filter { finding in
      isPlain || finding.place.line == row.setting.line
        || KeyWords(finding.key).prefix.starts(with: row.prefix)
    }
    if near.contains(where: EntraSign.isIn) { return .own }
    return !document.speaksOfEntra ? .none : isPlain ? .plain : .named
  }

  /// Takes the apps of the file in, or says why they are left alone.
  private func judge(_ clients: [(row: Row, candidate: Candidate)], into found: inout Found) {
    let standings = clients.map { standing($0.row, $0.candidate) }
    let hasOwn = standings.contains { $0 == .own || $0 == .plain }
    for (client, standing) in zip(clients, standings) {
      let place = document.place(client.row.setting.line)
      func leave(_ why: String) { found.remarks.add(.leftAlone, why, at: place) }
      let services = Candidate.services(client.candidate.findings)
      if services.contains(.adfs) {
        leave("an app of AD FS, which mockidp does not imitate")
        continue
      }
      let isEntra =
        services.contains { $0 != .other } || client.candidate.all(.policy).contains { Authority.isFlow($0.value) }
      if services.contains(.other), !isEntra, GUID(client.row.setting.value) == nil, !EntraSign.isIn(client.row.context)
      {
        leave("\(client.row.setting.key): an app of another identity provider")
        continue
      }
      let isId = GUID(client.row.setting.value).map { !Placeholder.isMadeUp($0) } == true
      let isPart = client.row.context.contains {
        ["api", "service", "backend", "server", "spa", "frontend", "daemon"].contains($0)
      }
      var candidate = client.candidate
      // The id of an app that a program works on, and not the program's own.
      let isWorkedOn =
        candidate.findings.count == 1 && document.hasExtension("cs java kt go py ts js")
        && ["applicationid", "appid"].contains { ASCII.lowercased(client.row.setting.key).hasSuffix($0) }
      if isWorkedOn, !EntraSign.isIn(client.row.context) {
        found.near.append((client.row.setting.key, place))
        continue
      }
      switch standing {
      case .own: break
      case .plain:
        candidate.isWeak =
          document.hasExtension("js ts jsx tsx") && !isId && clients.count == 1 && candidate.findings.count == 1
      // A parameter without a value, of a template with parameters for everything, is not Entra's because another is.
      case .named where isId || isPart || !hasOwn && !document.hasExtension("bicep bicepparam"): break
      case .none where EntraSign.arePlain(client.row.context): candidate.isWeak = true
      default:
        found.near.append((client.row.setting.key, place))
        continue
      }
      found.candidates.append(candidate)
    }
  }
}
