import Bytes
import Directory
import Scenarios
import Time
import Worlds

/// What a shell offers at one place of the command line.
struct Completion: Sendable, Hashable {
  /// The seeds of every world, whose aliases are offered.
  private static let seeds = SeededDirectory(createdAt: UnixTime(seconds: 0)).state

  var words: [String] = []
  var takesFiles = false
  var takesDirectories = false

  /// For the value of an option. The option's name and its placeholder decide.
  init(of option: Option) {
    let placeholder = option.placeholder ?? ""
    switch option.name {
    case "--scenario": words = ScenarioLibrary.names
    case "--user": words = Self.seeds.usersInOrder.map(\.alias)
    case "--client": words = Self.seeds.applicationsInOrder.map(\.alias)
    case "--tenant": words = Self.seeds.tenantsInOrder.map(\.alias)
    case "--endpoint": words = EndpointName.allCases.map(\.rawValue)
    case "--event": words = Exchange.Event.allCases.map(\.rawValue)
    default: break
    }
    takesFiles = placeholder.split(separator: "|").contains { $0 == "FILE" || $0 == "PATH" }
    takesDirectories = placeholder == "DIR"
  }

  /// For the operands of a command.
  init(of manual: Manual, commands: [String]) {
    switch manual.name {
    case HelpCommand.manual.name: words = commands
    case ServeCommand.manual.name: words = ScenarioLibrary.names
    default: words = manual.words
    }
    takesFiles = manual.forms.contains {
      $0.hasSuffix("FILE...") || $0.hasSuffix("FILE") || $0.firstPlace(of: " [NAME|FILE]") != nil
    }
  }

  var isEmpty: Bool { words.isEmpty && !takesFiles && !takesDirectories }
}
