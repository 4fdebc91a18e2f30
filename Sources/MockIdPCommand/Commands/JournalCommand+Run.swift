import Bytes
import Glibc
import JSON

extension JournalCommand {
  /// Between two looks at the journal, in microseconds.
  private static let pause: UInt32 = 300_000

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
        for line in ExchangeRow.table(exchanges.map { ExchangeRow($0) }, console.palette) { console.print(line) }
      }
      return .success
    }
    return try follow(server, from: answer, on: console)
  }

  private func follow(_ server: RemoteServer, from first: JSONValue, on console: Console) throws -> ExitCode {
    var answer = first
    while true {
      for exchange in answer["exchanges"]?.array ?? [] {
        let line = isJSON ? exchange.text : ExchangeRow.table([ExchangeRow(exchange)], console.palette).joined()
        guard console.print(line) else { return .success }
      }
      usleep(Self.pause)
      answer = try server.control(
        "GET", "/exchanges?" + query([("after", "\(answer["last"]?.integer ?? 0)"), ("limit", "1000")]))
    }
  }

  private func query(_ fields: [(String, String)]) -> String {
    var query = FormFields(fields)
    for (name, value) in [
      ("user", user), ("client", client), ("tenant", tenant), ("endpoint", endpoint), ("event", event),
      ("error", error),
    ] {
      if let value { query.append(name, value) }
    }
    return query.encoded
  }
}
