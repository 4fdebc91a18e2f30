import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Scenarios
import Worlds

/// Questions about the journal of a world.
enum ExchangeHandlers {
  /// `{"exchanges": […], "last": 17}`, the oldest first. The caller gives `last` as `after` in the next call. Without
  /// `after` the answer has the newest exchanges; with it, the ones that come next.
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    let pattern = try pattern(call)
    let after = number("after", call)
    let fitting = call.world.journal.exchanges.filter { exchange in
      exchange.number > after ?? 0 && fits(exchange, pattern)
    }
    let shown = after == nil ? fitting.suffix(call.limit) : fitting.prefix(call.limit)
    return answer(shown, last: shown.last?.number ?? after ?? 0, withAnswers: call.query["answers"] != nil)
  }

  /// Looks in the world of the call, or in all worlds. An id of a client's log does not tell the world.
  static func find(_ call: ControlCall) throws -> ControlAnswer {
    let wanted = call["id"]
    let id = GUID(wanted)
    let isEverywhere = call.query["worlds"] != nil
    let others = isEverywhere ? (call.configuration.worlds.map { [$0.main] + $0.worlds } ?? []) : []
    let found = (others.isEmpty ? [call.world] : others).flatMap { world in
      world.journal.exchanges.filter { exchange in
        if let id { exchange.traceID == id || exchange.correlationID == id } else { "\(exchange.number)" == wanted }
      }.map { (world, $0) }
    }
    guard let last = found.last else {
      throw Problem.notFound(
        "exchange", wanted,
        "GET /_mockidp/v1/exchanges shows all of one world; ask by number, trace id or correlation id, and with ?worlds=all in all worlds."
      )
    }
    let values = found.map { world, exchange -> JSONValue in
      let value = ExchangeJSON.value(exchange, withAnswer: true)
      guard isEverywhere, case .object(var members) = value else { return value }
      members.append("world", world.name)
      return .object(members)
    }
    return .json(["exchanges": .array(values), "last": .integer(Int64(last.1.number))])
  }

  static func clear(_ call: ControlCall) throws -> ControlAnswer {
    let count = call.world.journal.exchanges.count
    call.world.journal.clear()
    return .removed(count)
  }

  /// Begins after `Last-Event-ID`, which browsers send when they connect again, else after `after`, else with the next
  /// exchange.
  static func follow(_ call: ControlCall) throws -> ControlAnswer {
    let pattern = try pattern(call)
    let position = call.world.journal.position
    var after = number("after", call)
    if let last = call.call.request.fields["Last-Event-ID"], !last.isEmpty {
      guard last.utf8.allSatisfy(ASCII.isDigit), let number = Int(last) else {
        throw Problem.badValue("Last-Event-ID", found: last, expected: "the number of an exchange, or 0")
      }
      after = number
    }
    // A number above the newest one is from before the journal was cleared.
    let start = after.map { $0 > position.number ? 0 : $0 } ?? position.number
    let stream = ExchangeStream(call.world.journal, after: start, generation: position.generation) {
      fits($0, pattern)
    }
    return .stream(stream, contentType: "text/event-stream")
  }

  static func archive(_ call: ControlCall) throws -> ControlAnswer {
    let pattern = try pattern(call)
    let exchanges = call.world.journal.exchanges.filter { fits($0, pattern) }
    return .json(
      HTTPArchive.make(
        exchanges, scheme: call.call.origin.isSecure ? "https" : "http", version: call.configuration.version))
  }

  private static func answer(_ exchanges: ArraySlice<Exchange>, last: Int, withAnswers: Bool) -> ControlAnswer {
    .json([
      "exchanges": .array(exchanges.map { ExchangeJSON.value($0, withAnswer: withAnswers) }),
      "last": .integer(Int64(last)),
    ])
  }

  private static func pattern(_ call: ControlCall) throws(Problem) -> Pattern {
    var pattern = Pattern()
    pattern.endpoint = call.query.nonEmpty("endpoint").flatMap(EndpointName.init(rawValue:))
    pattern.event = call.query.nonEmpty("event").flatMap(Exchange.Event.init(rawValue:))
    if let name = call.query.nonEmpty("user") { pattern.user = try call.user(name).alias }
    if let name = call.query.nonEmpty("client") { pattern.client = try call.application(name).alias }
    if let name = call.query.nonEmpty("tenant") { pattern.tenant = try call.tenant(name).alias }
    pattern.action = call.query.nonEmpty("action").flatMap(Exchange.ProvisioningAction.init(rawValue:))
    if let name = call.query.nonEmpty("group") { pattern.group = try group(name, call) }
    pattern.binding = call.query.nonEmpty("binding").flatMap(Exchange.MessageBinding.init(rawValue:))
    pattern.initiated = call.query.nonEmpty("initiated").flatMap(Exchange.Initiator.init(rawValue:))
    pattern.grant = call.query.nonEmpty("grant")
    pattern.error = call.query.nonEmpty("error")
    return pattern
  }

  /// The alias of a group, or the object id of one that may be gone.
  private static func group(_ name: String, _ call: ControlCall) throws(Problem) -> String {
    let directory = call.world.directory
    if let group = directory.group(named: name) { return group.alias }
    if GUID(name) != nil { return name }
    throw .unknownWord("group", name, known: directory.groupsInOrder.map(\.alias))
  }

  private static func fits(_ exchange: Exchange, _ pattern: Pattern) -> Bool {
    if let event = pattern.event, !exchange.events.contains(event) { return false }
    return pattern.matches(exchange, event: pattern.event)
  }

  private static func number(_ name: String, _ call: ControlCall) -> Int? {
    call.query.nonEmpty(name).flatMap { Int($0) }
  }
}
