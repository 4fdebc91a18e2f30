/// Prints what a running server was asked and answered.
struct JournalCommand: Command {
  static let last = Option.value("--last", "COUNT", "Only the newest ones.")
  static let json = Option.flag("--json", "Print the exchanges as JSON.")

  static let manual = Manual(
    name: "journal", summary: "print the exchanges of a running server", forms: ["journal [--last COUNT] [--json]"],
    details: ["'mockidp explain NUMBER' tells why an exchange ended as it did."],
    options: [last, json] + ServerLocation.options,
    examples: [
      .init("mockidp journal", "A line for each exchange, the oldest first."),
      .init("mockidp journal --last 5 --json", "The newest five, for a script."),
    ])

  let last: Int?
  let isJSON: Bool
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    last = try arguments.number(Self.last, in: 1...1_000_000)
    isJSON = arguments.has(Self.json)
    server = try ServerLocation(arguments)
  }
}
