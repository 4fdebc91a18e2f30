/// The options that say where a program seems to run.
struct HostingOptions: OptionGroup {
  @Given(
    .value(
      "--as", "PLACE", "Set what this place sets, such as managed-identity or azure-cli, and unset what others set."),
    or: nil, { option, arguments throws(UsageError) in try arguments.choice(option, what: "place") })
  var place: HostingPlace?
  @Given(
    .value(
      "--identity", "NAME", "With --as: the managed identity, app or user there (default: the first that fits)."))
  var identity: String?

  /// Nil when the command line names no place.
  var choice: HostingOption? { place.map { HostingOption(place: $0, identity: identity) } }

  func check(_ arguments: Arguments) throws(UsageError) {
    guard identity != nil else { return }
    if place == nil { throw arguments.error("--identity goes with --as PLACE") }
    if place == .cloudShell {
      throw arguments.error("the user of cloud-shell is the scenario's ('machine: { user: … }'); leave --identity out")
    }
  }
}
