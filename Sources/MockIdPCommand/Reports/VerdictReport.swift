import JSON

/// The verdicts about expectations, as text for the terminal. One that was not met has the matching and the nearest
/// exchanges below it.
struct VerdictReport: Sendable {
  /// Of each kind of exchange below a failed expectation.
  private static let maximumNamed = 5

  /// The answer of the control API.
  let answer: JSONValue

  var isOK: Bool { answer["ok"]?.bool == true }

  private var results: [JSONValue] { answer["expectations"]?.array ?? [] }

  private var failed: [JSONValue] { results.filter { !Self.isMet($0) } }

  /// `2 expectations met`, `1 of 2 expectations not met`.
  var summary: String {
    let all = "\(results.count) expectation\(results.count == 1 ? "" : "s")"
    if results.isEmpty { return "nothing is expected" }
    return isOK ? "\(all) met" : "\(failed.count) of \(all) not met"
  }

  /// The numbers of the exchanges that the unmet expectations name.
  var exchangesThatMattered: Set<Int> {
    Set(
      failed.flatMap { Self.sightings($0, "matches") + Self.sightings($0, "nearest") }
        .compactMap { $0["number"]?.integer.flatMap(Int.init(exactly:)) })
  }

  /// The numbers of the exchanges that the met expectations name.
  var expectedExchanges: Set<Int> {
    Set(
      results.filter(Self.isMet).flatMap { Self.sightings($0, "matches") }
        .compactMap { $0["number"]?.integer.flatMap(Int.init(exactly:)) })
  }

  func text(_ palette: Palette) -> String {
    results.flatMap { Self.lines($0, palette) }.map { $0 + "\n" }.joined()
  }

  private static func lines(_ result: JSONValue, _ palette: Palette) -> [String] {
    let verdict = result["verdict"]?.string ?? ""
    guard !isMet(result) else { return ["\(palette.green("met    "))  \(verdict)"] }
    var lines = ["\(palette.red("not met"))  \(verdict)"]
    for (label, member) in [("found", "matches"), ("nearest", "nearest")] {
      if member == "nearest", let remark = result["remark"]?.string { lines.append("         \(remark)") }
      let sightings = sightings(result, member)
      for (index, sighting) in sightings.prefix(maximumNamed).enumerated() {
        lines.append("         \(Columns.padded(index == 0 ? label : "", to: 9))\(sighting["text"]?.string ?? "")")
      }
      let more = sightings.count - maximumNamed
      if more > 0 { lines.append("                  and \(more) more") }
    }
    return lines
  }

  private static func isMet(_ result: JSONValue) -> Bool { result["met"]?.bool == true }

  private static func sightings(_ result: JSONValue, _ member: String) -> [JSONValue] { result[member]?.array ?? [] }
}
