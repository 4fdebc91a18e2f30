import JSON

extension ResetCommand {
  func run(on console: Console) throws -> ExitCode {
    let answer = try RemoteServer.find(server, on: console).control("POST", "/reset")
    console.print("\(answer["scenario"]?.string ?? "the scenario"): back at its beginning")
    return .success
  }
}
