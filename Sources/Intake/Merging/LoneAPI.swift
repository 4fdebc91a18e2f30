import Bytes
import JSON
import LooseFormats

/// Gives an API that stands alone a client beside it: without one nobody can ask for its tokens.
enum LoneAPI {
  static func run(_ apps: inout [DraftApp], _ remarks: inout [Remark]) {
    for index in apps.indices where apps[index].kind == .spa && apps[index].all(.scope).isEmpty {
      // The page on which an API is tried out asks for the API's scopes.
      let isPage = apps[index].candidates.contains {
        $0.isFrontend || !Set($0.words).isDisjoint(with: ["swagger", "openapi"])
      }
      guard isPage else { continue }
      if let own = apps.first(where: { $0.kind == .api && $0.project == apps[index].project }) {
        for scope in scopes(of: own) { apps[index].add(scope) }
      }
    }
    guard apps.allSatisfy({ $0.kind == .api }) else { return }
    for api in apps where !api.candidates.allSatisfy(\.isExport) {
      guard let scope = scopes(of: api).first else { continue }
      var client = DraftApp(
        alias: "", clientId: MadeUpId.id("client of \(api.clientId)").description, idFinding: nil, isIdMadeUp: true,
        name: api.name.isEmpty ? "client" : "\(api.name)-client", kind: .native, kindPlace: scope.place,
        tenant: api.tenant, findings: [],
        project: api.project, candidates: [])
      for scope in scopes(of: api) { client.add(scope) }
      client.add(Finding(.nativeRedirect, "http://localhost", at: scope.place, key: "redirect URI", isAssumed: true))
      apps.append(client)
      remarks.add(
        .assumption,
        "no file tells of a client of this API; the scenario has one, so that somebody can ask for its tokens",
        at: scope.place)
    }
  }

  /// The scopes of an API as its clients ask for them.
  private static func scopes(of api: DraftApp) -> [Finding] {
    let uri = api.uri
    return api.scopes.map { scope in
      var asked = scope
      asked.fact = .scope
      asked.value = "\(uri)/\(scope.value)"
      asked.isAssumed = true
      return asked
    }
  }
}

extension Draft {
  /// Takes out what `scenario check` would refuse, and says so: the value of a line, or the app that the line belongs to.
  /// - Parameters:
  ///   - line: the line of the written scenario, from 1.
  ///   - text: the written scenario.
  ///   - why: the sentence of the refusal.
  /// - Returns: false when the line belongs to no app.
  package mutating func leaveOut(_ line: Int, of text: String, because why: String) -> Bool {
    let lines = SourceText(Array(text.utf8))?.lines ?? []
    let start = lines.firstIndex(of: "  apps:") ?? lines.count
    let isApp = start + 1 < line && line <= lines.count
    let owner = isApp ? lines[start..<line].last { $0.hasPrefix("    ") && !$0.hasPrefix("     ") } : nil
    guard let owner, let index = apps.firstIndex(where: { owner.hasPrefix("    \($0.alias):") }) else {
      remarks.add(.missing, "line \(line) of the scenario is refused: \(why)", at: nil)
      return false
    }
    let item = ASCII.trimmed(lines[line - 1])
    let place = apps[index].idFinding?.place
    let alias = apps[index].alias
    let found = apps[index].findings.firstIndex {
      item.hasPrefix("- ") && item.firstPlace(of: $0.value) != nil && $0.value.utf8.count > 2
    }
    if let found {
      let finding = apps[index].findings.remove(at: found)
      remarks.add(.leftAlone, "'\(finding.value)' of \(alias): \(why)", at: finding.place)
    } else if let member = apps[index].leaveOut(item) {
      remarks.add(.leftAlone, "an entry of \(member.value) of \(alias): \(why)", at: member.place)
    } else {
      apps.remove(at: index)
      assignments.removeAll { $0.app == alias }
      remarks.add(.leftAlone, "the app \(alias): \(why)", at: place)
    }
    return true
  }
}

extension DraftApp {
  /// Takes the entry that this line of the scenario belongs to out of a list of Graph's `application`. Nil when no list has it.
  fileprivate mutating func leaveOut(_ line: String) -> Finding? {
    let text = Quoting.unquoted(
      ASCII.trimmed(line.firstPlace(of: ": ").map { line[$0.upperBound...] } ?? line.dropFirst(2)))
    guard text.utf8.count > 2 else { return nil }
    for index in findings.indices where findings[index].fact == .member {
      guard case .array(let items) = findings[index].json else { continue }
      let kept = items.filter { $0.text.firstPlace(of: JSONValue.string(text).text) == nil }
      guard kept.count < items.count else { continue }
      let finding = findings[index]
      findings[index].json = .array(kept)
      if kept.isEmpty { findings.remove(at: index) }
      return finding
    }
    return nil
  }
}
