import Policy

/// Holds expectations against what happened.
package enum ExpectationCheck {
  /// What came of one expectation.
  package struct Result: Sendable, Hashable {
    package let expectation: Expectation
    package let found: Int
    package let isMet: Bool
    /// One line for people, which of a failed expectation also tells what came nearest.
    package let sentence: String
  }

  /// At most so many exchanges are named in a sentence.
  private static let maximumNamed = 3

  /// One result for each expectation, in their order. A pattern with an event counts events, another counts exchanges.
  package static func evaluate(_ expectations: [Expectation], _ exchanges: [Exchange]) -> [Result] {
    let happenings = exchanges.flatMap { exchange in
      [Happening(exchange: exchange, event: nil)] + exchange.events.map { Happening(exchange: exchange, event: $0) }
    }
    return expectations.map { evaluate($0, among: happenings) }
  }

  private static func evaluate(_ expectation: Expectation, among happenings: [Happening]) -> Result {
    let pattern = expectation.pattern
    let candidates = happenings.filter { ($0.event != nil) == (pattern.event != nil) }
    let found = candidates.filter { pattern.matches($0.exchange, event: $0.event) }
    let isMet = expectation.count.map { $0 == found.count } ?? !found.isEmpty
    var sentence = "\(pattern.summary): expected \(wanted(expectation.count)), found \(times(found.count))"
    if !isMet {
      if !found.isEmpty { sentence += ": " + list(found) }
      if found.count < expectation.count ?? 1 {
        let nearest = nearest(to: pattern, among: candidates)
        sentence += nearest.isEmpty ? "; nothing like it happened" : "; nearest: " + list(nearest)
      }
    }
    return Result(expectation: expectation, found: found.count, isMet: isMet, sentence: sentence)
  }

  /// Those that fit most of the pattern without fitting all of it, the newest first.
  private static func nearest(to pattern: Pattern, among candidates: [Happening]) -> [Happening] {
    let members = pattern.members
    let scored = candidates.map { candidate in
      (candidate, score: members.count { $0.matches(candidate.exchange, event: candidate.event) })
    }
    let best = scored.lazy.map(\.score).filter { $0 < members.count }.max() ?? 0
    guard best > 0 else { return [] }
    return scored.filter { $0.score == best }.map(\.0).reversed()
  }

  private static func list(_ happenings: [Happening]) -> String {
    let named = happenings.prefix(maximumNamed).map(\.summary).joined(separator: "; ")
    let more = happenings.count - maximumNamed
    return more > 0 ? "\(named); and \(more) more" : named
  }

  private static func wanted(_ count: Int?) -> String { count.map(times) ?? "at least once" }

  private static func times(_ count: Int) -> String {
    switch count {
    case 0: "never"
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }
}

/// An exchange as far as one of its events, or the whole of it.
private struct Happening {
  let exchange: Exchange
  let event: Exchange.Event?

  /// `#4 token.refused AADSTS50173 (refresh_token, mobile, alice)`.
  var summary: String {
    let what = event?.rawValue ?? exchange.endpoint.rawValue
    let error = exchange.refusal.map { " \($0.kind.label)" } ?? exchange.resourceError.map { " \($0)" } ?? ""
    let details = [exchange.grant, exchange.client?.alias, exchange.user?.alias].compactMap { $0 }
    return "#\(exchange.number) \(what)\(error)" + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
  }
}

extension Pattern {
  /// The pattern taken apart: one for each member that is set.
  fileprivate var members: [Pattern] {
    var members: [Pattern] = []
    func add(_ isSet: Bool, _ set: (inout Pattern) -> Void) {
      guard isSet else { return }
      var member = Pattern()
      set(&member)
      members.append(member)
    }
    add(event != nil) { $0.event = event }
    add(endpoint != nil) { $0.endpoint = endpoint }
    add(grant != nil) { $0.grant = grant }
    add(prompt != nil) { $0.prompt = prompt }
    add(client != nil) { $0.client = client }
    add(user != nil) { $0.user = user }
    add(tenant != nil) { $0.tenant = tenant }
    add(scope != nil) { $0.scope = scope }
    add(resource != nil) { $0.resource = resource }
    add(error != nil) { $0.error = error }
    add(host != nil) { $0.host = host }
    for header in headers { add(true) { $0.headers = [header] } }
    for exception in exceptions { add(true) { $0.exceptions = [exception] } }
    return members
  }
}
