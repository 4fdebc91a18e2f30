import MockIdP
import Policy
import Scenarios
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

  /// Tells what an exchange adopted, and writes the file again. `world` is the world of the exchange.
  func tell(_ exchange: Exchange, of world: World, _ console: Console) {
    guard isOn, !exchange.adopted.isEmpty else { return }
    for thing in exchange.adopted { console.note("adopted \(thing)") }
    guard let file else { return }
    do {
      // It has digests of the secrets that came, and the secrets may be real ones.
      try TextFile.replace(file, with: try WorldExport.file(of: world, adopts: false), mode: 0o600)
    } catch {
      console.note("mockidp: \(file) cannot be written: \(error)")
    }
  }
}
