import Policy

/// All happenings of a journal in their order, named by their positions. An exchange comes directly before its own events.
struct Happenings {
  private var all: [Happening] = []
  /// The positions of each event, and of the exchanges as wholes. A pattern is about one of these, so nothing else is looked at.
  private var positions: [Exchange.Event?: [Int]] = [:]
  private var events: [Int] = []

  init(_ exchanges: [Exchange]) {
    for exchange in exchanges {
      append(Happening(exchange: exchange, event: nil))
      for event in exchange.events { append(Happening(exchange: exchange, event: event)) }
    }
  }

  private mutating func append(_ happening: Happening) {
    positions[happening.event, default: []].append(all.count)
    if happening.event != nil { events.append(all.count) }
    all.append(happening)
  }

  subscript(_ position: Int) -> Happening { all[position] }

  /// The positions of what the whole pattern fits.
  func fitting(_ pattern: Pattern) -> [Int] { possible(pattern).filter { all[$0].fits(pattern) } }

  /// The first position that the whole pattern fits, from `start` on. Nil: there is none.
  func first(_ pattern: Pattern, from start: Int = 0) -> Int? {
    possible(pattern).first { $0 >= start && all[$0].fits(pattern) }
  }

  /// The positions of the kind of thing that the pattern is about: of all events, or of exchanges.
  func candidates(for pattern: Pattern) -> [Int] { pattern.event == nil ? possible(pattern) : events }

  private func possible(_ pattern: Pattern) -> [Int] { positions[pattern.event] ?? [] }
}
