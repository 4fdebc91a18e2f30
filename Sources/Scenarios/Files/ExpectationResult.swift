/// What came of one expectation.
package struct ExpectationResult: Sendable, Hashable {
  /// One exchange that a failed expectation names.
  package struct Sighting: Sendable, Hashable {
    /// The exchange's number in the journal.
    package let number: Int
    /// `#4 token.refused AADSTS50173 (refresh_token, mobile, alice)`.
    package let summary: String
    /// Where it differs from what was looked for; empty when it fits.
    package var differences: [Difference] = []

    /// The sighting with its differences, in one line.
    package var sentence: String {
      guard !differences.isEmpty else { return summary }
      return "\(summary), where "
        + differences.map { "\($0.key) is \($0.found ?? "missing")" }.joined(separator: " and ")
    }
  }

  /// A key of the pattern that did not fit.
  package struct Difference: Sendable, Hashable {
    package let key: String
    package let wanted: String
    /// Nil: the exchange has nothing there.
    package let found: String?
  }

  package let expectation: Expectation
  /// How often it happened; of an order, how many of its steps.
  package let found: Int
  package let isMet: Bool
  /// `signIn, user alice: expected twice, found once`.
  package let verdict: String
  /// Why not, beyond the count: `token.refused never happened`. Nil when there is no more to say.
  package var remark: String?
  /// What was counted.
  package var matches: [Sighting] = []
  /// What came closest; of failed expectations only, the newest first.
  package var nearest: [Sighting] = []

  /// At most so many exchanges are named in a sentence.
  private static let maximumNamed = 3

  /// All of it in one line for people.
  package var sentence: String {
    guard !isMet else { return verdict }
    var sentence = verdict
    if !matches.isEmpty { sentence += ": " + Self.list(matches) }
    if let remark { sentence += "; \(remark)" }
    if !nearest.isEmpty { sentence += "; nearest: " + Self.list(nearest) }
    return sentence
  }

  private static func list(_ sightings: [Sighting]) -> String {
    let named = sightings.prefix(maximumNamed).map(\.sentence).joined(separator: "; ")
    let more = sightings.count - maximumNamed
    return more > 0 ? "\(named); and \(more) more" : named
  }
}
