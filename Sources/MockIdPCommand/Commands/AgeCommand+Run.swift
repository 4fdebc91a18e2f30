import JSON
import Time
import Worlds

extension AgeCommand {
  func run(on console: Console) throws -> ExitCode {
    var body: JSONObject = ["kind": .string(kind.rawValue)]
    body.append("by", by?.shortText)
    body.append("user", user)
    body.append("client", client)
    let answer = try RemoteServer.find(server, on: console).control("POST", "/age", .object(body))
    let count = answer["aged"]?.integer ?? 0
    console.print("\(kind.rawValue): \(count) made older by \(answer["by"]?.string ?? "?")")
    return .success
  }
}
