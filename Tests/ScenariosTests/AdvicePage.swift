@testable import Worlds

/// The page of the documentation that lists the table of advice, as Markdown.
enum AdvicePage {
  /// The whole page, with a section for each row of the table.
  static var markdown: String {
    var lines = [
      "# Advice", "",
      "Things that apps do which work against a mock and hurt them elsewhere. mockidp looks for them in the journal. It says what it",
      "found when `mockidp serve` stops and at the end of `mockidp exec`; [`mockidp advice`](command-line.md#advice) asks a running server,",
      "and `GET /_mockidp/v1/advice` does so for programs. Advice never changes an answer or an exit code, unless `mockidp advice --strict`",
      "is asked.", "",
      "Where time matters it is the world's: while its clock stands still, nothing is said about speed.", "",
      "\(AdviceKind.all.count) in all. `mockidp explain \(AdviceKind.all.first?.id ?? "")` prints one of them.",
    ]
    for kind in AdviceKind.all {
      lines += ["", "## \(kind.id)", "", "**\(kind.title).** \(kind.why)", "", kind.remedy]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
