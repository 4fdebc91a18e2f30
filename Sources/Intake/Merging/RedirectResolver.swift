import Bytes
import JSON
import LooseFormats

/// Completes redirect URIs: paths with the address at which the app answers, and those of the platform where there are none.
struct RedirectResolver {
  static func run(
    _ app: inout DraftApp, _ found: Found, _ remarks: inout [Remark]
  ) {
    let fact: Fact =
      switch app.kind {
      case .spa: .spaRedirect
      case .native: .nativeRedirect
      default: .webRedirect
      }
    for index in app.findings.indices {
      // MSAL's scheme with a placeholder in it: `msalYOUR_ID://auth`.
      let value = app.findings[index].value
      guard [.redirectUri, .nativeRedirect].contains(app.findings[index].fact), value.hasPrefix("msal"),
        value.hasSuffix("://auth"),
        !value.hasPrefix("msauth"), GUID(String(value.dropFirst(4).dropLast(7))) == nil
      else { continue }
      app.findings[index].value = "msal\(app.clientId)://auth"
      app.findings[index].isAssumed = true
    }
    let followed = conventions(of: app, found)
    if found.otherProjects.contains(app.project) {
      // What a variable's name says of JavaScript's frameworks means nothing to a program in another language.
      app.findings.removeAll { $0.isAssumed && ($0.key.hasPrefix("NextAuth") || $0.key.hasPrefix("Auth.js")) }
    }
    // Auth.js has a shorter path in frameworks without a folder for APIs.
    let isShort = followed.contains { $0.name == "Auth.js below /auth" }
    func mounted(_ path: String) -> String {
      isShort && path.hasPrefix("/api/auth/callback/") ? String(path.dropFirst(4)) : path
    }
    for index in app.findings.indices where app.findings[index].fact == .callbackPath && app.findings[index].isAssumed {
      app.findings[index].value = mounted(app.findings[index].value)
    }
    // A server beside a single-page app has a port of its own.
    let homes = page(of: app, found).map { [$0] } ?? [app.project, "\(app.project)/Properties"]
    let own = homes.flatMap { found.addresses[$0] ?? [] }.filter {
      app.kind != .spa || $0.key != "server" || $0.place.file.hasSuffix("py")
    }
    let said = app.all(.homePage).filter { finding in
      !app.candidates.contains { $0.isExport && $0.file == finding.place.file }
    }
    var bases = bases(own.filter { !$0.isAssumed } + said)
    if bases.isEmpty { bases = Self.bases(app.all(.homePage) + own) }
    if bases.isEmpty {
      // A server's framework says more of its address than a library for SAML.
      let servers = followed.filter { !$0.bases.isEmpty }
      bases = (servers.first { $0.provider == nil } ?? servers.first)?.bases ?? []
    }
    if app.isProvider { completeProvider(&app, &bases) }
    let given = app.findings.filter { $0.fact == .redirectUri || $0.fact == .callbackPath }
    app.findings.removeAll { $0.fact == .redirectUri || $0.fact == .callbackPath }
    app.findings = app.findings.compactMap { finding in
      guard [.webRedirect, .spaRedirect, .nativeRedirect].contains(finding.fact), !ValueShape.isRedirect(finding.value)
      else { return finding }
      // Only the environment knows the host.
      if finding.value.firstPlace(of: "${") != nil, let base = bases.first,
        let path = path(in: finding.value) ?? (finding.value.hasSuffix("}") ? "" : nil)
      {
        var finding = finding
        finding.value = base + path
        finding.isAssumed = true
        return finding
      }
      remarks.add(
        .missing, "the redirect URI '\(finding.value)' is unfinished; write it here and in the scenario",
        at: finding.place)
      return nil
    }
    for finding in given where !(app.kind == .api && finding.fact == .callbackPath) {
      for value in values(finding, bases: bases, of: app) {
        var finding = finding
        // The path of a server's own sign-in, with the registration that its page has too.
        let isServers = finding.fact == .callbackPath && !finding.isAssumed && fact == .spaRedirect
        // A page of a web app that signs in by itself.
        let isPages =
          fact == .webRedirect && value.hasPrefix("http") && !app.isProvider && isPage(finding, app.project, found)
        finding.fact =
          isServers
          ? .webRedirect
          : isPages ? .spaRedirect : value.hasPrefix("http") || fact != .webRedirect ? fact : .nativeRedirect
        if value != finding.value { finding.isAssumed = true }
        finding.value = value
        app.add(finding)
      }
    }
    addDefaults(
      to: &app, fact: fact, bases: bases,
      path: (app.isProvider ? nil : followed.lazy.compactMap(\.path).first.map(mounted)) ?? route(of: app, found),
      &remarks)
    // What the program takes from a variable, and what somebody has to fill in.
    let asked: [Fact] = app.isProvider ? [.identifierUri, .redirectUri, .logoutUrl] : [.redirectUri]
    let answers = Dictionary(uniqueKeysWithValues: asked.map { ($0, app.all($0 == .redirectUri ? fact : $0)) })
    var told: Set<String> = []
    for open in app.candidates.flatMap(\.findings)
    where asked.contains(open.fact) && (app.isProvider ? open.isOpen : !open.value.utf8.contains(0x2F))
      && (open.variable != nil || Placeholder.fits(open.value) && open.value.firstPlace(of: "${") == nil)
    {
      let own = app.isProvider ? answers[open.fact]?.first { $0.place == open.place } : nil
      guard let uri = own ?? answers[open.fact]?.first, told.insert("\(open.place) \(uri.value)").inserted else {
        continue
      }
      let isNamed = open.value.isEmpty || open.value.firstPlace(of: "${") != nil
      remarks.add(
        .missing,
        isNamed
          ? "set \(open.variable ?? open.key) to \(uri.value)" : "write \(uri.value) in the place of \(open.value)",
        at: open.place)
    }
    addTokens(to: &app, followed, found)
    app.findings.removeAll {
      $0.fact == .logoutUrl
        && (!ValueShape.isRedirect($0.value) || [.entra, .b2c, .externalId].contains(Authority($0.value)?.service))
    }
  }

  /// The project of the page whose settings a server has, under the name of a frontend.
  private static func page(of app: DraftApp, _ found: Found) -> String? {
    guard found.pages.count == 1, app.kind == .spa, app.candidates.contains(where: \.isFrontend) else { return nil }
    return found.pages.isDisjoint(with: app.candidates.map(\.project)) ? found.pages.first : nil
  }

  private static func isPage(_ finding: Finding, _ project: String, _ found: Found) -> Bool {
    let file = finding.place.file
    // A variable that only a build for browsers reads.
    if Convention.named(finding.key)?.kind == .spa { return true }
    let folder = PathName.folder(of: file)
    let isBeside = file.hasSuffix(".js") && !folder.isEmpty
    if found.hints.at(isBeside ? .folder(folder) : .file(file)).contains(where: { $0.kind == .spa }) { return true }
    // A file of JavaScript beside a server in another language.
    let isScript = ["js", "jsx", "ts", "tsx"].contains { file.hasSuffix(".\($0)") }
    return isScript
      && found.hints.at(.file(PathName.joined(project, "package.json"))).contains { $0.kind == .spa }
      && !found.hints.at(.project(project)).contains { $0.kind == .web && !$0.place.file.hasSuffix(".py") }
  }

  /// Where the program's own source takes the answer in. Of several files that which names the platform.
  private static func route(of app: DraftApp, _ found: Found) -> String? {
    let own = (found.routes[app.project] ?? []).map(\.value)
    return app.kind == .web ? own.first { EntraSign.isIn(KeyWords.all($0)) } ?? own.first : nil
  }

  /// A sign-in of .NET without a secret asks for an ID token, and of Azure AD B2C the switch for access tokens decides; one that asks
  /// for a code has a secret.
  private static func addTokens(to app: inout DraftApp, _ followed: [Convention], _ found: Found) {
    // The template for several organizations writes `common`, and means accounts of organizations.
    if app.kind == .web, followed.contains(where: \.asksForIdToken), app.first(.signInAudience) == nil,
      let all = app.all(.tenant).first(where: { $0.value == "common" })
    {
      app.add(Finding(.signInAudience, "AzureADMultipleOrgs", at: all.place, key: all.key, isAssumed: true))
    }
    guard followed.contains(where: \.asksForIdToken), !app.candidates.contains(where: \.isExport),
      let place = app.idFinding?.place, app.first(.secret) == nil, app.first(.certificate) == nil
    else { return }
    let near = found.hints.at(app.candidates.map { .project($0.project) })
    if let code = near.first(where: { $0.convention.name.hasPrefix("code of") }) {
      if app.kind == .web { app.add(Finding(.secret, "", at: code.place, key: "ClientSecret")) }
      return
    }
    let isB2C = app.first(.policy) != nil || Candidate.services(app.findings).contains(.b2c)
    let member = isB2C ? "enableAccessTokenIssuance" : "enableIdTokenIssuance"
    guard app.member(member) == nil else { return }
    app.add(Finding(.member, member, at: place, key: "ID tokens", json: true, isAssumed: true))
  }

  /// The conventions of the frameworks that the app's files and projects show, those of its kind alone.
  private static func conventions(of app: DraftApp, _ found: Found) -> [Convention] {
    let keys = Set(app.candidates.flatMap { [Hints.Key.file($0.file), .project($0.project)] })
    let reason = app.kindPlace.map { [Hints.Key.file($0.file)] } ?? []
    let near = found.hints.at(keys + reason).filter { hint in
      hint.place == app.kindPlace || keys.contains(.file(hint.place.file)) || keys.contains(.project(hint.project))
    }
    let isFrontend = app.candidates.contains(where: \.isFrontend)
    return near.map(\.convention).filter {
      $0.kind == app.kind && ($0.provider != nil) == app.isProvider
        || $0.kind == nil && !isFrontend && ($0.path == nil ? !$0.bases.isEmpty : app.kind == .spa)
    }
  }

  private static func bases(_ findings: [Finding]) -> [String] {
    var bases: [String] = []
    let said = findings.filter { !$0.isAssumed && ValueShape.isRedirect($0.value) }
    for finding in said.isEmpty ? findings : said {
      var base = finding.value
      while base.hasSuffix("/") { base.removeLast() }
      if base.hasPrefix("http"), !bases.contains(base) { bases.append(base) }
    }
    let secure = bases.filter { $0.hasPrefix("https://") }
    return secure.isEmpty ? bases : secure
  }

  private static func values(_ finding: Finding, bases: [String], of app: DraftApp) -> [String] {
    if ValueShape.isRedirect(finding.value) { return [finding.value] }
    guard let path = path(in: finding.value) else { return [] }
    // Flask answers at port 5000, ASP.NET Core at 5001, most servers of JavaScript at 3000.
    let file = finding.place.file
    let isDotnet = [".json", ".config", ".cs"].contains { file.hasSuffix($0) }
    let usual = isDotnet ? "https://localhost:5001" : "http://localhost:\(file.hasSuffix(".py") ? 5000 : 3000)"
    return (bases.isEmpty ? [usual] : bases).map { $0 + path }
  }

  /// A path, or that of an address whose host or port is put in elsewhere. Nil for any other text.
  private static func path(in value: String) -> String? {
    let isAddress = value.firstPlace(of: "://") != nil || value.firstPlace(of: "${") != nil
    let end = isAddress ? value.utf8.lastIndex { $0 == 0x7D || $0 == 0x3E } : nil
    let path = end.map { String(value[value.utf8.index(after: $0)...]) } ?? value
    return path.hasPrefix("/") ? path : nil
  }

  /// The entity id of a service provider, and where it is told of sign-outs. An entity id that nobody knows is made up.
  private static func completeProvider(_ app: inout DraftApp, _ bases: inout [String]) {
    if bases.isEmpty { bases = ["http://localhost:8000"] }
    for index in app.findings.indices where [.identifierUri, .logoutUrl].contains(app.findings[index].fact) {
      let finding = app.findings[index]
      if let path = path(in: finding.value) {
        app.findings[index].value = bases[0] + path
      } else if finding.fact == .identifierUri, finding.isOpen {
        app.findings[index].value = "\(bases[0])/saml/\(app.alias)"
      }
      if app.findings[index].value != finding.value { app.findings[index].isAssumed = true }
    }
    let isSaid = app.first(.identifierUri) != nil || app.candidates.contains(where: \.isExport)
    guard !isSaid, let place = app.candidates.first?.findings.first?.place else { return }
    app.add(Finding(.identifierUri, "\(bases[0])/saml/\(app.alias)", at: place, key: "entity id", isAssumed: true))
  }

  private static func addDefaults(
    to app: inout DraftApp, fact: Fact, bases: [String], path: String?, _ remarks: inout [Remark]
  ) {
    // A framework's own address is there whatever a page beside it has.
    let isOwn = app.kind == .spa || app.kind == .web && path != nil
    let wanted: [Fact] = isOwn ? [fact] : [.webRedirect, .spaRedirect, .nativeRedirect]
    let hasOne = app.findings.contains { wanted.contains($0.fact) }
    guard !hasOne, let place = app.idFinding?.place ?? app.candidates.first?.findings.first?.place else { return }
    // A registration that was exported has all that it has.
    guard !(app.candidates.contains(where: \.isExport) && (!app.isIdMadeUp || app.candidates.allSatisfy(\.isExport)))
    else { return }
    var uris: [String] = []
    switch app.kind {
    case .native:
      uris = [
        "http://localhost", "msal\(app.clientId)://auth",
        "https://login.microsoftonline.com/common/oauth2/nativeclient",
      ]
    case .spa: uris = (bases.isEmpty ? ["http://localhost:3000"] : bases).map { $0 + (path ?? "") }
    case .web:
      let isDotnet = app.candidates.contains { ASCII.lowercased(PathName.last(of: $0.file)).hasPrefix("appsettings") }
      let own = path ?? (isDotnet ? "/signin-oidc" : nil)
      if bases.isEmpty, own == nil {
        remarks.add(
          .missing, "\(app.alias): no file says where it answers; write its redirect URI into the scenario", at: place)
      } else {
        uris = (bases.isEmpty ? ["https://localhost:5001"] : bases).map { $0 + (own ?? "") }
      }
    default: break
    }
    for uri in uris { app.add(Finding(fact, uri, at: place, key: "redirect URI", isAssumed: true)) }
  }
}
