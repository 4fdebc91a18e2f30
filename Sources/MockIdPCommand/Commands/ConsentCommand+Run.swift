import Bytes
import JSON

extension ConsentCommand {
  func run(on console: Console) throws -> ExitCode {
    let server = try RemoteServer.find(server, on: console)
    var query = FormFields()
    if let client { query.append("client", client) }
    if let user { query.append("user", user) }
    switch action {
    case .list: report(try server.control("GET", "/consents?" + query.encoded), on: console)
    case .grant:
      var body = JSONObject()
      body.append("client", client)
      if !scopes.isEmpty { body.append("scopes", .strings(scopes)) }
      body.append("user", user)
      report(try server.control("POST", "/consents", .object(body)), on: console)
    case .withdraw:
      _ = try server.control("DELETE", "/consents?" + query.encoded)
      report(try server.control("GET", "/consents?" + query.encoded), on: console)
    }
    return .success
  }

  private func report(_ answer: JSONValue, on console: Console) {
    guard !isJSON else {
      console.print(answer.prettyText)
      return
    }
    let consents = answer["consents"]?.array ?? []
    if consents.isEmpty { console.print("nothing is granted") }
    let rows = consents.map { consent in
      [
        consent["client"]?.string ?? "", consent["tenant"]?.string ?? "", consent["user"]?.string ?? "everybody",
        consent["resource"]?.string ?? "", (consent["scopes"]?.strings ?? []).joined(separator: " "),
      ]
    }
    for line in Columns.table(rows) { console.print(line) }
  }
}
