import Worlds

/// What a server writes to standard error while it runs: a row for each exchange, and what was adopted.
struct ExchangeLog: Sendable {
  let isVerbose: Bool
  let adoption: AdoptionOption

  /// The function that the server calls after each exchange; nil when there is nothing to write.
  func function(_ console: Console) -> (@Sendable (Exchange, World) -> Void)? {
    guard isVerbose || adoption.isOn else { return nil }
    let palette = console.palette(of: console.errors)
    return { exchange, world in
      if isVerbose { console.note(ExchangeRow.table([ExchangeRow(exchange)], palette).joined()) }
      adoption.tell(exchange, of: world, console)
    }
  }
}
