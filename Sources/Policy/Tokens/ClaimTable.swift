/// The rows of `Claim` as the documentation prints them, each table by its name.
enum ClaimTable {
  static let all: [(name: String, markdown: String)] = [
    ("tokens of users", tokens(TokenForm.columnsOfUsers)), ("other tokens", tokens(TokenForm.columnsOfOthers)),
    ("optional claims", options),
  ]

  private static func tokens(_ columns: [(form: TokenForm, title: String)]) -> String {
    let titles: [String] = columns.map { $0.title }
    var lines: [String] = [
      "| claim | " + titles.joined(separator: " | ") + " | when | decided by | known |",
      "| --- |" + titles.map { _ in " :-: |" }.joined() + " --- | --- | --- |",
    ]
    let later = Claim.all.dropFirst(Claim.heads.count).sorted { $0.name < $1.name }
    for claim in Claim.heads + later {
      let marks: [String] = columns.map { column in mark(of: claim, in: column.form) }
      if marks.allSatisfy({ $0.isEmpty }) { continue }
      let name = "`\(claim.name)`" + (claim.isOpaque ? " *" : "")
      let known = Witness.ofClaims[claim.name]?.short ?? ""
      let cells: [String] = [name] + marks + [claim.condition, claim.decider.rawValue, known]
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func mark(of claim: Claim, in form: TokenForm) -> String {
    if claim.carriers.contains(form) { return claim.conditionalForms.contains(form) ? "c" : "x" }
    return claim.isChosen && TokenForm.customers.contains(form) ? "f" : ""
  }

  /// What a registration that lists a claim gets.
  private static var options: String {
    var lines = ["| claim | its value | absent |", "| --- | --- | --- |"]
    for claim in Claim.all.sorted(by: { $0.name < $1.name }) {
      guard let option = claim.option else { continue }
      lines.append("| `\(claim.name)` | \(option.meaning) | \(option.absence) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
