/// The options that say where a program seems to run, and as whom.
struct HostingOption: Sendable, Hashable {
  static let place = Option.value(
    "--as", "PLACE", "Set what this place sets, such as managed-identity or azure-cli, and unset what others set.")
  static let identity = Option.value(
    "--identity", "NAME", "With --as: the managed identity, app or user there (default: the first that fits).")

  let place: HostingPlace
  let identity: String?

  /// Nil when the command line names no place.
  ///
  /// - Throws: `UsageError` for an unknown place, an identity without a place, and a place that has none to choose.
  static func read(_ arguments: Arguments) throws(UsageError) -> HostingOption? {
    let identity = arguments.value(identity)
    guard let name = arguments.value(place) else {
      if identity != nil { throw arguments.error("--identity goes with --as PLACE") }
      return nil
    }
    guard let place = HostingPlace(rawValue: name) else {
      throw .unknown("place", name, known: HostingPlace.allCases.map(\.rawValue), in: arguments.command)
    }
    if place == .cloudShell, identity != nil {
      throw arguments.error("the user of cloud-shell is the scenario's ('machine: { user: … }'); leave --identity out")
    }
    return HostingOption(place: place, identity: identity)
  }
}
