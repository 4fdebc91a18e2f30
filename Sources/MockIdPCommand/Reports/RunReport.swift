import Bytes
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
  /// A line for each of them that an exchange came near to.
  var nearestToIdleRules: [String] = []

  /// Whether the command failed or an expectation was not met.
  var isBad: Bool { commandFailed || !verdict.isOK }

  func text(_ palette: Palette) -> String {
    let count = exchanges.count == 1 ? "1 exchange" : "\(exchanges.count) exchanges"
    let places = worlds > 1 ? " in \(worlds) worlds" : ""
    let head =
      "mockidp: \(scenario): \(count)\(places)\(refusals); \(verdict.summary)\n"
    let tail = remarks.map { $0 + "\n" }.joined() + advice.brief(palette)
    guard isBad else { return head + tail }
    return head + (verdict.isOK ? "" : verdict.text(palette)) + rows(palette) + tail
  }

  /// `, 3 refused`, and how many of them an expectation that was met has named.
  private var refusals: String {
    let refused = exchanges.filter { exchange in
      let row = ExchangeRow(exchange)
      return row.isRefused && !row.isChatter
    }
    guard !refused.isEmpty else { return "" }
    let expected = verdict.expectedExchanges
    let count = refused.count { $0["number"]?.integer.flatMap(Int.init(exactly:)).map(expected.contains) ?? false }
    let remark = count == 0 ? "" : count == refused.count ? ", as expected" : ", \(count) of them as expected"
    return ", \(refused.count) refused\(remark)"
  }

  /// What helps to see why something did not happen. A rule without any effect is often a rule whose pattern names the wrong thing.
  var remarks: [String] {
    var remarks: [String] = []
    if exchanges.isEmpty, isBad { remarks.append(Self.noRequest) }
    if !idleRules.isEmpty { remarks.append("Rules that nothing has fitted: \(idleRules.joined(separator: ", "))") }
    return remarks + nearestToIdleRules.map { "  \(Printable.line($0))" }
  }

  private static let noRequest =
    "No request came. Does the command take the address from the environment (MOCKIDP_AUTHORITY and others), or do its requests go through the proxy "
    + "(exec --proxy)?"

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
