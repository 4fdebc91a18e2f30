/// The rows of `Claim` as the documentation prints them, each table by its name.
enum ClaimTable {
  static let all: [(name: String, markdown: String)] = [
    ("tokens", tokens), ("optional claims", options),
  ]

  /// Which tokens have which claim unasked.
  private static var tokens: String {
    let columns = TokenForm.columns
    var lines = [
      "| claim | " + columns.map(\.title).joined(separator: " | ") + " | decided by |",
      "| --- |" + columns.map { _ in " :-: |" }.joined() + " --- |",
    ]
    let later = Claim.all.dropFirst(Claim.heads.count).sorted { $0.name < $1.name }
    for claim in Claim.heads + later {
      let marks = columns.map { form, _ in
        if claim.carriers.contains(form) { return "x" }
        return claim.isChosen && TokenForm.customers.contains(form) ? "f" : ""
      }
      if marks.allSatisfy(\.isEmpty) { continue }
      lines.append("| `\(claim.name)` | \(marks.joined(separator: " | ")) | \(claim.decider.rawValue) |")
    }
    return lines.joined(separator: "\n") + "\n"
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
