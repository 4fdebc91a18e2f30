/// Saves the state of a world under a name, and takes the world back to it.
struct SnapshotCommand: Command {
  static let manual = Manual(
    name: "snapshot", summary: "keep a world as it is, and go back to it",
    forms: ["snapshot save NAME", "snapshot list", "snapshot restore NAME", "snapshot delete NAME"],
    details: [
      """
      A snapshot holds users, apps and consents, sessions, codes and tokens, clock, settings and rules. Journal and \
      signing keys go on as they are.
      """
    ],
    options: ServerLocation.worldOptions,
    words: ["save", "list", "restore", "delete"],
    examples: [
      .init("mockidp snapshot save signed-in", "Before the tests that need somebody signed in."),
      .init("mockidp snapshot restore signed-in --world t1", "Between two of them."),
    ])

  enum Action: Sendable, Hashable {
    case save(String)
    case list
    case restore(String)
    case delete(String)
  }

  let action: Action
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    server = try ServerLocation(arguments)
    switch try arguments.word("action", among: Self.manual.words) {
    case "save": action = .save(try arguments.next("NAME"))
    case "restore": action = .restore(try arguments.next("NAME"))
    case "delete": action = .delete(try arguments.next("NAME"))
    default: action = .list
    }
  }
}
