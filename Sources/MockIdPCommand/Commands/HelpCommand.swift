/// Prints the list of commands, the help of one command, or the page for the program `man`.
struct HelpCommand: Command {
  @Given(.flag("--man", "Print all of the help as a page for the program man.")) var isPage: Bool
  /// The name of a command; nil for the list.
  var topic: String?

  static let manual = Manual(
    name: "help", summary: "tell about the program or one of its commands", forms: ["help [COMMAND]", "help --man"],
    options: Self().options,
    examples: [
      .init("mockidp help serve", "The same as 'mockidp serve --help'."),
      .init("mockidp help --man > mockidp.1", "The page for man, with every command."),
    ])

  init() {}

  init(topic: String) { self.topic = topic }

  mutating func take(_ arguments: inout Arguments) throws(UsageError) {
    topic = arguments.next()
    if isPage, topic != nil { throw arguments.error("--man prints every command, and takes no name of one") }
    if let topic, CommandLineProgram.type(named: topic) == nil {
      throw .unknown("command", topic, known: CommandLineProgram.commands.map { $0.manual.name }, in: nil)
    }
  }

  func run(on console: Console) throws -> ExitCode {
    if isPage {
      console.copy(ManualPage(CommandLineProgram.commands.map { $0.manual }).text)
      return .success
    }
    let palette = console.palette
    let manual = topic.flatMap { CommandLineProgram.type(named: $0)?.manual }
    console.write(manual.map { HelpText.page($0, palette) } ?? HelpText.overview(palette))
    return .success
  }
}
