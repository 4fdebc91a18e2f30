import Bytes
import LooseFormats

/// Makes one app of the candidates that are one registration.
struct AppBuilder {
  private let candidates: [Candidate]
  private let found: Found

  init(_ candidates: [Candidate], found: Found) {
    // A program says more of its app than the pipeline that builds it.
    self.candidates = candidates.filter { !$0.isDeployment } + candidates.filter(\.isDeployment)
    self.found = found
  }

  /// Nil when there is no app: a URL scheme whose client id stands nowhere.
  func app(_ remarks: inout [Remark]) -> DraftApp? {
    let ids = candidates.compactMap { $0[.clientId] }
    let isKnown = candidates.contains { $0.sampleId != nil || $0.isProvider }
    guard !ids.isEmpty || isKnown || candidates.contains(where: { $0[.audience] != nil || $0[.identifierUri] != nil })
    else { return nil }
    if candidates.allSatisfy(\.isB2C) {
      remarks.add(
        .leftAlone, "an app of Azure AD B2C, whose user flows this file does not name",
        at: candidates[0].findings.first?.place)
      return nil
    }
    var findings: [Finding] = []
    let isProgram = !candidates.allSatisfy(\.isDeployment)
    for candidate in candidates {
      findings += candidate.findings.filter { $0.fact != .kind || !candidate.isDeployment || !isProgram }
    }
    let real = ids.first { !Placeholder.fits($0.value) && GUID($0.value) != nil }
    let audience = findings.first { [.audience, .identifierUri].contains($0.fact) && $0.audienceId != nil }
    let id = real.flatMap { GUID($0.value) } ?? (ids.isEmpty ? audience?.audienceId : nil)
    let main = candidates.first { $0.sampleId == nil && $0[.clientId] != nil } ?? candidates[0]
    let own = main.isProvider ? "saml \(main[.identifierUri]?.value ?? "")" : ""
    let key = "\(main.project)/\(main.name)/\(candidates.compactMap(\.sampleId).first ?? own)"
    let (kind, place) = kind(findings, main: main)
    var app = DraftApp(
      alias: "", clientId: (id ?? MadeUpId.id("app \(key)")).description,
      idFinding: real ?? ids.first { $0.value.firstPlace(of: "${") == nil } ?? ids.first ?? audience,
      isIdMadeUp: id == nil, name: displayName(main), kind: kind, kindPlace: place, tenant: 0, findings: [],
      project: main.project, candidates: candidates, isProvider: candidates.contains(where: \.isProvider))
    for var finding in findings where finding.fact != .clientId {
      // The app's own id, by the variable that has it.
      if let variable = app.idFinding?.variable, let own = finding.value.firstPlace(of: "${\(variable)}"),
        ![.tenant, .secret, .member].contains(finding.fact)
      {
        finding.value.replaceSubrange(own, with: app.clientId)
      }
      app.add(finding)
    }
    // A library that nobody tells the tenant lets everybody sign in.
    let near = found.hints.at(candidates.flatMap { [.project($0.project), .file($0.file)] })
    let open = near.first { $0.convention.tenant != nil && ($0.kind ?? kind) == kind }
    let isSaid = findings.contains { [.tenant, .authority, .domain, .instance, .signInAudience].contains($0.fact) }
    if let open, let tenant = open.convention.tenant, !isSaid, !app.isProvider,
      TenantBook.kind(of: findings, candidates) == nil
    {
      app.add(Finding(.tenant, tenant, at: open.place, key: open.convention.name, isAssumed: true))
    }
    compare(.name, in: candidates, &remarks)
    compare(.signInAudience, in: candidates, &remarks)
    return app
  }

  private func displayName(_ main: Candidate) -> String {
    for candidate in candidates {
      if let name = candidate[.name]?.value, !Placeholder.fits(name) { return name }
    }
    return main.name
  }

  private func compare(_ fact: Fact, in candidates: [Candidate], _ remarks: inout [Remark]) {
    var first: Finding?
    for candidate in candidates {
      // A sample may have several scripts; one registration is made by one of them.
      guard candidate.sampleId == nil, let finding = candidate[fact] else { continue }
      guard let other = first else {
        first = finding
        continue
      }
      if other.value != finding.value {
        remarks.add(
          .contradiction,
          "\(finding.key) is '\(finding.value)' here and '\(other.value)' in \(other.place); the scenario has the latter",
          at: finding.place)
      }
    }
  }

  // MARK: The kind of client

  private func kind(_ findings: [Finding], main: Candidate) -> (ClientKind, Place?) {
    let hasSecret = findings.contains { $0.fact == .secret || $0.fact == .certificate }
    if let said = findings.first(where: { $0.fact == .kind && !$0.isAssumed }),
      let kind = ClientKind(rawValue: said.value)
    {
      // Scripts of older samples do not know single-page apps.
      let spa = kind == .web && !hasSecret ? hints(main).first { $0.kind == .spa } : nil
      return spa.map { (.spa, $0.place) } ?? (kind, nil)
    }
    for (fact, kind) in [(Fact.webRedirect, ClientKind.web), (.spaRedirect, .spa), (.nativeRedirect, .native)] {
      if findings.contains(where: { $0.fact == fact }) { return (kind, nil) }
    }
    if candidates.contains(where: \.isProvider) { return (.web, nil) }
    if let said = findings.first(where: { $0.fact == .kind }), let kind = ClientKind(rawValue: said.value), !hasSecret,
      kind != .spa || !isPart(main)
    {
      return (kind, said.place)
    }
    if candidates.contains(where: { $0.isExport && $0[.kind] == nil }) { return (exported(findings), nil) }
    // What only says for whom a token is asks for none.
    if !candidates.contains(where: { $0[.clientId] != nil }),
      let audience = findings.first(where: { $0.fact == .audience })
    {
      return (.api, audience.place)
    }
    // The page on which an API's description is tried out signs in by itself.
    if !hasSecret, main.isFrontend || !Set(main.words).isDisjoint(with: ["swagger", "openapi"]) {
      return (.spa, main[.clientId]?.place)
    }
    let hints = hints(main)
    // What a file says of itself comes before what is called beside it.
    let files = Set(candidates.map(\.file))
    let checks = findings.contains { [.audience, .exposedScope].contains($0.fact) && files.contains($0.place.file) }
    let isOwnAPI = checks && [".py", ".go", ".java", ".kt", ".rb", ".php"].contains { main.file.hasSuffix($0) }
    if let id = main[.clientId], !hasSecret,
      isPart(main) || isOwnAPI && !hints.contains(where: { files.contains($0.place.file) }),
      !findings.contains(where: { [.redirectUri, .callbackPath].contains($0.fact) })
    {
      return (.api, id.place)
    }
    let hasRedirect = findings.contains { $0.fact == .redirectUri || $0.fact == .callbackPath }
    if let uri = findings.first(where: { $0.fact == .redirectUri && ValueShape.isRedirect($0.value) }) {
      let isNative =
        !uri.value.hasPrefix("http") || uri.value == "http://localhost" || uri.value.hasSuffix("/nativeclient")
      if isNative, !hasSecret { return (.native, uri.place) }
    }
    // What has a name of its own beside the program's app, and a secret, calls others.
    let isNamed = !main.name.isEmpty && !Self.servers.contains(where: main.words.contains)
    if hasSecret, !hasRedirect, isNamed || main.words.contains("graph"),
      found.candidatesOfFile[main.file]?.contains(where: {
        $0.name.isEmpty && $0[.clientId] != nil && ($0.name, $0.section) != (main.name, main.section)
      }) == true
    {
      return (.daemon, main[.clientId]?.place)
    }
    let order: [ClientKind] =
      !hasSecret ? [.spa, .native, .api, .web] : hasRedirect ? [.web, .spa, .api] : [.api, .web, .daemon]
    for kind in order {
      // An API may have a secret for calls in a user's name, and shows no sign-in.
      if let hint = hints.first(where: { $0.kind == kind }) {
        // A page of an API that signs in by itself, with the API's own registration, is a single-page app whatever secret the API has.
        let servesPage = kind == .spa && hints.contains { $0.kind == .api }
        return (kind == .spa && hasSecret && !servesPage ? .web : kind, hint.place)
      }
    }
    if hasSecret {
      let signsIn =
        main.file.hasSuffix(".config") || ASCII.lowercased(PathName.last(of: main.file)).hasPrefix("appsettings")
      let isDaemon =
        !hasRedirect
        && (!signsIn || findings.contains { $0.fact == .scope && $0.value.hasSuffix("/.default") }
          || main[.clientId]?.key == "AZURE_CLIENT_ID" || main.file.hasSuffix("ml"))
      return (isDaemon ? .daemon : .web, main[.clientId]?.place)
    }
    if findings.contains(where: { $0.fact == .audience || $0.fact == .identifierUri || $0.fact == .exposedScope }),
      !hasRedirect
    {
      return (.api, main[.clientId]?.place)
    }
    if findings.contains(where: { $0.fact == .callbackPath }) { return (.web, main[.clientId]?.place) }
    return (
      [".json", ".yml", ".yaml", ".bicep", ".bicepparam", ".tfvars"].contains { main.file.hasSuffix($0) }
        && !hasRedirect
        ? .api
        : hasRedirect ? redirecting(main) : isServer(main) ? .api : isPage(main.file) ? .spa : .native,
      main[.clientId]?.place
    )
  }

  /// An app with a redirect URI and nothing else: a server's, if its project uses a server's library.
  private func redirecting(_ main: Candidate) -> ClientKind {
    if main.file.hasSuffix(".dart") { return .native }
    return !found.hints.at(.project(main.project)).isEmpty || found.otherProjects.contains(main.project) ? .web : .spa
  }

  private static let servers = ["api", "backend", "server", "service"]

  /// Whether the settings of a program name it as the API that the program calls: `VITE_API_CLIENT_ID` beside `VITE_CLIENT_ID`.
  private func isPart(_ main: Candidate) -> Bool {
    let others = (found.candidatesOfFile[main.file] ?? []).filter { $0.name != main.name && $0[.clientId] != nil }
    let pages: Set = ["swagger", "openapi"]
    let isNamed = Self.servers.contains(where: main.words.contains)
    let hasPage = pages.isDisjoint(with: main.words) && others.contains { !pages.isDisjoint(with: $0.words) }
    return main[.secret] == nil && (isNamed && !others.isEmpty || hasPage)
  }

  /// Whether browsers run it.
  private func isPage(_ file: String) -> Bool {
    [".html", ".cshtml", ".jsx", ".tsx", ".vue", ".svelte"].contains { file.hasSuffix($0) }
  }

  private func isServer(_ main: Candidate) -> Bool {
    found.hints.at(.project(main.project)).contains { $0.convention.name == "servers of JavaScript" }
  }

  private func exported(_ findings: [Finding]) -> ClientKind {
    let isAPI = findings.contains {
      $0.fact == .identifierUri || $0.fact == .member && ["oauth2PermissionScopes", "appRoles"].contains($0.value)
    }
    if isAPI { return .api }
    if findings.contains(where: { $0.fact == .member && $0.value == "isFallbackPublicClient" }) { return .native }
    // What only Terraform makes, without an address and without scopes, signs in by itself.
    let isTerraform = candidates.contains { $0.sampleId != nil }
    return isTerraform || findings.contains { $0.fact == .secret || $0.fact == .certificate } ? .daemon : .api
  }

  /// What sources say: those of the same file first, then those of the same project.
  private func hints(_ main: Candidate) -> [(kind: ClientKind, place: Place)] {
    // A client names its API beside itself: what the client calls says nothing of the API.
    let unnamed = candidates.filter { !Self.servers.contains(where: $0.words.contains) }
    let projects = Set((unnamed.isEmpty ? candidates : unnamed).map(\.project))
    let sections = projects.reduce(into: Set()) { $0.formUnion(found.sections[$1] ?? []) }
    // What a call says of one section says nothing of the others.
    func isMeant(_ hint: Hint) -> Bool {
      hint.convention.provider == nil && hint.section.map { $0 == main.section || !sections.contains($0) } ?? true
    }
    let own = found.hints.at(candidates.map { .file($0.file) }).filter { $0.kind != nil && isMeant($0) }
    var near = found.hints.at(projects.map { .project($0) }).filter(isMeant)
    // The program that reads a section may be another one than that which has the file.
    let isCalled = near.contains { $0.kind != nil && $0.isCall }
    let readers = isCalled ? [] : found.hints.at(.section(main.section)).filter { $0.kind != nil }
    if !readers.isEmpty {
      near = readers
    } else if own.isEmpty, !isCalled, !near.contains(where: { $0.project == main.project }) {
      // Settings above several programs are those of all.
      near = found.hints.at(.below(main.project)).filter(isMeant)
    }
    let all = own.isEmpty ? near : own
    let calls = all.filter { $0.kind != nil && $0.isCall }
    return (calls.isEmpty ? all : calls).compactMap { hint in hint.kind.map { ($0, hint.place) } }
  }
}
