import MockIdP
import Policy
import Worlds

/// `--adopt`: the server takes in what it does not know, says so on the terminal, and writes the scenario as it grows.
struct AdoptionOption: OptionGroup {
  @Given(
    .optionalValue(
      "--adopt", "FILE",
      "Take in unknown tenants, apps, redirect URIs, APIs and secrets as they first come; write them to FILE."),
    or: (isOn: false, file: nil), { (isOn: $1.has($0), file: $1.value($0)) })
  private var given: (isOn: Bool, file: String?)

  var isOn: Bool { given.isOn }
  /// Where the scenario goes; nil: nowhere.
  var file: String? { given.file }

  /// Makes the world of these options adopt.
  func apply(to options: inout ServerOptions) {
    if isOn { options.scenario.settings.adoption = .everything }
  }
}
