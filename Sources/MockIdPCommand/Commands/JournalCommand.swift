import Bytes
import HTTPClient
import JSON
import Platform
import Synchronization

/// Prints the exchanges of a running server: requests, answers, and why they are as they are.
struct JournalCommand: Command {
  @Given(.value("--last", "COUNT", "How many, the newest (default 100)."), or: 100, in: 1...1_000_000) var last: Int
  @Given(.value("--user", "NAME", "Only this user's.")) var user: String?
  @Given(.value("--client", "NAME", "Only this app's.")) var client: String?
  @Given(.value("--tenant", "NAME", "Only this tenant's.")) var tenant: String?
  @Given(.value("--endpoint", "NAME", "Only this endpoint's: token, authorize, me, …")) var endpoint: String?
  @Given(.value("--event", "NAME", "Only those in which it happened: signIn, token.refused, …")) var event: String?
  @Given(.value("--error", "ERROR", "Only these refusals: AADSTS50173, grantRevoked, invalid_grant."))
  var error: String?
  @Given(.flag("--follow", "Go on printing what comes, until a signal or the server's end.")) var follows: Bool
  @Given(.flag("--json", "Print the exchanges as JSON; with --follow one in a line.")) var isJSON: Bool
  @Given(.flag("--har", "Print all that fit as an HTTP archive (HAR), which browsers open.")) var isArchive: Bool
  var server = ServerLocation()

  static let manual = Manual(
    name: "journal", summary: "print the exchanges of a running server",
    forms: ["journal [--last COUNT] [--user NAME] [--error ERROR] [--follow]"],
    details: ["'mockidp explain NUMBER' tells why an exchange ended as it did."],
    options: Self().options,
    examples: [
      .init("mockidp journal", "A line for each exchange, the oldest first."),
      .init("mockidp journal --last 5 --json", "The newest five, for a script."),
      .init("mockidp journal --har > run.har", "For the network tab of a browser."),
      .init("mockidp journal --error invalid_grant --follow", "Watch refresh tokens being refused."),
    ])

  func check(_ arguments: Arguments) throws(UsageError) {
    if isArchive, follows || isJSON { throw arguments.error("--har goes neither with --follow nor with --json") }
  }

  func run(on console: Console) throws -> ExitCode {
    let server = try RemoteServer.find(server, on: console)
    guard !isArchive else {
      console.print(try server.control("GET", "/exchanges.har?" + query([])).prettyText)
      return .success
    }
    let answer = try server.control("GET", "/exchanges?" + query([("limit", "\(last)")]))
    let exchanges = answer["exchanges"]?.array ?? []
    guard follows else {
      if isJSON {
        console.print(JSONValue.array(exchanges).prettyText)
      } else {
        let rows = ExchangeRow.folded(exchanges.map { ExchangeRow($0) })
        for line in ExchangeRow.table(rows, console.palette) { console.print(line) }
      }
      return .success
    }
    return try follow(server, from: answer, on: console)
  }

  private func query(_ fields: [(String, String)]) -> String {
    let filters = [$user, $client, $tenant, $endpoint, $event, $error].compactMap { filter in
      filter.wrappedValue.map { (String(filter.option.name.dropFirst(2)), $0) }
    }
    return FormFields(fields + filters).encoded
  }

  /// How long to wait before each attempt to connect again, in microseconds. A server that only ended one answer, as
  /// it does after half a megabyte, is there at the first attempt.
  private static let pauses: [UInt32] = [100_000, 200_000, 500_000, 1_000_000, 2_000_000]

  /// The reader of the output has closed it.
  private struct Unread: Error {}

  /// Locked while a line is printed, so that a signal ends the program between two lines.
  private final class Turn: Sendable {
    let printing = Mutex(())
  }

  /// Prints the exchanges that there are, then the new ones. Ends with a signal, with the end of the server, or when
  /// the reader of the output has closed it.
  private func follow(_ server: RemoteServer, from first: JSONValue, on console: Console) throws -> ExitCode {
    let turn = Turn()
    SignalSet.blocking(SIGINT, SIGTERM).onNext {
      for _ in 0..<20 where turn.printing.withLockIfAvailable({ _ in _exit(ExitCode.success.rawValue) }) == nil {
        usleep(50_000)
      }
      _exit(ExitCode.success.rawValue)
    }
    var rows = LiveRows()
    func show(_ exchange: JSONValue) throws {
      let row = isJSON ? nil : rows.next(ExchangeRow(exchange))
      guard isJSON || row != nil else { return }
      let line = row.map { ExchangeRow.table([$0], console.palette).joined() } ?? exchange.text
      guard turn.printing.withLock({ _ in console.print(line) }) else { throw Unread() }
    }
    do {
      for exchange in first["exchanges"]?.array ?? [] { try show(exchange) }
      var last = "\(first["last"]?.integer ?? 0)"
      var tries = ([0] + Self.pauses)[...]
      while let pause = tries.popFirst() {
        usleep(pause)
        do {
          try stream(server, after: last) { event in
            tries = Self.pauses[...]
            if event.name == "cleared" { last = "0" }
            guard event.name == "exchange", let exchange = try? JSONValue.parse(event.data) else { return }
            last = event.id ?? last
            try show(exchange)
          }
          tries = Self.pauses[...]
        } catch is HTTPClientError {
          continue
        }
      }
      console.note("The server at \(server.url) has ended.")
      return .success
    } catch is Unread {
      return .success
    }
  }

  private func stream(
    _ server: RemoteServer, after last: String, _ receive: (EventReader.Event) throws -> Void
  ) throws {
    let path = "/exchanges/stream?" + query([])
    var reader = EventReader()
    let answer = try server.http.open(server.url + "/").follow(
      url: server.controlURL(path), fields: server.fields(accepting: "text/event-stream") + [("Last-Event-ID", last)]
    ) { bytes in
      for event in reader.receive(bytes) { try receive(event) }
    }
    guard answer.status == 200 else {
      throw RemoteRefusal(answer.status, try? JSONValue.parse(answer.body), path: path)
    }
  }
}
