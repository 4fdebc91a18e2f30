import Bytes
import LooseFormats

/// What the settings of a file say of a program with Spring Security or Quarkus: whether it is an API, and where it answers.
struct SpringSigns {
  private static let onBehalfOf = "urn:ietf:params:oauth:grant-type:jwt-bearer"

  private let isSpring: Bool
  private let isQuarkus: Bool
  /// The setting that says that the program is an API; nil when none does.
  private let api: Setting?
  /// The name of a registration and its grant, by the line of its client id; of the first one by 0.
  private let registrations: [Int: (name: String, grant: Setting?)]
  /// The client ids that some registration signs people in with.
  private let signingIn: Set<String>

  init(_ settings: [Setting]) {
    isSpring = settings.contains { setting in
      let words = (setting.path + [setting.key]).joined(separator: ".")
      return words.firstPlace(of: "active-directory") != nil || words.firstPlace(of: "activedirectory") != nil
        || words.firstPlace(of: "oauth2.client.registration") != nil
    }
    isQuarkus = settings.contains {
      $0.path.contains("oidc") && $0.path.contains("quarkus") || $0.key.hasPrefix("quarkus.oidc")
    }
    api = isQuarkus ? Self.service(settings) : Self.api(settings)
    let members = Dictionary(grouping: settings) { $0.path }
    var registrations: [Int: (name: String, grant: Setting?)] = [:]
    var signingIn: Set<String> = []
    for setting in settings where setting.key == "client-id" {
      guard let place = setting.path.firstIndex(of: "registration"), place + 1 < setting.path.count else { continue }
      let grant = members[setting.path]?.first { $0.key == "authorization-grant-type" }
      let own = (setting.path[place + 1], grant)
      registrations[setting.line] = own
      registrations[0] = registrations[0] ?? own
      if grant?.value != "client_credentials" { signingIn.insert(setting.value) }
    }
    (self.registrations, self.signingIn) = (registrations, signingIn)
  }

  /// Quarkus checks tokens unless it is told that it signs people in (Quarkus: "OpenID Connect (OIDC) configuration properties").
  private static func service(_ settings: [Setting]) -> Setting? {
    let kind = settings.first { $0.key.hasSuffix("application-type") }
    if let kind { return ASCII.lowercased(kind.value) == "service" ? kind : nil }
    return settings.first { $0.key.hasSuffix("auth-server-url") }
  }

  private static func api(_ settings: [Setting]) -> Setting? {
    let kind = settings.first { $0.key == "application-type" }
    if let kind, kind.value == "resource_server" || kind.value == "resource_server_with_obo" { return kind }
    // A program that checks tokens, and asks for others in a user's name alone, is an API: it shows no sign-in.
    let checks = settings.first { $0.path.contains("resourceserver") }
    let grants = settings.filter { $0.key.hasSuffix("authorization-grant-type") }
    let acts = grants.first { ["on_behalf_of", "on-behalf-of", onBehalfOf].contains($0.value) }
    let signsIn = grants.contains { ["authorization_code", "azure_delegated"].contains($0.value) } || kind != nil
    return signsIn ? nil : checks ?? acts
  }

  /// An address with the registration's name in it. `{baseUrl}/login/oauth2/code/{registrationId}` is a path of the program's own.
  static func filled(_ template: String, _ registration: String) -> String {
    var text = template
    for (word, value) in [("{registrationId}", registration), ("{action}", "login")] {
      if let place = text.firstPlace(of: word) { text.replaceSubrange(place, with: value) }
    }
    guard text.firstPlace(of: "{base") != nil, let end = text.utf8.lastIndex(of: 0x7D) else { return text }
    let path = String(text[text.utf8.index(after: end)...])
    return path.hasPrefix("/") ? path : "/" + path
  }

  /// Adds the kind of an API, or where Spring Security answers, unless the file says another place: `/login/oauth2/code/` and the
  /// registration's name.
  func complete(_ candidate: inout Candidate) {
    guard !candidate.isProvider else { return }
    let id = candidate[.clientId]
    let own = id.flatMap { registrations[$0.place.line] } ?? registrations[0]
    let name = own?.name ?? ""
    if let grant = own?.grant, grant.value == "client_credentials", let id, !signingIn.contains(id.value),
      api == nil || registrations.count > 2
    {
      candidate.findings.removeAll { $0.fact == .redirectUri }
      candidate.add(.kind, ClientKind.daemon.rawValue, line: grant.line, key: grant.key)
      return
    }
    if let api {
      candidate.add(.kind, ClientKind.api.rawValue, line: api.line, key: api.key)
      return
    }
    for index in candidate.findings.indices where candidate.findings[index].fact == .redirectUri {
      let path = Self.filled(candidate.findings[index].value, name)
      guard path.hasPrefix("/"), path != candidate.findings[index].value else { continue }
      candidate.findings[index].fact = .callbackPath
      candidate.findings[index].value = path
    }
    if isQuarkus, candidate[.callbackPath] == nil, candidate[.redirectUri] == nil {
      let line = candidate.findings[0].place.line
      candidate.add(.callbackPath, "/", line: line, key: "Quarkus' redirect URI", isAssumed: true)
      return
    }
    // Beside registrations a section of the program's own is none, unless it is that of Azure's starter.
    let isOther = id.map { !registrations.isEmpty && registrations[$0.place.line] == nil } == true
    if isOther, Set(candidate.words).isDisjoint(with: ["directory", "activedirectory"]) { return }
    guard isSpring, candidate[.redirectUri] == nil, candidate[.callbackPath] == nil, candidate[.secret] != nil else {
      return
    }
    candidate.add(
      .callbackPath, "/login/oauth2/code/\(name)", line: candidate.findings[0].place.line, key: "Spring's redirect URI",
      isAssumed: true)
  }
}
