import HTTPClient
import JSON

extension HealthCommand {
  func run(on console: Console) throws -> ExitCode {
    do {
      let server = try RemoteServer.find(server, on: console)
      guard asksWhetherReady else {
        let answer = try server.control("GET", "/health")
        if !isQuiet { console.print(answer["status"]?.string ?? "ok") }
        return .success
      }
      let answer = try server.http.send(method: "GET", url: "\(server.url)/_mockidp/v1/ready")
      let value = try? JSONValue.parse(answer.body)
      guard answer.status == 200 else {
        // A server that does not know the question says so in its own words.
        guard let value, value["status"]?.string == "notReady" else {
          throw RemoteRefusal(answer.status, value, path: "/ready")
        }
        let reasons = (value["conditions"]?.array ?? []).compactMap { $0["reason"]?.string }
        if !isQuiet { console.complain("mockidp: not ready: \(reasons.joined(separator: "; "))") }
        return .failure
      }
      if !isQuiet { console.print(value?["status"]?.string ?? "ready") }
      return .success
    } catch {
      if !isQuiet { console.complain("mockidp: \(error)") }
      return .failure
    }
  }
}
