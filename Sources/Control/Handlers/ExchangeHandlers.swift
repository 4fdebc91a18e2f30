import Bytes
import Directory
import JSON
import Scenarios

/// Questions to the journal.
enum ExchangeHandlers {
  private static let defaultLimit = 100

  /// `{"exchanges": […], "last": 17}`, the oldest first. `last` is the number to give as `after` next time; without
  /// `after` the newest are shown, with it those that come next.
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    let query = try call.query(
      "endpoint", "event", "user", "client", "tenant", "grant", "error", "after", "limit")
    let pattern = try pattern(query, call)
    let after = try number("after", query, "the number of an exchange, or 0")
    let limit = try number("limit", query, "how many to show, such as 20") ?? defaultLimit
    let fitting = call.world.journal.exchanges.filter { exchange in
      exchange.number > after ?? 0 && fits(exchange, pattern)
    }
    let shown = after == nil ? fitting.suffix(limit) : fitting.prefix(limit)
    return answer(shown, last: shown.last?.number ?? after ?? 0)
  }

  static func find(_ call: ControlCall) throws -> ControlAnswer {
    _ = try call.query()
    let id = GUID(call.value)
    let found = call.world.journal.exchanges.filter { exchange in
      if let id { exchange.traceID == id || exchange.correlationID == id } else { "\(exchange.number)" == call.value }
    }
    guard let last = found.last else {
      throw Problem.notFound(
        "exchange", call.value,
        "GET /_mockidp/v1/exchanges shows all there are; ask by number, trace id or correlation id.")
    }
    return answer(found[...], last: last.number)
  }

  static func clear(_ call: ControlCall) throws -> ControlAnswer {
    _ = try call.query()
    let count = call.world.journal.exchanges.count
    call.world.journal.clear()
    return .json(["removed": .integer(Int64(count))])
  }

  private static func answer(_ exchanges: ArraySlice<Exchange>, last: Int) -> ControlAnswer {
    .json(["exchanges": .array(exchanges.map { ExchangeJSON.value($0) }), "last": .integer(Int64(last))])
  }

  private static func pattern(_ query: FormFields, _ call: ControlCall) throws(Problem) -> Pattern {
    var pattern = Pattern()
    pattern.endpoint = try word("endpoint", query)
    pattern.event = try word("event", query)
    if let name = query.nonEmpty("user") { pattern.user = try call.user(name).alias }
    if let name = query.nonEmpty("client") { pattern.client = try call.application(name).alias }
    if let name = query.nonEmpty("tenant") {
      let directory = call.world.directory
      guard let tenant = directory.tenant(named: name) else {
        throw .unknownWord("tenant", name, known: directory.tenantsInOrder.map(\.alias))
      }
      pattern.tenant = tenant.alias
    }
    pattern.grant = query.nonEmpty("grant")
    pattern.error = query.nonEmpty("error")
    return pattern
  }

  private static func fits(_ exchange: Exchange, _ pattern: Pattern) -> Bool {
    if let event = pattern.event, !exchange.events.contains(event) { return false }
    return pattern.matches(exchange, event: pattern.event)
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String, _ query: FormFields)
    throws(Problem) -> Word?
  {
    guard let text = query.nonEmpty(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw .unknownWord(name, text, known: Word.allCases.map(\.rawValue))
    }
    return word
  }

  private static func number(_ name: String, _ query: FormFields, _ expected: String) throws(Problem) -> Int? {
    guard let text = query.nonEmpty(name) else { return nil }
    guard text.utf8.allSatisfy(ASCII.isDigit), let number = Int(text) else {
      throw .badValue(name, found: text, expected: expected)
    }
    return number
  }
}
