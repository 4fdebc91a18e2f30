extension ResetCommand {
  func run(on console: Console) throws -> ExitCode {
    _ = try RemoteServer.find(server, on: console).control("POST", "/reset")
    console.print("reset")
    return .success
  }
}
