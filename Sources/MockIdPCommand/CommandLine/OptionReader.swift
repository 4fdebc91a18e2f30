/// Something that reads options of the command line: one of them, or a group.
protocol OptionReader: Sendable {
  /// In the order of the help.
  var options: [Option] { get }

  /// - Throws: `UsageError` for values that make no sense.
  func read(_ arguments: Arguments) throws(UsageError)
}
