import Bytes

/// Each sign that the files have, in one line with its place and what became of it.
package struct IntakeExplanation: Sendable {
  private let draft: Draft
  private let file: String?
  private var rows: [(place: Place, text: String)] = []

  /// `file`: the only one that counts, as the report names it; nil for all.
  package init(_ draft: Draft, of file: String? = nil) {
    self.draft = draft
    self.file = file
    for app in draft.apps { explain(app) }
    for hint in draft.hints { explain(hint) }
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

  /// In the order of the files and their lines, each once.
  package var lines: [String] {
    var seen: Set<String> = []
    let sorted = rows.enumerated().sorted { left, right in
      let (one, other) = (left.element.place, right.element.place)
      if one.file != other.file { return one.file < other.file }
      return one.line == other.line ? left.offset < right.offset : one.line < other.line
    }
    return sorted.map { IntakeReport.line("\($0.element.place): \($0.element.text)") }.filter {
      seen.insert($0).inserted
    }
  }

  private mutating func add(_ place: Place, _ text: String) {
    if file == nil || file == place.file { rows.append((place, text)) }
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
    let tenant = draft.tenants[app.tenant]
    var told: Set<Place> = []
    for finding in app.candidates.flatMap(\.findings) {
      told.insert(finding.place)
      add(finding.place, "\(Self.sign(finding)): \(outcome(of: finding, app, tenant))")
    }
    if app.candidates.isEmpty, let place = app.idFinding?.place ?? app.kindPlace {
      add(place, "the app \(app.alias) is made up because of this")
    }
    // What follows from a framework, or from another app.
    for finding in app.findings where finding.isAssumed || !told.contains(finding.place) {
      let how = finding.isAssumed ? "assumed" : "taken"
      add(finding.place, "\(Self.sign(finding)): \(how) for \(app.alias)")
    }
    if let place = app.kindPlace { add(place, "\(app.alias) is \(Self.kind(app.kind)) because of this") }
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

  private func outcome(of finding: Finding, _ app: DraftApp, _ tenant: DraftTenant) -> String {
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

  private mutating func explain(_ hint: Found.Hint) {
    let what = hint.convention.name
    let apps = draft.apps.filter { app in
      app.kindPlace != hint.place
        && app.candidates.contains { $0.project == hint.project || $0.file == hint.place.file }
    }.map(\.alias)
    guard draft.apps.allSatisfy({ $0.kindPlace != hint.place }) else { return add(hint.place, what) }
    add(
      hint.place,
      apps.isEmpty ? "\(what): no app is in its folder" : "\(what): seen beside \(apps.joined(separator: ", "))")
  }
}
