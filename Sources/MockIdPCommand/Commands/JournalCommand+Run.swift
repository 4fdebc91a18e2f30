import Bytes
import JSON

extension JournalCommand {
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

  func query(_ fields: [(String, String)]) -> String {
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
