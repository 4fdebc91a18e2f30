import Policy

/// The option that names one of Microsoft's national clouds.
enum CloudOption {
  static let option = Option.value(
    "--cloud", "NAME", "The cloud to stand in for: global, usgov, usdod, china, bleu, delos or govsg (default global).")

  static func cloud(_ option: Option, _ arguments: Arguments) throws(UsageError) -> Cloud {
    guard let name = arguments.value(option) else { return .global }
    guard let cloud = Cloud.all.first(where: { $0.name == name }) else {
      throw .unknown("cloud", name, known: Cloud.all.map(\.name), in: arguments.command)
    }
    return cloud
  }
}
