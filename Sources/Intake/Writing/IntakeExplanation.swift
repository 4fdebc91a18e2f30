import Bytes

/// Each sign that the files have, in one line with its place and what became of it.
package struct IntakeExplanation: Sendable {
  /// One line. Of a place that is no sign by itself, such as that of a remark, `sign` is empty.
  private struct Row {
    let place: Place
    let sign: String
    var outcomes: [String] = []

    var line: String { "\(place): \(([sign].filter { !$0.isEmpty } + [outcomes.joined(separator: "; ")]).joined(separator: ": "))" }
  }

  private let draft: Draft
  private let file: String?
  private var rows: [Row] = []
  private var numbers: [Place: [Int]] = [:]
  /// The apps that each project and each file has a part in, and those whose kind follows from a place.
  private var apps: [Hints.Key: [DraftApp]] = [:]
  private var kinds: [Place: [DraftApp]] = [:]

  /// `file`: the only one that counts, as the report names it; nil for all.
  package init(_ draft: Draft, of file: String? = nil) {
    self.draft = draft
    self.file = file
    kinds = Dictionary(grouping: draft.apps.filter { $0.kindPlace != nil }) { $0.kindPlace ?? Place(file: "", line: 0) }
    for app in draft.apps {
      for key in Set(app.candidates.flatMap { [Hints.Key.project($0.project), .file($0.file)] }) {
        apps[key, default: []].append(app)
      }
    }
    for app in draft.apps { explain(app) }
    for hint in draft.hints { explain(hint) }
    for (place, apps) in kinds { for app in apps { add(place, "\(app.alias) is \(Self.kind(app.kind)) because of this") } }
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
    return sorted.map { IntakeReport.line($0.element.line) }
  }

  /// Adds what became of a sign. Several keys, or several apps, may say it of one.
  private mutating func add(_ place: Place, _ sign: String, _ outcome: String?) {
    guard file == nil || file == place.file else { return }
    let known = numbers[place]?.first { rows[$0].sign == sign } ?? rows.count
    if known == rows.count {
      numbers[place, default: []].append(known)
      rows.append(Row(place: place, sign: sign))
    }
    if let outcome, !rows[known].outcomes.contains(outcome) { rows[known].outcomes.append(outcome) }
  }

  /// What a place led to is said of the sign there, unless there are several.
  private mutating func add(_ place: Place, _ outcome: String) {
    let there = numbers[place] ?? []
    add(place, there.count == 1 ? rows[there[0]].sign : "", outcome)
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
    case .exposedScope: "scope of the API"
    case .policy: "user flow"
    case .member: "member"
    case .kind: "kind"
    case .name, .secret, .certificate: "\(fact)"
    }
  }

  /// What stands there. A secret is not shown.
  private static func sign(_ finding: Finding) -> String {
    let word = word(finding.fact)
    let key = finding.key.isEmpty || finding.key == finding.value ? "" : " (\(finding.key))"
    if [.secret, .certificate, .member].contains(finding.fact) { return word + key }
    let value = finding.value.utf8.count > 80 ? finding.value.prefix(77) + "…" : finding.value[...]
    return finding.value.isEmpty ? "\(word) without a value\(key)" : "\(word) \(value)\(key)"
  }

  private mutating func explain(_ app: DraftApp) {
    var told: Set<Place> = []
    /// The addresses of which other findings are parts.
    var addresses: [String: String] = [:]
    for finding in app.candidates.flatMap(\.findings) {
      told.insert(finding.place)
      let key = "\(finding.place) \(finding.key)"
      let isAddress = finding.fact == .authority || finding.fact == .instance
      if isAddress { addresses[key] = Self.sign(finding) }
      let isPart = [.tenant, .domain, .policy].contains(finding.fact)
      let isSaid = isAddress && Authority(finding.value)?.tenant != nil
      add(finding.place, isPart ? addresses[key] ?? Self.sign(finding) : Self.sign(finding), isSaid ? nil : outcome(of: finding, app))
    }
    if app.candidates.isEmpty, let place = app.idFinding?.place ?? app.kindPlace {
      add(place, "the app \(app.alias) is made up because of this")
    }
    // What follows from a framework, or from another app.
    for finding in app.findings where finding.isAssumed || !told.contains(finding.place) {
      let how = finding.isAssumed ? "assumed" : "taken"
      add(finding.place, Self.sign(finding), "\(how) for \(app.alias)")
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
    case .secret: return "\(app.alias) has one; the scenario's own is \(Vocabulary.secret(of: app))"
    case .kind, .objectId: return "\(app.alias) is \(Self.kind(app.kind))"
    default:
      let isTaken = app.findings.contains {
        $0.place == finding.place && ($0.fact == finding.fact || $0.key == finding.key)
      }
      return isTaken ? "\(app.alias) has it" : "nothing: \(app.alias) has it from another place, or cannot have it"
    }
  }

  private mutating func explain(_ hint: Hint) {
    let what = hint.convention.name
    guard kinds[hint.place] == nil else {
      for app in kinds[hint.place] ?? [] where app.kind == hint.kind {
        add(hint.place, what, "\(app.alias) is \(Self.kind(app.kind)) because of this")
        kinds[hint.place]?.removeAll { $0.alias == app.alias }
      }
      return
    }
    let near = [Hints.Key.project(hint.project), .file(hint.place.file)].flatMap { apps[$0] ?? [] }.map(\.alias)
    var seen: Set<String> = []
    let names = near.filter { seen.insert($0).inserted }.joined(separator: ", ")
    add(hint.place, what, names.isEmpty ? "no app is in its folder" : "seen beside \(names)")
  }
}
