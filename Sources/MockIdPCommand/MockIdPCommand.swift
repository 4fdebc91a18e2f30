import Platform

/// The only place that reads the process: its arguments, its environment and its terminals. All other code gets
/// values.
@main
enum EntryPoint {
  static func main() { run() }

  /// Not on the main actor, so that the commands may use threads of their own.
  private nonisolated static func run() -> Never {
    signal(SIGPIPE, SIG_IGN)
    // A file that grows past its limit gives an error to the write, and must not end the process.
    signal(SIGXFSZ, SIG_IGN)
    mockidp_end_after_crash_report()
    mockidp_share_arenas()
    let words = CommandLine.arguments
    let console = Console(
      program: words.first.flatMap { $0.contains("/") ? $0 : nil } ?? "mockidp", environment: environment(),
      output: .standardOutput,
      errors: .standardError)
    let code = CommandLineProgram.run(Array(words.dropFirst()), on: console)
    // Without the exit handlers: those of OpenSSL would free what a thread that still makes a key is using. All
    // output has been written.
    _exit(code.rawValue)
  }

  private nonisolated static func environment() -> [String: String] {
    var values: [String: String] = [:]
    var entry = mockidp_environment()
    while let pointer = entry?.pointee {
      let text = String(cString: pointer)
      if let equals = text.firstIndex(of: "=") {
        values[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      entry = entry?.successor()
    }
    return values
  }
}
