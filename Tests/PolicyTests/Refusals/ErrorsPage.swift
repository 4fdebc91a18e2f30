@testable import Policy

/// The page of the documentation that lists the catalogue, as Markdown. The tests compare it with the file.
enum ErrorsPage {
  static var markdown: String {
    var lines = introduction
    for section in RefusalKind.Section.allCases {
      let kinds = Catalogue.all.filter { $0.section == section }
      guard !kinds.isEmpty else { continue }
      lines += [
        "", "## \(section.rawValue)", "",
        "| Code | Name | `error` | `suberror` | HTTP | Where | Means | Text | MSAL asks the user | Here by | Known |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
      ]
      lines += kinds.map(row)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static var introduction: [String] {
    [
      "# Refusals", "",
      "Every error mockidp can give, from the table it answers with. `mockidp explain AADSTS50173` prints one of them in",
      "full, with what to do about it. In scenario files the number and the name mean the same:", "",
      "```yaml",
      "then: [ { refuse: AADSTS50173 } ]",
      "then: [ { refuse: grantRevoked } ]",
      "```", "",
      "`error` is the word at the v2.0 token endpoint, with the word on a redirect behind a slash where that is another.",
      "HTTP is the status of the token endpoint; an error page is 200. The last column names the libraries that give an",
      "app their \"interaction required\" type when the token endpoint answers a silent refresh this way; Python has no",
      "such type and stands there when its `classification` is set.", "",
      "The column behind it says what brings a refusal about here. *State*: the world can be put so that it follows by itself,",
      "as `mockidp explain` describes. *Rule*: only `refuse` gives it. Any of them can be had from a rule.", "",
      "The last column says how the row is known: *seen* in an answer of the service, in that month; *listed* in the service's own",
      "list; *documented*; *reported*; or *chosen*, because no record is known. Each that was seen has a file in",
      "[`Tests/Records`](../Tests/Records) that is played against this program.", "",
      "What Microsoft Graph refuses of [mail](mail.md) and the codes of [provisioning's log](provisioning.md#what-the-codes-mean) stand on their",
      "own pages.", "",
      "\(share).", "",
      "\(Catalogue.all.count) refusals in all, \(Catalogue.all.filter { $0.cause != nil }.count) of them by state.",
    ]
  }

  /// How many rows are known in which way.
  static var share: String {
    let counts = Knowledge.allCases.map { known in (known, Catalogue.all.filter { $0.witness.known == known }.count) }
    let chosen = Catalogue.all.filter { $0.witness.known == .chosen }.count
    return counts.map { "\($0.0.rawValue) \($0.1)" }.joined(separator: ", ")
      + ": \(chosen * 100 / Catalogue.all.count) % are chosen"
  }

  private static func row(_ kind: RefusalKind) -> String {
    let cells = [
      kind.label, "`\(kind.name)`", words(kind), kind.suberror.map { "`\($0.rawValue)`" } ?? "–",
      kind.surfaces.contains(.token) ? String(kind.status) : "–", kind.places, escaped(kind.meaning),
      texts(kind), libraries(kind), kind.cause == nil ? "rule" : "state",
      kind.witness.short,
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func texts(_ kind: RefusalKind) -> String {
    let others = kind.variants.map { "*When \(escaped($0.condition)):* \(escaped($0.difference))" }
    return ([escaped(kind.template.description)] + others).joined(separator: "<br>")
  }

  private static func words(_ kind: RefusalKind) -> String {
    guard let redirect = kind.redirectError, redirect != kind.error else { return "`\(kind.error.rawValue)`" }
    return "`\(kind.error.rawValue)` / `\(redirect.rawValue)`"
  }

  private static func libraries(_ kind: RefusalKind) -> String {
    guard kind.surfaces.contains(.token) else { return "–" }
    let verdicts = kind.verdicts
    let asking = verdicts.filter(\.asksUser).map(\.library.rawValue)
    let others = verdicts.filter { !$0.asksUser }.map(\.library.rawValue)
    if asking.isEmpty { return "none" }
    if others.isEmpty { return "all" }
    return others.count <= 2 ? "all but \(others.joined(separator: ", "))" : asking.joined(separator: ", ")
  }

  /// A bar would end the cell of the table, and angle brackets would become markup.
  private static func escaped(_ cell: String) -> String {
    cell.reduce(into: "") { text, character in
      switch character {
      case "|": text += "\\|"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\u{A0}": text += " "
      default: text.append(character)
      }
    }
  }
}
