import MockIdP
import Policy
import Worlds

/// `--adopt`: the server takes in what it does not know, says so on the terminal, and writes the scenario as it grows.
struct AdoptionOption: Sendable {
  var isOn = false
  /// Where the scenario goes; nil: nowhere.
  var file: String?

  init() {}

  init(_ arguments: Arguments) {
    isOn = arguments.has(ServeCommand.adopt)
    file = arguments.value(ServeCommand.adopt)
  }

  /// Makes the world of these options adopt.
  func apply(to options: inout ServerOptions) {
    if isOn { options.scenario.settings.adoption = .everything }
  }
}
