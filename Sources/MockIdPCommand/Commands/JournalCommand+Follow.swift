import HTTPClient
import JSON
import Platform
import Synchronization

extension JournalCommand {
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
  func follow(_ server: RemoteServer, from first: JSONValue, on console: Console) throws -> ExitCode {
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
