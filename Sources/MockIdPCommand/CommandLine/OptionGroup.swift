/// Options that belong together: those of a command, or some that commands share. Each is declared once, as a member with
/// `@Given`; a member that is a group itself stands for its options.
protocol OptionGroup: OptionReader {
  init()

  /// What is read, in the order of the help.
  var members: [any OptionReader] { get }

  /// - Throws: `UsageError` for options that do not go together.
  func check(_ arguments: Arguments) throws(UsageError)
}

extension OptionGroup {
  var members: [any OptionReader] { Mirror(reflecting: self).children.compactMap { $0.value as? any OptionReader } }
  var options: [Option] { members.flatMap(\.options) }

  func read(_ arguments: Arguments) throws(UsageError) {
    for member in members { try member.read(arguments) }
    try check(arguments)
  }

  func check(_ arguments: Arguments) throws(UsageError) {}
}
