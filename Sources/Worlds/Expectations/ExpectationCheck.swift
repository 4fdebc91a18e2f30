/// Compares expectations with what happened.
package enum ExpectationCheck {
  /// One result for each expectation, in their order. A pattern with an event counts events; any other pattern counts
  /// exchanges. `exchanges` are in the journal's order.
  package static func evaluate(_ expectations: [Expectation], _ exchanges: [Exchange]) -> [ExpectationResult] {
    let happenings = Happening.all(exchanges)
    return expectations.map { expectation in
      switch expectation.demand {
      case .occurs(let pattern, let count, let after, let before):
        occurrences(of: pattern, count, Window(after: after, before: before, happenings), expectation, happenings)
      case .inOrder(let steps): order(steps, expectation, happenings)
      }
    }
  }

  // MARK: Counts

  /// The part of the journal in which happenings count.
  private struct Window {
    private(set) var first = 0
    private(set) var end = Int.max
    /// What `after` and `before` name that never happened.
    private(set) var missing: [String] = []

    init(after: Expectation.Anchor?, before: Expectation.Anchor?, _ happenings: [Happening]) {
      if let after {
        if let anchor = happenings.first(where: { $0.fits(after.pattern) }) {
          first = anchor.position + 1
        } else {
          first = .max
          missing.append(after.summary)
        }
      }
      if let before {
        if let anchor = happenings.first(where: { $0.fits(before.pattern) }) {
          end = anchor.position
        } else {
          missing.append(before.summary)
        }
      }
    }

    func contains(_ happening: Happening) -> Bool { happening.position >= first && happening.position < end }
  }

  private static func occurrences(
    of pattern: Pattern, _ count: ExpectedCount, _ window: Window, _ expectation: Expectation, _ happenings: [Happening]
  ) -> ExpectationResult {
    let fitting = happenings.filter { $0.fits(pattern) }
    let found = fitting.filter(window.contains)
    // A happening can only be found before or after an anchor that is there. To find none, no anchor is needed.
    let isMet = count.contains(found.count) && (window.missing.isEmpty || count.contains(0))
    var result = ExpectationResult(
      expectation: expectation, found: found.count, isMet: isMet,
      verdict: "\(expectation.summary): expected \(count.words), found \(ExpectedCount.times(found.count))")
    result.matches = found.map(sighting)
    guard !isMet else { return result }
    let outside = fitting.filter { !window.contains($0) }
    if let anchor = window.missing.first {
      result.remark = "\(anchor) never happened"
    } else if found.count < count.least, !outside.isEmpty {
      result.remark = "outside of that: " + outside.prefix(3).map(\.summary).joined(separator: "; ")
    }
    if found.count < count.least {
      result.nearest = nearest(to: pattern, among: happenings.filter(window.contains))
      if result.nearest.isEmpty, found.isEmpty, result.remark == nil { result.remark = "nothing like it happened" }
    }
    return result
  }

  // MARK: Order

  private static func order(
    _ steps: [Pattern], _ expectation: Expectation, _ happenings: [Happening]
  ) -> ExpectationResult {
    var rest = happenings[...]
    var reached: [Happening] = []
    var missing: Pattern?
    for step in steps {
      guard let index = rest.firstIndex(where: { $0.fits(step) }) else {
        missing = step
        break
      }
      reached.append(rest[index])
      rest = rest[(index + 1)...]
    }
    var result = ExpectationResult(
      expectation: expectation, found: reached.count, isMet: missing == nil,
      verdict: "\(expectation.summary): expected in this order, found "
        + (missing == nil ? "all" : "\(reached.count) of \(steps.count)"))
    result.matches = reached.map(sighting)
    guard let missing else { return result }
    let earlier = happenings.filter { $0.fits(missing) }
    result.remark =
      (reached.last.map { "after #\($0.exchange.number) no " } ?? "no ") + missing.summary
      + (earlier.isEmpty ? "" : ", only before it: " + earlier.prefix(3).map(\.summary).joined(separator: "; "))
    result.nearest = nearest(to: missing, among: Array(rest))
    return result
  }

  // MARK: What came close

  private static func sighting(_ happening: Happening) -> ExpectationResult.Sighting {
    ExpectationResult.Sighting(number: happening.exchange.number, summary: happening.summary)
  }

  /// The happenings that miss the fewest parts of the pattern, the newest first. Empty when no happening fits any part.
  private static func nearest(to pattern: Pattern, among happenings: [Happening]) -> [ExpectationResult.Sighting] {
    let parts = PatternPart.parts(of: pattern)
    let scored = happenings.filter { $0.isCandidate(for: pattern) && !$0.fits(pattern) }.map { happening in
      (happening, misses: parts.filter { !$0.pattern.matches(happening.exchange, event: happening.event) })
    }
    guard let fewest = scored.map(\.misses.count).min(), fewest < parts.count else { return [] }
    return scored.filter { $0.misses.count == fewest }.reversed().map { happening, misses in
      ExpectationResult.Sighting(
        number: happening.exchange.number, summary: happening.summary,
        differences: misses.map {
          .init(key: $0.key, wanted: $0.wanted, found: $0.found(happening.exchange, happening.event))
        })
    }
  }
}
