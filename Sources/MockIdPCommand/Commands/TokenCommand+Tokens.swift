import Bytes
import JSON

/// The actions that need the control API.
extension TokenCommand {
  func mint(at server: RemoteServer, on console: Console) throws -> ExitCode {
    var body = JSONObject()
    body.append("client", client)
    body.append("user", user)
    body.append("scope", scope)
    body.append("issuer", issuer)
    order.add(to: &body)
    let answer = try server.control("POST", "/tokens", .object(body))
    let token = answer["token"]?.string ?? ""
    if isJSON {
      console.print(answer.prettyText)
    } else if decodes, answer["claims"] != nil {
      console.write(try DecodedToken(token).text(console.palette))
    } else {
      console.print(token)
    }
    return .success
  }

  func list(at server: RemoteServer, on console: Console) throws -> ExitCode {
    let answer = try server.control("GET", "/tokens?" + selection)
    guard !isJSON else {
      console.print(answer.prettyText)
      return .success
    }
    let tokens = answer["tokens"]?.array ?? []
    if tokens.isEmpty { console.print("no refresh token was handed out") }
    let rows = tokens.map { token in
      [
        String((token["id"]?.string ?? "").prefix(8)), token["user"]?.string ?? "", token["client"]?.string ?? "",
        token["issuedAt"]?.string ?? "", token["valid"]?.bool == true ? "good" : "bad", Self.reason(token),
      ]
    }
    for line in Columns.table(rows) { console.print(line) }
    return .success
  }

  func revoke(at server: RemoteServer, on console: Console) throws -> ExitCode {
    let answer = try server.control("DELETE", "/tokens?" + selection)
    console.print(isJSON ? answer.prettyText : "\(answer["removed"]?.integer ?? 0) revoked")
    return .success
  }

  func inspect(_ token: String, at server: RemoteServer, on console: Console) throws -> ExitCode {
    let text = token == "-" ? try TextFile.read("/dev/stdin") : token
    let trimmed = String(text.drop { $0.isWhitespace }.prefix { !$0.isWhitespace })
    let answer = try server.control("POST", "/tokens/introspect", ["token": .string(trimmed)])
    guard !isJSON else {
      console.print(answer.prettyText)
      return .success
    }
    let party = ["user", "client", "tenant", "resource"].compactMap { name in
      answer[name]?.string.map { "\(name) \($0)" }
    }
    let verdict = answer["valid"]?.bool == true ? console.palette.green("good") : console.palette.red("not good")
    console.print(
      "\(answer["kind"]?.string ?? "token"), \(verdict)\(party.isEmpty ? "" : ": ")\(party.joined(separator: ", "))")
    let rows = (answer["checks"]?.array ?? []).map { check in
      [check["ok"]?.bool == true ? "ok" : "NO", check["check"]?.string ?? "", check["reason"]?.string ?? ""]
    }
    for line in Columns.table(rows, indent: 2) { console.print(line) }
    for remark in answer["remarks"]?.strings ?? [] { console.print("  \(remark)") }
    return .success
  }

  private var selection: String {
    var query = FormFields()
    if let user { query.append("user", user) }
    if let client { query.append("client", client) }
    return query.encoded
  }

  /// The reason of the first check that the token does not pass; empty when it passes all.
  private static func reason(_ token: JSONValue) -> String {
    token["checks"]?.array?.first { $0["ok"]?.bool == false }?["reason"]?.string ?? ""
  }
}
