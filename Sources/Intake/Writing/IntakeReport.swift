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
    section("To do", toDo, into: &lines)
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
    let rows = rows.map(Self.line).filter { seen.insert($0).inserted }
    guard !rows.isEmpty else { return }
    lines += ["", title] + rows.map { "  \($0)" }
  }

  /// A value may have line feeds of its own.
  static func line(_ row: String) -> String {
    row.utf8.contains { $0 < 0x20 } ? String(decoding: row.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self) : row
  }

  private func remarks(_ kind: Remark.Kind) -> [String] {
    draft.remarks.filter { $0.kind == kind }.map { remark in
      remark.place.map { "\($0): \(remark.text)" } ?? remark.text
    }
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
    var rows: [String] = []
    var seen: Set<String> = []
    for app in draft.apps {
      let tenant = draft.tenants[app.tenant]
      for candidate in app.candidates
      where app.isIdMadeUp || candidate[.clientId].map({ Placeholder.fits($0.value) }) == true {
        guard let finding = candidate[.clientId] else { continue }
        // A program takes it from a file that stands in this list too.
        if finding.value.firstPlace(of: "${") != nil, app.idFinding?.value.firstPlace(of: "${") == nil { continue }
        // The first place in a file is where a constant stands that the others take.
        guard seen.insert("\(finding.place.file) \(finding.value) \(app.clientId)").inserted else { continue }
        rows.append(put(app.clientId, at: finding))
      }
      for finding in app.findings where [.tenant, .domain, .authority].contains(finding.fact) {
        // An address with something in it is told by what is missing in it.
        let isAddress = KeyWords(finding.key).fact == .authority
        let isWhole = finding.value.isEmpty || Reference.parts(of: finding.value) != nil
        let isPart = isAddress && !isWhole && finding.value.firstPlace(of: "${") != nil
        guard Placeholder.fits(finding.value), finding.fact != .authority || isWhole, !isPart,
          seen.insert("\(finding.place.file) \(finding.value) \(finding.variable ?? "")").inserted
        else { continue }
        // The first part of the domain is the tenant's name.
        let domain = tenant.domains.first ?? ""
        let isName = ASCII.lowercased(finding.key).hasSuffix("name")
        let value = finding.fact == .domain ? domain : isName ? domain.parts(0x2E).first ?? "" : tenant.id
        let isIssuer = isAddress && isWhole && (finding.fact == .authority || finding.value.isEmpty)
        rows.append(put(isIssuer ? "https://login.microsoftonline.com/\(tenant.id)/v2.0" : value, at: finding))
      }
      for finding in app.all(.secret) where !candidateIsScript(finding, of: app) {
        if Placeholder.fits(finding.value) {
          rows.append(put(Vocabulary.secret(of: app), at: finding))
        } else if !withSecrets {
          rows.append(
            "\(finding.place): the secret of \(app.alias) stands here and is not copied; write \(Vocabulary.secret(of: app)) here, the secret into the scenario, or use --with-secrets"
          )
        }
      }
      if let certificate = app.first(.certificate), !certificate.value.hasPrefix("-----BEGIN") {
        rows.append("\(certificate.place): \(app.alias) proves itself with a certificate; add it to the scenario")
      }
      let own = app.kind == .native ? app.candidates.flatMap(\.findings) : []
      if own.contains(where: { $0.key == "redirect_uri" && Placeholder.fits($0.value) }) {
        rows.append(
          "\(app.alias): the redirect URI of an Android app has its package's name and its signature's digest: msauth://PACKAGE/HASH"
        )
      }
    }
    return rows + remarks(.missing)
  }

  /// A sample's script says that there is a secret; it is not the place to put one.
  private func candidateIsScript(_ finding: Finding, of app: DraftApp) -> Bool {
    app.candidates.contains { $0.isExport && $0.file == finding.place.file } && finding.value.isEmpty
  }

  private func put(_ value: String, at finding: Finding) -> String {
    // Settings of .NET that are secret, or stand nowhere, belong to the secrets of the user.
    if finding.key.utf8.contains(0x3A) {
      let folder = PathName.folder(of: finding.place.file)
      return
        "\(finding.place): set \(finding.key) to \(value): dotnet user-secrets set \"\(finding.key)\" \"\(value)\"\(folder.isEmpty ? "" : " --project \(folder)")"
    }
    let name = PathName.last(of: finding.place.file)
    let isExample = name.hasPrefix(".env") && PathName.isExample(ASCII.lowercased(name))
    let copy = isExample ? " in a copy of this file without its ending" : ""
    if finding.value.isEmpty || finding.value.firstPlace(of: "${") != nil {
      return "\(finding.place): set \(finding.variable ?? finding.key) to \(value)\(copy)"
    }
    let shown = finding.value.utf8.count > 60 ? String(finding.value.prefix(57)) + "…" : finding.value
    return "\(finding.place): write \(value) in the place of \(shown)\(copy)"
  }
}
