extension ClockCommand {
  func run(on console: Console) throws -> ExitCode { .failure }
}
