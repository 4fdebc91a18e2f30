/// The result of one expectation, with what a person needs to see why it was not met.
package struct ExpectationResult: Sendable, Hashable {
  /// An exchange, or one of its events, that a result names.
  package struct Sighting: Sendable, Hashable {
    /// The exchange's number in the journal.
    package let number: Int
    /// `#4 token.refused AADSTS50173 (refresh_token, mobile, alice)`.
    package let summary: String
    /// The keys of the pattern that do not fit it. Empty when the whole pattern fits.
    package var differences: [Difference] = []

    /// The sighting with its differences, in one line.
    package var sentence: String {
      guard !differences.isEmpty else { return summary }
      return "\(summary), where "
        + differences.map { "\($0.key) is \($0.found ?? "missing")" }.joined(separator: " and ")
    }
  }

  /// A key of the pattern that an exchange does not fit.
  package struct Difference: Sendable, Hashable {
    /// `user`, `grant` and so on; `header` for a header field, `not` for an exception.
    package let key: String
    /// What the pattern has there, in words.
    package let wanted: String
    /// What the exchange has there, in words. Nil: nothing.
    package let found: String?
  }

  /// The expectation that was checked.
  package let expectation: Expectation
  /// How often the pattern fitted; for an order, how many of its steps were reached.
  package let found: Int
  /// Whether the journal is as the expectation demands.
  package let isMet: Bool
  /// `signIn, user alice: expected twice, found once`.
  package let verdict: String
  /// More than the count tells: `token.refused never happened`. Nil when there is no more to say.
  package var remark: String?
  /// The first of the happenings that were counted, at most `maximumListed`; `found` tells how many there were. For an order, those that
  /// the steps reached.
  package var matches: [Sighting] = []
  /// The happenings that came closest, the newest first, at most `maximumListed`. Only for an expectation that is not met.
  package var nearest: [Sighting] = []
  /// How many came as close as these.
  package var nearestCount = 0

  /// How many happenings a list has at most. Many expectations may each be about the whole journal.
  package static let maximumListed = 20
  /// How many happenings a sentence names at most.
  private static let maximumNamed = 3

  /// All of it in one line for people.
  package var sentence: String {
    guard !isMet else { return verdict }
    guard let scenario = expectation.inheritedFrom else { return reason }
    return "\(reason) (expected by '\(scenario)', which the scenario extends)"
  }

  private var reason: String {
    var sentence = verdict
    if !matches.isEmpty { sentence += ": " + Self.list(matches, of: found) }
    if let remark { sentence += "; \(remark)" }
    if !nearest.isEmpty { sentence += "; nearest: " + Self.list(nearest, of: nearestCount) }
    return sentence
  }

  private static func list(_ sightings: [Sighting], of count: Int) -> String {
    let named = sightings.prefix(maximumNamed).map(\.sentence).joined(separator: "; ")
    let more = count - maximumNamed
    return more > 0 ? "\(named); and \(more) more" : named
  }
}
