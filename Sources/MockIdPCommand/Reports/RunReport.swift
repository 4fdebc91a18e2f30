import JSON

/// What `exec` prints at its end: the verdict, and the exchanges that explain it.
struct RunReport: Sendable {
  private static let maximumRows = 10

  let scenario: String
  let verdict: VerdictReport
  /// In the JSON of the control API.
  let exchanges: [JSONValue]
  let commandFailed: Bool
  var advice = AdviceReport(answer: .null)
  /// How many worlds have seen a request.
  var worlds = 1
  /// The rules that nothing has fitted.
  var idleRules: [String] = []

  /// Whether the command failed or an expectation was not met.
  var isBad: Bool { commandFailed || !verdict.isOK }

  func text(_ palette: Palette) -> String {
    let refused = exchanges.lazy.map { ExchangeRow($0) }.count { $0.isRefused && !$0.isChatter }
    let count = exchanges.count == 1 ? "1 exchange" : "\(exchanges.count) exchanges"
    let places = worlds > 1 ? " in \(worlds) worlds" : ""
    let head =
      "mockidp: \(scenario): \(count)\(places)\(refused == 0 ? "" : ", \(refused) refused"); \(verdict.summary)\n"
    let tail = idle + advice.brief(palette)
    guard isBad else { return head + tail }
    return head + (verdict.isOK ? "" : verdict.text(palette)) + rows(palette) + tail
  }

  /// A rule without any effect is often a rule whose pattern names the wrong thing.
  private var idle: String {
    idleRules.isEmpty ? "" : "Rules that nothing has fitted: \(idleRules.joined(separator: ", "))\n"
  }

  /// The last exchanges among those that unmet expectations name and those that were refused.
  private func rows(_ palette: Palette) -> String {
    let named = verdict.exchangesThatMattered
    let all = exchanges.map { ExchangeRow($0) }
    let mattered = zip(exchanges, all).filter { exchange, row in
      row.isRefused || exchange["number"]?.integer.flatMap(Int.init(exactly:)).map(named.contains) ?? false
    }.map(\.1)
    let shown = Array(ExchangeRow.folded(mattered.isEmpty ? all : mattered).suffix(Self.maximumRows))
    return ExchangeRow.table(shown, palette).map { $0 + "\n" }.joined()
  }
}
