extension ScenarioCommand {
  func run(on console: Console) throws -> ExitCode { .failure }
}
