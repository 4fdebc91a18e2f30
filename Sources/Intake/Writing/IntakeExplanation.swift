import Bytes
import LooseFormats

/// Each sign that the files have, in one line with its place and what became of it.
package struct IntakeExplanation: Sendable {
  /// What makes two findings one sign, and how it reads. Both are empty for a place that has no sign.
  private typealias Sign = (id: String, text: String)

  private let draft: Draft
  private let file: String?
  private var rows: [(place: Place, sign: String, outcomes: [String])] = []
  /// The numbers of the rows by their signs.
  private var numbers: [Place: [String: Int]] = [:]

  /// `file`: the only one that counts, as the report names it; nil for all.
  package init(_ draft: Draft, of file: String? = nil) {
    self.draft = draft
    self.file = file
    var aliases: [Hints.Key: [String]] = [:]
    for app in draft.apps {
      explain(app)
      for key in Set(app.candidates.flatMap { [Hints.Key.project($0.project), .file($0.file)] }) {
        aliases[key, default: []].append(app.alias)
      }
    }
    let reasons = Set(draft.apps.compactMap(\.kindPlace))
    for hint in draft.hints {
      let near = Set([Hints.Key.project(hint.project), .file(hint.place.file)].flatMap { aliases[$0] ?? [] }).sorted()
      let outcome = near.isEmpty ? "no app is in its folder" : "seen beside \(near.joined(separator: ", "))"
      let name = hint.convention.name
      add(hint.place, (name, name), reasons.contains(hint.place) ? nil : outcome)
    }
    for app in draft.apps {
      if let place = app.kindPlace { add(place, "\(app.alias) is \(Self.kind(app.kind)) because of this") }
    }
    for remark in draft.remarks {
      guard let place = remark.place else { continue }
      let what =
        switch remark.kind {
        case .near: "looked like an app, and is none"
        case .leftAlone: "left alone"
        case .contradiction, .swapped: "contradicts"
        case .assumption: "assumed"
        case .missing: "to do"
        }
      add(place, "\(what): \(remark.text)")
    }
    for path in draft.unread {
      add(Place(file: path, line: 1), "speaks of Microsoft Entra, and nothing was taken from it")
    }
  }

  /// In the order of the files and their lines.
  package var lines: [String] {
    let sorted = rows.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
    return sorted.map { _, row in
      let parts = [row.sign, row.outcomes.joined(separator: "; ")].filter { !$0.isEmpty }
      return Printable.line("\(row.place): \(parts.joined(separator: ": "))")
    }
  }

  /// Adds what became of a sign. Several keys, or several apps, may say it of one.
  private mutating func add(_ place: Place, _ sign: Sign, _ outcome: String?) {
    guard file == nil || file == place.file else { return }
    let number = numbers[place]?[sign.id] ?? rows.count
    if number == rows.count {
      numbers[place, default: [:]][sign.id] = number
      rows.append((place, sign.text, []))
    }
    if let outcome, !rows[number].outcomes.contains(outcome) { rows[number].outcomes.append(outcome) }
  }

  /// What a place led to is said of the sign there, unless there are several.
  private mutating func add(_ place: Place, _ outcome: String) {
    let there = numbers[place] ?? [:]
    add(place, (there.count == 1 ? there.first?.key ?? "" : "", ""), outcome)
  }

  private static func word(_ fact: Fact) -> String {
    switch fact {
    case .clientId: "client id"
    case .objectId: "object id"
    case .tenant, .domain, .authority, .instance: "tenant"
    case .redirectUri, .webRedirect, .spaRedirect, .nativeRedirect: "redirect URI"
    case .callbackPath: "path of the redirect URI"
    case .logoutUrl: "address after signing out"
    case .homePage: "address of the program"
    case .signInAudience: "who may sign in"
    case .scope: "permission"
    case .applicationPermission: "application permission"
    case .identifierUri, .audience: "App ID URI"
    case .signingCertificate: "certificate of the identity provider"
    case .exposedScope: "scope of the API"
    case .policy: "user flow"
    case .member: "member"
    case .kind: "kind"
    case .name, .secret, .certificate: "\(fact)"
    }
  }

  /// What stands there. A secret is not shown.
  private static func sign(_ finding: Finding) -> Sign {
    let word = word(finding.fact)
    let key = finding.key.isEmpty || finding.key == finding.value ? "" : " (\(finding.key))"
    let id = word + (finding.value.isEmpty || finding.fact == .member ? key : " \(finding.value)")
    if [.secret, .certificate, .signingCertificate, .member].contains(finding.fact) { return (id, word + key) }
    let value = finding.value.utf8.count > 80 ? finding.value.prefix(77) + "…" : finding.value[...]
    return (id, finding.value.isEmpty ? "\(word) without a value\(key)" : "\(word) \(value)\(key)")
  }

  private mutating func explain(_ app: DraftApp) {
    var told: Set<Place> = []
    // An address is one sign, whatever it tells.
    var addresses: [String: Sign] = [:]
    for finding in app.candidates.flatMap(\.findings) where !finding.isAssumed {
      told.insert(finding.place)
      let address = "\(finding.place) \(finding.key)"
      let isAddress = finding.fact == .authority || finding.fact == .instance
      if isAddress { addresses[address] = Self.sign(finding) }
      let isPart = [.tenant, .domain, .policy].contains(finding.fact)
      let sign = (isPart ? addresses[address] : nil) ?? Self.sign(finding)
      add(finding.place, sign, isAddress && Authority(finding.value)?.tenant != nil ? nil : outcome(of: finding, app))
    }
    if app.candidates.isEmpty, let place = app.idFinding?.place ?? app.kindPlace {
      add(place, "the app \(app.alias) is made up because of this")
    }
    // What follows from a framework, or from another app.
    for finding in app.findings where finding.fact != .kind && (finding.isAssumed || !told.contains(finding.place)) {
      add(finding.place, "\(Self.sign(finding).id) is \(finding.isAssumed ? "assumed" : "taken") for \(app.alias)")
    }
  }

  private static func kind(_ kind: ClientKind) -> String {
    switch kind {
    case .web: "a web app"
    case .spa: "a single-page app"
    case .native: "a native app"
    case .daemon: "a daemon"
    case .api: "an API"
    }
  }

  private func outcome(of finding: Finding, _ app: DraftApp) -> String {
    let tenant = draft.tenants[app.tenant]
    switch finding.fact {
    case .clientId:
      if ASCII.equalIgnoringCase(finding.value, app.clientId) { return "the app \(app.alias)" }
      return app.isIdMadeUp
        ? "the app \(app.alias), with an id that is made up" : "a placeholder; \(app.alias) is \(app.clientId)"
    case .tenant, .domain, .authority, .instance:
      let name = ASCII.lowercased(finding.value)
      let isOwn = tenant.id == name || tenant.domains.contains(name)
      return isOwn ? "the tenant \(tenant.alias)" : "\(app.alias) is of the tenant \(tenant.alias)"
    case .policy: return "a user flow of the tenant \(tenant.alias)"
    case .signingCertificate: return "that of \(app.alias) goes here"
    case .secret: return "\(app.alias) has one; the scenario's own is \(Vocabulary.secret(of: app))"
    case .kind, .objectId: return "\(app.alias) is \(Self.kind(app.kind))"
    default:
      let isTaken = app.findings.contains {
        $0.place == finding.place && ($0.fact == finding.fact || $0.key == finding.key)
      }
      return isTaken ? "\(app.alias) has it" : "nothing: \(app.alias) has it from another place, or cannot have it"
    }
  }
}
