extension JournalCommand {
  func run(on console: Console) throws -> ExitCode { .failure }
}
