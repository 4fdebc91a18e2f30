import JSON

extension HealthCommand {
  func run(on console: Console) throws -> ExitCode {
    do {
      let answer = try RemoteServer.find(server, on: console).control("GET", "/health")
      if !isQuiet { console.print(answer["status"]?.string ?? "ok") }
      return .success
    } catch {
      if !isQuiet { console.complain("mockidp: \(error)") }
      return .failure
    }
  }
}
