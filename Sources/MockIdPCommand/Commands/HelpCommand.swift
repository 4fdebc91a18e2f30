/// Prints the list of commands, or the help of one command.
struct HelpCommand: Command {
  static let manual = Manual(
    name: "help", summary: "tell about the program or one of its commands", forms: ["help [COMMAND]"],
    examples: [.init("mockidp help serve", "The same as 'mockidp serve --help'.")])

  /// The name of a command; nil for the list.
  let topic: String?

  init(topic: String?) { self.topic = topic }

  init(_ arguments: inout Arguments) throws(UsageError) {
    topic = arguments.next()
    if let topic, CommandLineProgram.type(named: topic) == nil {
      throw .unknown("command", topic, known: CommandLineProgram.commands.map { $0.manual.name }, in: nil)
    }
  }

  func run(on console: Console) throws -> ExitCode {
    let palette = console.palette
    let manual = topic.flatMap { CommandLineProgram.type(named: $0)?.manual }
    console.write(manual.map { HelpText.page($0, palette) } ?? HelpText.overview(palette))
    return .success
  }
}
