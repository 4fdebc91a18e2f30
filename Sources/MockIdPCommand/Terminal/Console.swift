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

  /// NO_COLOR turns colours off whatever its value is, as long as it has one.
  func palette(of output: TextOutput) -> Palette {
    Palette(isColoured: output.isTerminal && variable("NO_COLOR") == nil && variable("TERM") != "dumb")
  }
}
