/// Compares expectations with what happened.
package enum ExpectationCheck {
  /// One result for each expectation, in their order. A pattern with an event counts events; any other pattern counts
  /// exchanges. `exchanges` are in the journal's order.
  package static func evaluate(_ expectations: [Expectation], _ exchanges: [Exchange]) -> [ExpectationResult] {
    let happenings = Happenings(exchanges)
    return expectations.map { expectation in
      switch expectation.demand {
      case .occurs(let pattern, let count, let after, let before):
        occurrences(of: pattern, count, Window(after: after, before: before, happenings), expectation, happenings)
      case .inOrder(let steps): order(steps, expectation, happenings)
      }
    }
  }

  /// What came nearest to a pattern that nothing has fitted: the newest of those that miss the fewest parts of it. Nil when nothing fits any
  /// part. `exchanges` are in the journal's order.
  package static func nearest(to pattern: Pattern, among exchanges: [Exchange]) -> ExpectationResult.Sighting? {
    let found = nearest(to: pattern, among: Happenings(exchanges)) { _ in true }
    return found.sightings.first
  }

  // MARK: Counts

  /// The part of the journal in which happenings count.
  private struct Window {
    private(set) var first = 0
    private(set) var end = Int.max
    /// What `after` and `before` name that never happened.
    private(set) var missing: [String] = []

    init(after: Expectation.Anchor?, before: Expectation.Anchor?, _ happenings: Happenings) {
      if let after {
        if let anchor = happenings.first(after.pattern) {
          first = anchor + 1
        } else {
          first = .max
          missing.append(after.summary)
        }
      }
      if let before {
        if let anchor = happenings.first(before.pattern) {
          end = anchor
        } else {
          missing.append(before.summary)
        }
      }
    }

    func contains(_ position: Int) -> Bool { position >= first && position < end }
  }

  private static func occurrences(
    of pattern: Pattern, _ count: ExpectedCount, _ window: Window, _ expectation: Expectation, _ happenings: Happenings
  ) -> ExpectationResult {
    let fitting = happenings.fitting(pattern)
    let found = fitting.filter(window.contains)
    // A happening can only be found before or after an anchor that is there. To find none, no anchor is needed.
    let isMet = count.contains(found.count) && (window.missing.isEmpty || count.contains(0))
    var result = ExpectationResult(
      expectation: expectation, found: found.count, isMet: isMet,
      verdict: "\(expectation.summary): expected \(count.words), found \(ExpectedCount.times(found.count))")
    result.matches = found.prefix(ExpectationResult.maximumListed).map { sighting(happenings[$0]) }
    guard !isMet else { return result }
    let outside = fitting.filter { !window.contains($0) }
    if let anchor = window.missing.first {
      result.remark = "\(anchor) never happened"
    } else if found.count < count.least, !outside.isEmpty {
      result.remark = "outside of that: " + outside.prefix(3).map { happenings[$0].summary }.joined(separator: "; ")
    }
    if found.count < count.least {
      note(nearestTo: pattern, among: happenings, where: window.contains, in: &result)
      if result.nearest.isEmpty, found.isEmpty, result.remark == nil { result.remark = "nothing like it happened" }
    }
    return result
  }

  // MARK: Order

  private static func order(
    _ steps: [Pattern], _ expectation: Expectation, _ happenings: Happenings
  ) -> ExpectationResult {
    var reached: [Int] = []
    var missing: Pattern?
    for step in steps {
      guard let position = happenings.first(step, from: (reached.last ?? -1) + 1) else {
        missing = step
        break
      }
      reached.append(position)
    }
    var result = ExpectationResult(
      expectation: expectation, found: reached.count, isMet: missing == nil,
      verdict: "\(expectation.summary): expected in this order, found "
        + (missing == nil ? "all" : "\(reached.count) of \(steps.count)"))
    result.matches = reached.map { sighting(happenings[$0]) }
    guard let missing else { return result }
    let earlier = happenings.fitting(missing)
    result.remark =
      (reached.last.map { "after #\(happenings[$0].exchange.number) no " } ?? "no ") + missing.summary
      + (earlier.isEmpty
        ? "" : ", only before it: " + earlier.prefix(3).map { happenings[$0].summary }.joined(separator: "; "))
    let first = (reached.last ?? -1) + 1
    note(nearestTo: missing, among: happenings, where: { $0 >= first }, in: &result)
    return result
  }

  // MARK: What came close

  private static func sighting(_ happening: Happening) -> ExpectationResult.Sighting {
    ExpectationResult.Sighting(number: happening.exchange.number, summary: happening.summary)
  }

  /// Notes the happenings that miss the fewest parts of the pattern, the newest first. None when no happening fits any part.
  private static func note(
    nearestTo pattern: Pattern, among happenings: Happenings, where isWanted: (Int) -> Bool,
    in result: inout ExpectationResult
  ) {
    let found = nearest(to: pattern, among: happenings, where: isWanted)
    result.nearestCount = found.count
    result.nearest = found.sightings
  }

  private static func nearest(
    to pattern: Pattern, among happenings: Happenings, where isWanted: (Int) -> Bool
  ) -> (count: Int, sightings: [ExpectationResult.Sighting]) {
    let parts = PatternPart.parts(of: pattern)
    var fewest = parts.count
    var nearest: [Int] = []
    for position in happenings.candidates(for: pattern) where isWanted(position) {
      let happening = happenings[position]
      let missed = parts.count { !$0.pattern.matches(happening.exchange, event: happening.event) }
      guard missed < parts.count, missed <= fewest, !happening.fits(pattern) else { continue }
      if missed < fewest { nearest = [] }
      fewest = missed
      nearest.append(position)
    }
    let sightings = nearest.reversed().prefix(ExpectationResult.maximumListed).map { position in
      let happening = happenings[position]
      return ExpectationResult.Sighting(
        number: happening.exchange.number, summary: happening.summary,
        differences: parts.filter { !$0.pattern.matches(happening.exchange, event: happening.event) }.map {
          .init(key: $0.key, wanted: $0.wanted, found: $0.found(happening.exchange, happening.event))
        })
    }
    return (nearest.count, Array(sightings))
  }
}
