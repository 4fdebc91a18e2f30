import Bytes
import JSON

extension UserCommand {
  func run(on console: Console) throws -> ExitCode {
    let server = try RemoteServer.find(server, on: console)
    switch action {
    case .list:
      let answer = try server.control("GET", "/users")
      guard !isJSON else {
        console.print(answer.prettyText)
        return .success
      }
      Self.printTable(answer["users"]?.array ?? [], on: console)
    case .show(let name): show(try server.control("GET", Self.path(name)), on: console)
    case .create(let name):
      show(try server.control("POST", "/users", bytes: Setting.mapping(settings, alias: name)), on: console)
    case .change(let name):
      show(try server.control("PATCH", Self.path(name), bytes: Setting.mapping(settings)), on: console)
    case .verb(let verb, let names):
      let users = try names.map { try server.control("POST", "\(Self.path($0))/\(verb)", body) }
      if isJSON {
        console.print((users.count == 1 ? users.first ?? .null : .array(users)).prettyText)
      } else {
        Self.printTable(users, on: console)
      }
    }
    return .success
  }

  private var body: JSONValue? {
    var body = JSONObject()
    body.append("to", password)
    if revokes { body.append("revoke", true) }
    if isUnregistered { body.append("registered", false) }
    if isTrusted { body.append("trusted", true) }
    return body.members.isEmpty ? nil : .object(body)
  }

  private static func path(_ name: String) -> String { "/users/" + Percent.encode(name) }

  private func show(_ user: JSONValue, on console: Console) {
    guard !isJSON else {
      console.print(user.prettyText)
      return
    }
    for line in Columns.facts(user) { console.print(line) }
  }

  private static func printTable(_ users: [JSONValue], on console: Console) {
    let rows = users.map { user in
      [
        user["alias"]?.string ?? "", user["displayName"]?.string ?? "", user["userPrincipalName"]?.string ?? "",
        state(user),
      ]
    }
    for line in Columns.table(rows) { console.print(line) }
  }

  /// The states of a user that are not the usual ones, such as disabled or locked.
  private static func state(_ user: JSONValue) -> String {
    var words: [String] = []
    if user["deleted"]?.bool == true { words.append("deleted") }
    if user["enabled"]?.bool == false { words.append("disabled") }
    if user["locked"]?.bool == true { words.append("locked") }
    if user["passwordExpired"]?.bool == true { words.append("password expired") }
    if let mfa = user["mfa"]?.string, mfa != "none" { words.append("MFA \(mfa)") }
    return words.joined(separator: ", ")
  }
}
