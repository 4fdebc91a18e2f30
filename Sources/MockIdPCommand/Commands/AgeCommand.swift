import JSON
import Time
import Worlds

/// Makes tokens, sessions and codes of a running server older, while its clock stays as it is.
struct AgeCommand: ControlCommand {
  @Given(.value("--user", "NAME", "Only this user's.")) var user: String?
  @Given(.value("--client", "NAME", "Only this app's.")) var client: String?
  @Given(.value("--by", "DURATION", "How much older (default: past the age at which they are refused)."))
  var by: Duration?
  var server = ServerLocation()
  var chosen = ChosenAction()

  static let noun = "kind"

  /// What somebody asks for that nothing here can make older, and what does it.
  static let remedy: String? = Ageable.remedyForTokens + "."

  static let actions: [CommandAction<Self>] = Ageable.allCases.map { kind in
    .calls(kind.rawValue) { command, call in
      let answer = try call.post("/age", .object(command.body(kind)))
      let count = answer["aged"]?.integer ?? 0
      call.console.print("\(kind.rawValue): \(count) made older by \(answer["by"]?.string ?? "?")")
    }
  }

  static let manual = Manual(
    name: "age", summary: "make what a running server has handed out older",
    forms: ["age KIND [--user NAME] [--client NAME] [--by DURATION]"],
    details: [
      "KIND is one of \(Ageable.allCases.map(\.rawValue).joined(separator: ", ")). The clock stays where it is.",
      remedy ?? "",
    ],
    options: Self().options, words: words,
    examples: [
      .init("mockidp age refreshTokens --user alice --by 91d", "Alice was away for three months."),
      .init("mockidp age sessions", "Everybody has to enter the password again."),
    ])

  private func body(_ kind: Ageable) -> JSONObject {
    var body: JSONObject = ["kind": .string(kind.rawValue)]
    body.append("by", by?.shortText)
    body.append("user", user)
    body.append("client", client)
    return body
  }
}
