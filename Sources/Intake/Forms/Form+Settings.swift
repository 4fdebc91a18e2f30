import Bytes
import LooseFormats

extension Form {
  /// `auth_config*.json` of MSAL for Android.
  static let androidConfiguration = Form(name: "MSAL Android configuration") { document, found in
    guard let root = document.json, let id = root["client_id"],
      root["authorities"] != nil || root["redirect_uri"] != nil
    else { return false }
    let authority = root["authorities"]?.items.first { $0["default"]?.bool == true } ?? root["authorities"]?.items.first
    var candidate = document.candidate()
    candidate.add(.clientId, id.text, line: id.line, key: "client_id")
    candidate.add(.kind, ClientKind.native.rawValue, line: id.line, key: "client_id")
    if let uri = root["redirect_uri"] { candidate.add(.nativeRedirect, uri.text, line: uri.line, key: "redirect_uri") }
    if let authority {
      candidate.add(.authority, authority["authority_url"]?.text, line: authority.line, key: "authority_url")
      let audience = authority["audience"]
      if let tenant = audience?["tenant_id"] {
        candidate.add(.tenant, tenant.text, line: tenant.line, key: "tenant_id")
      }
      let words = [
        "AzureADMultipleOrgs": "organizations", "AzureADandPersonalMicrosoftAccount": "common",
        "PersonalMicrosoftAccount": "consumers",
      ]
      candidate.add(.tenant, audience?["type"]?.text.flatMap { words[$0] }, line: authority.line, key: "audience")
    }
    // Of Azure AD B2C each user flow is an authority.
    for other in root["authorities"]?.items ?? [] where other["type"]?.text == "B2C" {
      candidate.words = ["b2c"]
      guard let url = other["authority_url"], url.text != authority?["authority_url"]?.text else { continue }
      candidate.add(.authority, url.text, line: other.line, key: "authority_url")
    }
    found.candidates.append(candidate)
    return true
  }

  /// `appsettings*.json`, `local.settings.json` and any other JSON file with settings.
  static let applicationSettings = Form(name: "JSON settings") { document, found in
    guard let root = document.json else { return false }
    let isSettings = document.smallName.hasPrefix("appsettings") || document.smallName.hasPrefix("local.settings")
    guard isSettings || !document.smallName.hasPrefix("package") else { return false }
    let settings = inSections(root.settings)
    for setting in settings where setting.key == "Url" && setting.path.first == "Kestrel" {
      found.answers(setting.value, in: document.project, at: document.place(setting.line), key: "Kestrel")
    }
    // Parameters of a template for resources are variables of it.
    let isKept = document.smallName.hasPrefix("local.settings") || document.smallName.hasSuffix(".parameters.json")
    if isKept { keep(settings, of: document, in: &found) }
    let group = SettingsGroup(settings, in: document)
    return group.read(into: &found)
  }

  /// `AzureAd__ClientId` and `AzureAd:ClientId` are a section and a key.
  private static func inSections(_ settings: [Setting], at marks: [String] = [":", "__"]) -> [Setting] {
    settings.map { setting in
      guard let parts = marks.lazy.map({ setting.key.divided(at: $0) }).first(where: { $0.count > 1 }) else {
        return setting
      }
      var setting = setting
      setting.path += parts.dropLast()
      setting.key = parts[parts.count - 1]
      return setting
    }
  }

  /// Spring's `application*.yml`, with profiles in documents and files; other YAML files with settings.
  static let springSettings = Form(name: "YAML settings") { document, found in
    guard document.hasExtension("yml yaml") else { return false }
    var isRead = false
    for root in LooseYAML.parse(document.text) {
      // A scenario says what this program knows already.
      if root["scenario"]?.text != nil { return true }
      let count = found.candidates.count
      let settings = root.settings
      // A program of Docker Compose reads them as variables.
      keep(settings.filter { $0.path.last == "environment" }, of: document, in: &found)
      guard spring(inSections(settings), in: document, into: &found) else { continue }
      isRead = true
      followNames(of: &found, from: count)
      if isWorkflow(document, root) { found.nameWorkflows(of: document, from: count) }
    }
    return isRead
  }

  /// A pipeline, by its name or by what stands at its top.
  private static func isWorkflow(_ document: Document, _ root: Node) -> Bool {
    let name = document.smallName
    let isNamed =
      document.path.firstPlace(of: ".github/workflows/") != nil || document.path.hasPrefix(".gitlab/")
      || name.hasPrefix("azure-pipelines") || name.hasPrefix(".gitlab-ci")
    return isNamed || ["steps", "jobs", "stages", "trigger"].contains { root[$0] != nil }
  }

  /// Settings with Spring's names in them, and others.
  private static func spring(_ written: [Setting], in document: Document, into found: inout Found) -> Bool {
    // Quarkus writes its profiles before the keys, `%dev.quarkus.oidc.client-id`.
    let own = written.filter { !["%test", "%prod"].contains($0.path.first) }.map { setting in
      var setting = setting
      if setting.path.first?.hasPrefix("%") == true { setting.path.removeFirst() }
      return setting
    }
    let settings = resolved(own, in: document)
    let port = settings.first {
      $0.key == "port" && ($0.path.last == "server" || $0.path.suffix(2) == ["quarkus", "http"])
        || $0.key == "server.port"
    }
    if document.smallName.hasPrefix("application") {
      let number = port.flatMap { port in Int(Reference.resolve(port.value) { _ in nil }) } ?? 8080
      let isSecure = settings.contains {
        ($0.path + [$0.key]).joined(separator: ".").firstPlace(of: "server.ssl.key") != nil
      }
      found.answers(
        "\(isSecure ? "https" : "http")://localhost:\(number)", in: document.project,
        at: document.place(port?.line ?? 1), key: "server.port", isAssumed: port == nil)
    }
    // Identifiers of message queues and databases have `client-id` too.
    let wanted = settings.filter { setting in
      let words = (setting.path + [setting.key]).joined(separator: ".")
      return ["servicebus", "eventhubs", "cosmos", "storage", "jms", "keyvault", "redis", "kafka"].allSatisfy {
        words.firstPlace(of: $0) == nil
      }
    }
    let group = SettingsGroup(wanted, in: document)
    let count = found.candidates.count
    guard group.read(into: &found) else { return false }
    let signs = SpringSigns(settings)
    for index in count..<found.candidates.count { signs.complete(&found.candidates[index]) }
    return true
  }

  /// `.env` and its kin.
  static let environmentFile = Form(name: ".env file") { document, found in
    let name = document.smallName
    guard
      name.hasPrefix(".env") || name.hasSuffix(".env") || name.hasPrefix("env.") || name.firstPlace(of: ".env.") != nil
    else { return false }
    var settings = LineSettings.parse(document.text, colonSeparates: false)
    if document.isExample { settings += commented(in: document, besides: settings) }
    keep(settings, of: document, in: &found)
    let count = found.candidates.count
    guard SettingsGroup(settings, in: document).read(into: &found) else { return false }
    followNames(of: &found, from: count)
    return true
  }

  /// Variables of an example that are switched off, `# AUTH_AZURE_AD_CLIENT_ID=`, as far as their own names are signs of Entra.
  private static func commented(in document: Document, besides settings: [Setting]) -> [Setting] {
    let known = Set(settings.map(\.key))
    return document.text.lines.enumerated().flatMap { index, line -> [Setting] in
      let text = ASCII.trimmed(line)
      guard text.hasPrefix("#"), let part = SourceText(Array(text.drop { $0 == "#" || $0 == " " }.utf8)) else {
        return []
      }
      return LineSettings.parse(part, colonSeparates: false).compactMap { setting in
        guard EntraSign.isIn(KeyWords(setting.key).prefix), !known.contains(setting.key),
          setting.key.utf8.allSatisfy({ ASCII.isUppercase($0) || ASCII.isDigit($0) || $0 == 0x5F })
        else { return nil }
        var setting = setting
        setting.line = index + 1
        return setting
      }
    }
  }

  private static func followNames(of found: inout Found, from first: Int) {
    for index in first..<found.candidates.count {
      follow(Convention.named(found.candidates[index].findings[0].key), &found.candidates[index])
    }
  }

  /// What the names of variables say of the program that reads them.
  private static func follow(_ convention: Convention?, _ candidate: inout Candidate) {
    let line = candidate.findings[0].place.line
    if convention?.kind == .spa {
      candidate.add(.kind, ClientKind.spa.rawValue, line: line, key: convention?.name ?? "", isAssumed: true)
    }
    guard let path = convention?.path, candidate[.redirectUri] == nil else { return }
    candidate.add(.callbackPath, path, line: line, key: convention?.name ?? "", isAssumed: true)
    for base in convention?.bases ?? [] {
      candidate.add(.homePage, base, line: line, key: convention?.name ?? "", isAssumed: true)
    }
  }

  /// The settings with the values of others of the file in the place of their names.
  private static func resolved(_ settings: [Setting], in document: Document) -> [Setting] {
    guard settings.contains(where: { $0.value.firstPlace(of: "${") != nil }) else { return settings }
    var values = Values()
    values.add(settings, of: document.path, withPaths: true)
    return settings.map { setting in
      func value(_ text: String) -> String {
        values.resolved(text, in: document.path, keepingDefaults: true, except: document.place(setting.line)).text
      }
      var setting = setting
      setting.value = value(setting.value)
      setting.values = setting.values.map(value)
      return setting
    }
  }

  /// Keeps the values for references in other files.
  static func keep(_ settings: [Setting], of document: Document, in found: inout Found) {
    for setting in settings {
      let value = Reference.normalized(setting.value, isVariable: KeyWords.isVariable)
      found.variables.add(
        setting.key, Node(kind: .text(value), line: setting.line), in: document.folder,
        at: document.place(setting.line), isExample: document.isExample)
    }
  }

  /// `.properties`, `.cfg`, `.ini` and `.conf`.
  static let propertiesFile = Form(name: "properties file") { document, found in
    guard document.hasExtension("properties cfg ini conf toml") else { return false }
    let settings = LineSettings.parse(document.text, colonSeparates: document.hasExtension("properties"))
    return spring(inSections(settings, at: ["."]), in: document, into: &found)
  }
}
