import Worlds

/// Makes tokens, sessions and codes of a running server older, while its clock stays as it is.
struct AgeCommand: Command {
  static let user = Option.value("--user", "NAME", "Only this user's.")
  static let client = Option.value("--client", "NAME", "Only this app's.")
  static let by = Option.value("--by", "DURATION", "How much older (default: past the age at which they are refused).")

  static let manual = Manual(
    name: "age", summary: "make what a running server has handed out older",
    forms: ["age KIND [--user NAME] [--client NAME] [--by DURATION]"],
    details: [
      "KIND is one of \(Ageable.allCases.map(\.rawValue).joined(separator: ", ")). The clock stays where it is."
    ],
    options: [user, client, by] + ServerLocation.worldOptions,
    words: Ageable.allCases.map(\.rawValue),
    examples: [
      .init("mockidp age refreshTokens --user alice --by 91d", "Alice was away for three months."),
      .init("mockidp age sessions", "Everybody has to enter the password again."),
    ])

  let kind: Ageable
  let user: String?
  let client: String?
  let by: Duration?
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    let word = try arguments.word("kind", among: Self.manual.words)
    kind = Ageable(rawValue: word) ?? .refreshTokens
    user = arguments.value(Self.user)
    client = arguments.value(Self.client)
    by = try arguments.duration(Self.by)
    server = try ServerLocation(arguments)
  }
}
