/// What a command knows of the process around it.
struct Console: Sendable {
  /// What a person types to run it again.
  var program = "mockidp"
  let environment: [String: String]
  let output: TextOutput
  let errors: TextOutput

  /// For the standard output.
  var palette: Palette { palette(of: output) }

  /// A variable that is set to something.
  func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Prints a line of the result. False once nobody reads any more.
  @discardableResult
  func print(_ text: String) -> Bool { write(text + "\n") }

  /// Prints text that brings its own line ends.
  @discardableResult
  func write(_ text: String) -> Bool { output.write(text) }

  /// Says something beside the result, on standard error.
  func note(_ text: String) { _ = errors.write(text + "\n") }

  /// `note` in red, for what ends the command.
  func complain(_ text: String) { _ = errors.write(palette(of: errors).red(text) + "\n") }

  /// Colours on a terminal. NO_COLOR turns them off and CLICOLOR_FORCE on, whatever the values are, as long as there is one
  /// (for CLICOLOR_FORCE another than 0); NO_COLOR wins.
  func palette(of output: TextOutput) -> Palette {
    if variable("NO_COLOR") != nil { return .plain }
    if let force = variable("CLICOLOR_FORCE"), force != "0" { return Palette(isColoured: true) }
    return Palette(isColoured: output.isTerminal && variable("TERM") != "dumb" && variable("CLICOLOR") != "0")
  }

  /// Does `body`. When that takes longer than a second, somebody at a terminal is told what for, until it is done.
  func waiting<Result>(_ what: String, _ body: () throws -> Result) rethrows -> Result {
    guard errors.isTerminal else { return try body() }
    let progress = Progress(what, on: errors)
    defer { progress.end() }
    return try body()
  }
}
