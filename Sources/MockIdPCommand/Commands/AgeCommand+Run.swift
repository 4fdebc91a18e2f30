extension AgeCommand {
  func run(on console: Console) throws -> ExitCode { .failure }
}
