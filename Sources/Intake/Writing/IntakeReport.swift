import Bytes
import LooseFormats

/// What a run found, in lines for people: what, where, what was assumed, and what they have to do.
package struct IntakeReport: Sendable {
  private let draft: Draft
  private let withSecrets: Bool

  package init(_ draft: Draft, withSecrets: Bool) {
    self.draft = draft
    self.withSecrets = withSecrets
  }

  package var lines: [String] {
    var lines = [
      "mockidp init: \(Self.count(draft.fileCount, "file")) read, something found in \(draft.sources.count); \(Self.count(draft.tenants.count, "tenant")), \(Self.count(draft.apps.count, "app")), \(Self.count(draft.users.count, "user")), \(Self.count(draft.groups.count, "group"))"
    ]
    section("Found in", draft.sources.map { "\($0.path): \($0.form)" }, into: &lines)
    section("Apps", draft.apps.map(app), into: &lines)
    let toDo = toDo
    if !toDo.isEmpty { lines += ["", "To do"] + toDo.map { "  \(Printable.line($0))" } }
    section("Contradictions", remarks(.contradiction) + remarks(.swapped), into: &lines)
    section("Assumed", remarks(.assumption) + draft.apps.compactMap(assumption), into: &lines)
    section("Looked like an app", remarks(.near), into: &lines)
    section("Left alone", remarks(.leftAlone), into: &lines)
    let unread = draft.unread.prefix(20) + (draft.unread.count > 20 ? ["and \(draft.unread.count - 20) more"] : [])
    section("Speaks of Microsoft Entra, and nothing was taken from it", Array(unread), into: &lines)
    return lines
  }

  private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

  private func section(_ title: String, _ rows: [String], into lines: inout [String]) {
    var seen: Set<String> = []
    let rows = rows.map(Printable.line).filter { seen.insert($0).inserted }
    guard !rows.isEmpty else { return }
    lines += ["", title] + rows.map { "  \($0)" }
  }

  private func remarks(_ kind: Remark.Kind) -> [String] {
    draft.remarks.filter { $0.kind == kind }.map(\.line)
  }

  private func app(_ app: DraftApp) -> String {
    let origin = app.idFinding.map { "\($0.place)" } ?? app.candidates.first?.file ?? "no file"
    let kind = app.kind == .api ? "API" : app.kind.rawValue
    let tenant = draft.tenants[app.tenant].alias
    return "\(app.alias): \(kind) of \(tenant), \(app.clientId)\(app.isIdMadeUp ? " (made up)" : ""), from \(origin)"
  }

  private func assumption(_ app: DraftApp) -> String? {
    let uris = app.findings.filter { [.webRedirect, .spaRedirect, .nativeRedirect].contains($0.fact) && $0.isAssumed }
    guard !uris.isEmpty else { return nil }
    return "\(app.alias): the redirect URIs \(uris.map(\.value).joined(separator: ", "))"
  }

  /// What to put where, so that the program asks for what the scenario has.
  private var toDo: [String] {
    var tasks = Tasks()
    for app in draft.apps {
      let tenant = draft.tenants[app.tenant]
      let hosts = Self.hosts(in: app)
      for finding in app.candidates.flatMap(\.findings) + app.findings {
        let isOpen = Placeholder.fits(finding.value)
        switch finding.fact {
        case .clientId where isOpen || app.isIdMadeUp:
          // A program takes it from a file that stands in this list too.
          let isTaken = finding.value.firstPlace(of: "${") != nil && app.idFinding?.value.firstPlace(of: "${") == nil
          if !isTaken { put(app.clientId, at: finding, of: app, into: &tasks) }
        case .signingCertificate:
          tasks.add("the certificate that 'mockidp saml certificate \(app.alias)' prints goes here", at: finding.place)
        case .authority where isOpen && (finding.variable.map(hosts.contains) ?? false):
          put(Self.host(of: tenant), at: finding, of: app, into: &tasks)
        case .tenant where isOpen && tenant.kind == "b2c" && Self.isName(finding):
          // Of the domain the name alone, which stands in the address too.
          var part = finding
          part.value = finding.value.divided(at: ".onmicrosoft.com")[0]
          put(Self.name(of: tenant), at: part, of: app, into: &tasks)
        case .instance where isOpen && tenant.kind != nil && finding.value.isEmpty:
          put("https://\(Self.host(of: tenant))", at: finding, of: app, into: &tasks)
        case .policy where isOpen && tenant.kind == "b2c" && Self.signsIn(finding):
          put(Self.flow(of: tenant), at: finding, of: app, into: &tasks)
        case .tenant where isOpen, .domain where isOpen, .authority where isOpen || Self.lacksFlow(finding, app):
          if let value = value(for: finding, tenant) { put(value, at: finding, of: app, into: &tasks) }
        case .secret where isOpen:
          // A sample's script says that there is a secret; it is not the place to put one.
          let isScript =
            finding.value.isEmpty && app.candidates.contains { $0.isExport && $0.file == finding.place.file }
          if !isScript { put(Vocabulary.secret(of: app), at: finding, of: app, into: &tasks) }
        case .secret where !withSecrets:
          tasks.add(
            "the secret of \(app.alias) stands here and is not copied; write \(Vocabulary.secret(of: app)) here, the secret into the scenario, or use --with-secrets",
            at: finding.place)
        case .nativeRedirect where isOpen && app.kind == .native && finding.key == "redirect_uri":
          tasks.add(
            "the redirect URI of an Android app has its package's name and its signature's digest: msauth://PACKAGE/HASH",
            at: finding.place)
        default: break
        }
      }
      if let certificate = app.first(.certificate), !certificate.value.hasPrefix("-----BEGIN") {
        tasks.add("\(app.alias) proves itself with a certificate; add it to the scenario", at: certificate.place)
      }
    }
    for remark in draft.remarks where remark.kind == .missing { tasks.add(remark.text, at: remark.place) }
    return tasks.lines
  }

  /// Whether an address of a tenant of Azure AD B2C names no user flow, and nothing else of the app does.
  private static func lacksFlow(_ finding: Finding, _ app: DraftApp) -> Bool {
    Authority(finding.value)?.service == .b2c && finding.value.pathParts.count == 3 && app.first(.policy) == nil
  }

  /// The variables that have a host alone: lists of known hosts, and addresses that begin with them, tell so.
  private static func hosts(in app: DraftApp) -> Set<String> {
    Set(
      app.candidates.flatMap(\.findings).filter { $0.fact == .authority }.compactMap { finding in
        let isList = KeyWords.all(finding.key).contains("known")
        let start = finding.value.hasPrefix("https://${") ? String(finding.value.dropFirst(8)) : ""
        let whole = start.utf8.firstIndex(of: 0x7D).map { String(start[...$0]) }
        return Reference.parts(of: isList ? finding.value : whole ?? "")?.name
      })
  }

  /// Whether a placeholder stands for a tenant's name: in a host, or before the end that the domains of all tenants have.
  private static func isName(_ finding: Finding) -> Bool {
    KeyWords(finding.key).fact == .instance && !finding.value.isEmpty && Reference.parts(of: finding.value) == nil
      || finding.value.utf8.count > 16 && finding.value.hasSuffix(".onmicrosoft.com")
  }

  /// Whether a setting for a user flow is that with which people sign in.
  private static func signsIn(_ finding: Finding) -> Bool {
    Set(KeyWords.all(finding.key)).isDisjoint(with: ["edit", "reset", "forgot", "password", "ropc", "policies"])
  }

  /// The first part of the domain is the tenant's name.
  private static func name(of tenant: DraftTenant) -> String { tenant.domains.first?.parts(0x2E).first ?? "" }

  private static func host(of tenant: DraftTenant) -> String {
    let service = ["b2c": "b2clogin", "external": "ciamlogin"][tenant.kind ?? ""]
    return service.map { "\(name(of: tenant)).\($0).com" } ?? "login.microsoftonline.com"
  }

  /// A tenant whose user flows no file names has this one.
  private static func flow(of tenant: DraftTenant) -> String { tenant.flows.first?.name ?? "B2C_1_susi" }

  /// What the scenario has of the tenant that this asks for. Nil for an address that is told by what is missing in it.
  private func value(for finding: Finding, _ tenant: DraftTenant) -> String? {
    let isAddress = KeyWords(finding.key).fact == .authority
    let isPart = Reference.parts(of: finding.value) == nil && finding.value.firstPlace(of: "${") != nil
    let isOpen = finding.fact == .authority && Placeholder.fits(finding.value)
    if isPart && isAddress || isOpen && finding.value.firstPlace(of: "://") != nil { return nil }
    let domain = tenant.domains.first ?? ""
    if finding.fact == .authority || isAddress && finding.value.isEmpty {
      let path = tenant.kind == "b2c" ? "\(domain)/\(Self.flow(of: tenant))" : "\(tenant.id)/v2.0"
      return "https://\(Self.host(of: tenant))/\(path)"
    }
    let isName = ASCII.lowercased(finding.key).hasSuffix("name")
    return finding.fact == .domain ? domain : isName ? Self.name(of: tenant) : tenant.id
  }

  private func put(_ value: String, at finding: Finding, of app: DraftApp, into tasks: inout Tasks) {
    let file = finding.place.file
    // Settings of .NET that are secret, or stand nowhere, belong to the secrets of the user; a page has none.
    if finding.key.utf8.contains(0x3A) {
      let folder = PathName.folder(of: file)
      let project = folder.isEmpty ? "" : " --project \(folder)"
      let command = ": dotnet user-secrets set \"\(finding.key)\" \"\(value)\"\(project)"
      return tasks.add(
        "set \(finding.key) to \(value)", value, at: finding.place,
        app.kind == .spa ? " in wwwroot/appsettings.json" : command)
    }
    let name = ASCII.lowercased(PathName.last(of: file))
    let isCopied = name.hasPrefix(".env") && PathName.isExample(name)
    let shown = finding.value.utf8.count > 60 ? String(finding.value.prefix(57)) + "…" : finding.value
    let isRead = finding.value.firstPlace(of: "${") != nil
    tasks.add(
      isRead || finding.value.isEmpty
        ? "set \(finding.variable ?? finding.key) to \(value)" : "write \(value) in the place of \(shown)",
      isRead ? nil : value, at: finding.place, isCopied ? ", in a copy of this file without its ending" : "")
  }
}

/// What the reader of a report has to do: each thing once, with all places for it, in the order of the files.
private struct Tasks {
  /// What is to be added at a place, by the places of each task.
  private var places: [String: [Place: String]] = [:]
  /// What is to be written at each of them, where it is a value.
  private var values: [String: String] = [:]
  /// What belongs to no file.
  private var others: [String] = []

  mutating func add(_ task: String, _ value: String? = nil, at place: Place?, _ addition: String = "") {
    guard let place else { return others.append(task) }
    places[task, default: [:]][place] = addition
    values[task] = value
  }

  var lines: [String] {
    let tasks = places.map { (text: $0, places: $1.sorted { $0.key < $1.key }) }
    let sorted = tasks.sorted { ($0.places[0].key, $0.text) < ($1.places[0].key, $1.text) }
    return sorted.flatMap { text, places in
      let (first, more) = (places[0], places.dropFirst())
      let line = "\(first.key): \(text)\(first.value)"
      guard let value = values[text] else {
        return [line] + (more.isEmpty ? [] : ["  also in " + more.map { "\($0.key)" }.joined(separator: ", ")])
      }
      return [line]
        + more.map { "  \($0): write \(value) here, too\($1 == first.value ? "" : $1)" }
    } + others
  }
}
