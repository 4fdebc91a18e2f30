import Bytes

/// Completes redirect URIs: paths with the address at which the app answers, and those of the platform where there are none.
struct RedirectResolver {
  static func run(
    _ app: inout DraftApp, addresses: [(project: String, finding: Finding)], _ remarks: inout [Remark]
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
    let own = addresses.filter { $0.project == app.project || $0.project == "\(app.project)/Properties" }.map(\.finding)
    let said = app.all(.homePage).filter { finding in
      !app.candidates.contains { $0.isExport && $0.file == finding.place.file }
    }
    var bases = bases(own.filter { !$0.isAssumed } + said)
    if bases.isEmpty { bases = Self.bases(app.all(.homePage) + own) }
    let given = app.findings.filter { $0.fact == .redirectUri || $0.fact == .callbackPath }
    app.findings.removeAll { $0.fact == .redirectUri || $0.fact == .callbackPath }
    app.findings.removeAll { finding in
      guard [.webRedirect, .spaRedirect, .nativeRedirect].contains(finding.fact), !ValueShape.isRedirect(finding.value)
      else {
        return false
      }
      remarks.append(
        Remark(
          kind: .missing, text: "the redirect URI '\(finding.value)' is unfinished; write it here and in the scenario",
          place: finding.place))
      return true
    }
    for finding in given {
      for value in values(finding, bases: bases, of: app) {
        var finding = finding
        finding.fact = value.hasPrefix("http") || fact != .webRedirect ? fact : .nativeRedirect
        if value != finding.value { finding.isAssumed = true }
        finding.value = value
        app.add(finding)
      }
    }
    addDefaults(to: &app, fact: fact, bases: bases)
    app.findings.removeAll { $0.fact == .logoutUrl && !ValueShape.isRedirect($0.value) }
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
    guard finding.value.hasPrefix("/") else { return [] }
    // Flask answers at port 5000, ASP.NET Core at 5001, most servers of JavaScript at 3000.
    let file = finding.place.file
    let usual =
      file.hasSuffix(".py")
      ? "http://localhost:5000"
      : file.hasSuffix(".json") || file.hasSuffix(".config") ? "https://localhost:5001" : "http://localhost:3000"
    return (bases.isEmpty ? [usual] : bases).map { $0 + finding.value }
  }

  private static func addDefaults(to app: inout DraftApp, fact: Fact, bases: [String]) {
    let hasOne = app.findings.contains { [.webRedirect, .spaRedirect, .nativeRedirect].contains($0.fact) }
    guard !hasOne, let place = app.idFinding?.place else { return }
    let isExport = app.candidates.contains(where: \.isExport) && !app.isIdMadeUp
    var uris: [String] = []
    switch app.kind {
    case .native:
      uris = [
        "http://localhost", "msal\(app.clientId)://auth",
        "https://login.microsoftonline.com/common/oauth2/nativeclient",
      ]
    case .spa: uris = bases.isEmpty ? ["http://localhost:3000"] : bases
    case .web:
      let isDotnet = app.candidates.contains { $0.file.hasSuffix(".json") || $0.file.hasSuffix(".config") }
      uris = (bases.isEmpty ? ["https://localhost:5001"] : bases).map { $0 + (isDotnet ? "/signin-oidc" : "") }
    default: break
    }
    // A registration that was exported has all that it has.
    guard !isExport else { return }
    for uri in uris { app.add(Finding(fact, uri, at: place, key: "redirect URI", isAssumed: true)) }
  }
}
