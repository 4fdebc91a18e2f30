import Scenarios

/// The program: finds the command, reads its arguments, runs it, and reports errors.
enum CommandLineProgram {
  /// In the order of the overview in the help.
  static let commands: [any Command.Type] = [
    ServeCommand.self, ExecCommand.self, TokenCommand.self, WorkloadTokenCommand.self, EasyAuthCommand.self,
    GuardCommand.self, CertificateAuthorityCommand.self, HostsCommand.self, AppCommand.self, EnvCommand.self,
    SnippetCommand.self, ScenarioCommand.self, InitCommand.self, JournalCommand.self,
    ExplainCommand.self, CompareCommand.self,
    VerifyCommand.self, ProvisionCommand.self, SAMLCommand.self, MailCommand.self, AdviceCommand.self,
    ClockCommand.self, AgeCommand.self,
    UserCommand.self,
    ConsentCommand.self,
    RuleCommand.self, ResetCommand.self, WorldCommand.self, SnapshotCommand.self, ClusterCommand.self,
    AssistantCommand.self,
    HealthCommand.self, ToolCommand.self,
    CompletionsCommand.self, VersionCommand.self, HelpCommand.self,
  ]

  static func run(_ words: [String], on console: Console) -> ExitCode {
    do {
      return try command(words).run(on: console)
    } catch let error as UsageError {
      // A shell evaluates what this command prints: a mistake in its options has to end the line too.
      if words.first == EnvCommand.manual.name { console.copy(EnvironmentFormat.sh.failure ?? "") }
      console.complain("\(error)")
      return .usage
    } catch let error as ScenarioError {
      // It begins with file, line and column, which editors turn into links.
      console.complain("\(error)")
      return .usage
    } catch {
      console.complain("mockidp: \(error)")
      return (error as? CommandError)?.code ?? .failure
    }
  }

  /// The command that the words name.
  static func command(_ words: [String]) throws(UsageError) -> any Command {
    guard let word = words.first else { throw UsageError("a command is missing; 'mockidp serve' runs the server") }
    if ["--help", "-h"].contains(word) { return HelpCommand() }
    if ["--version", "-V"].contains(word) { return VersionCommand() }
    guard let type = type(named: word) else {
      throw .unknown("command", word, known: commands.map { $0.manual.name }, in: nil)
    }
    let rest = Array(words.dropFirst())
    if Arguments.askForHelp(rest, of: type.manual) {
      return HelpCommand(topic: type.manual.name)
    }
    return try type.parse(rest)
  }

  static func type(named name: String) -> (any Command.Type)? { commands.first { $0.manual.name == name } }
}
