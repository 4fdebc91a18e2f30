import HTTPClient
import JSON

/// Asks a running server whether it answers, for the health check of a container.
struct HealthCommand: Command {
  @Given(.flag("--ready", "Ask whether the server is ready to serve, and not only whether it answers."))
  var asksWhetherReady: Bool
  @Given(.flag("--quiet", "Print nothing; the exit code tells.")) var isQuiet: Bool
  var server = ServerLocation.ofServer

  static let manual = Manual(
    name: "health", summary: "ask a running server whether it is well", forms: ["health [--ready] [--quiet]"],
    details: [
      "Exits with 0 when the server answers and 1 when it does not.",
      "With --ready it exits with 1 too while a condition does not hold, and says which.",
    ],
    options: Self().options,
    examples: [
      .init("mockidp health", "The server on this machine."),
      .init("mockidp health --ready", "Whether it serves already."),
      .init("HEALTHCHECK CMD [\"mockidp\", \"health\", \"--quiet\"]", "In a Dockerfile."),
    ])

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
