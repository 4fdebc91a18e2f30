import Policy

/// An exchange as far as one of its events, or the whole of it.
struct Happening {
  let exchange: Exchange
  let event: Exchange.Event?
  /// Its place among all happenings: an exchange comes before its own events.
  let position: Int

  /// Everything that happened, in order.
  static func all(_ exchanges: [Exchange]) -> [Happening] {
    var all: [Happening] = []
    for exchange in exchanges {
      all.append(Happening(exchange: exchange, event: nil, position: all.count))
      for event in exchange.events { all.append(Happening(exchange: exchange, event: event, position: all.count)) }
    }
    return all
  }

  func fits(_ pattern: Pattern) -> Bool { isCandidate(for: pattern) && pattern.matches(exchange, event: event) }

  /// A pattern with an event is about events, another about whole exchanges.
  func isCandidate(for pattern: Pattern) -> Bool { (event != nil) == (pattern.event != nil) }

  /// `#4 token.refused AADSTS50173 (refresh_token, mobile, alice)`.
  var summary: String {
    let what = event?.rawValue ?? exchange.endpoint.rawValue
    let error = exchange.refusal.map { " \($0.kind.label)" } ?? exchange.resourceError.map { " \($0)" } ?? ""
    let details = [exchange.grant, exchange.client?.alias, exchange.user?.alias].compactMap { $0 }
    return "#\(exchange.number) \(what)\(error)" + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
  }
}
