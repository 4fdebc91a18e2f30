import Bytes

/// What a command knows of the process: its environment and its outputs.
///
/// Text on its way to a terminal or a log passes through here, and `Printable` takes the power from it: what a client has
/// sent must not move the cursor, or give a command to a CI system.
struct Console: Sendable {
  /// What the user types to run the program again.
  var program = "mockidp"
  let environment: [String: String]
  let output: TextOutput
  let errors: TextOutput
  /// Takes what would go to standard error as text. Nil: it is text.
  var lines: LogLines?

  /// The colours of the standard output.
  var palette: Palette { palette(of: output) }

  /// An environment variable; nil when it is not set or empty.
  func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Prints a line of the result. False when the reader has closed the other end.
  @discardableResult
  func print(_ text: String) -> Bool { write(text + "\n") }

  /// Prints text that has its own line ends. False when the reader has closed the other end.
  @discardableResult
  func write(_ text: String) -> Bool { output.write(Printable.text(text, allowsColour: palette.isColoured)) }

  /// Prints text that another program reads, such as a certificate or a script, exactly as it is.
  func copy(_ text: String) { _ = output.write(text) }

  /// Prints a report that is not part of the result, with its own line ends, on standard error.
  func report(_ text: String) {
    if let lines { return lines.write(.info, text: text) }
    _ = errors.write(Printable.text(text, allowsColour: palette(of: errors).isColoured))
  }

  /// Prints a remark that is not part of the result, on standard error.
  func note(_ text: String) { report(text + "\n") }

  /// Prints an error in red on standard error.
  func complain(_ text: String) {
    if let lines { return lines.write(.error, text: text) }
    note(palette(of: errors).red(text))
  }

  /// Colours on a terminal. `NO_COLOR` with any value turns them off. `CLICOLOR_FORCE` with another value than 0
  /// turns them on everywhere. `NO_COLOR` counts first.
  func palette(of output: TextOutput) -> Palette {
    if variable("NO_COLOR") != nil { return .plain }
    if let force = variable("CLICOLOR_FORCE"), force != "0" { return Palette(isColoured: true) }
    return Palette(isColoured: output.isTerminal && variable("TERM") != "dumb" && variable("CLICOLOR") != "0")
  }

  /// Runs `body`. When it takes longer than a second, a terminal shows what the program waits for, until `body` ends.
  func waiting<Result>(_ what: String, _ body: () throws -> Result) rethrows -> Result {
    guard errors.isTerminal else { return try body() }
    let progress = Progress(what, on: errors)
    defer { progress.end() }
    return try body()
  }
}
