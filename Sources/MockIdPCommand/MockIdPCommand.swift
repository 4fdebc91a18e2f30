import CLinux
import Glibc

/// The one place that reads the process: its arguments, its environment and its terminals. Everything below gets values.
@main
/// The only place that reads the process: its arguments, its environment and its terminals. All other code gets
/// values.
enum EntryPoint {
  static func main() { run() }

  /// Not on the main actor, so that the commands may use threads of their own.
  private nonisolated static func run() -> Never {
    signal(SIGPIPE, SIG_IGN)
    // A file that grows past its limit is an error of the write and no reason to die.
    signal(SIGXFSZ, SIG_IGN)
    mockidp_end_after_crash_report()
    mockidp_share_arenas()
    let words = CommandLine.arguments
    let console = Console(
      program: words.first.flatMap { $0.contains("/") ? $0 : nil } ?? "mockidp", environment: environment(),
      output: .standardOutput,
      errors: .standardError)
    let code = CommandLineProgram.run(Array(words.dropFirst()), on: console)
    // Without the exit handlers: OpenSSL's would take away what a thread that still makes a key is using. All output has
    // been written by now.
    _exit(code.rawValue)
  }

  private nonisolated static func environment() -> [String: String] {
    var values: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      let text = String(cString: pointer)
      if let equals = text.firstIndex(of: "=") {
        values[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      entry += 1
    }
    return values
  }
}
