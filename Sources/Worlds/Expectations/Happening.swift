import Policy

/// What a pattern can fit: one event of an exchange, or the exchange as a whole.
struct Happening {
  let exchange: Exchange
  let event: Exchange.Event?

  func fits(_ pattern: Pattern) -> Bool { isCandidate(for: pattern) && pattern.matches(exchange, event: event) }

  /// Whether the pattern is about things of this kind: a pattern with an event is about events, any other about
  /// exchanges.
  func isCandidate(for pattern: Pattern) -> Bool { (event != nil) == (pattern.event != nil) }

  /// `#4 token.refused AADSTS50173 (refresh_token, mobile, alice)`.
  var summary: String {
    let what = event?.rawValue ?? exchange.endpoint.rawValue
    let error = exchange.refusal.map { " \($0.kind.label)" } ?? exchange.resourceError.map { " \($0)" } ?? ""
    let details = [
      exchange.grant, exchange.action?.rawValue, exchange.client?.alias, exchange.user?.alias, exchange.group?.alias,
    ].compactMap { $0 }
    return "#\(exchange.number) \(what)\(error)" + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
  }
}
