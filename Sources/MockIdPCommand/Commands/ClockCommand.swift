import JSON
import Time

/// Shows and moves the clock of a running server.
struct ClockCommand: ControlCommand {
  @Given(.flag("--json", "Print the clock as JSON.")) var isJSON: Bool
  var server = ServerLocation()
  var chosen = ChosenAction()

  static let usual: String? = "show"

  static let actions: [CommandAction<Self>] = [
    .calls("show") { try $1.report($1.get("/clock")) { [sentence($0)] } },
    change("advance", .one("DURATION", duration)) { ["advance": .string($0)] },
    change("set", .one("TIME", time)) { ["set": .string($0)] },
    change("freeze") { _ in ["freeze": true] },
    change("resume") { _ in ["freeze": false] },
  ]

  static let manual = Manual(
    name: "clock", summary: "show and move the clock of a running server",
    forms: ["clock [show]", "clock advance DURATION", "clock set TIME", "clock freeze", "clock resume"],
    details: [
      """
      Tokens issued while the server is ahead come from their clients' future, and some refuse them. To make what \
      exists older while the clock stays, use 'mockidp age'. 'mockidp reset' brings the clock back.
      """
    ],
    options: Self().options, words: words,
    examples: [
      .init("mockidp clock", "What time it is over there."),
      .init("mockidp clock advance 90d", "Ninety days later."),
      .init("mockidp clock set 2026-01-05T09:00:00Z", "A date to write into expected results."),
      .init("mockidp clock freeze", "Stop it; 'resume' lets it run on."),
    ])

  private static func change(
    _ word: String, _ operands: Operands = .none, _ body: @escaping @Sendable (String) -> JSONValue
  ) -> CommandAction<Self> {
    .calls(word, operands) { command, call in
      // Whatever falls due meanwhile is done first, and apps that users are written into may be slow.
      try call.report(call.postPatiently("/clock", body(command.operand))) { [sentence($0)] }
    }
  }

  private static func duration(_ text: String, _ arguments: Arguments) throws(UsageError) -> String {
    try Arguments.duration(text, named: "advance", in: arguments.command).shortText
  }

  private static func time(_ text: String, _ arguments: Arguments) throws(UsageError) -> String {
    guard let time = UnixTime(iso8601: text) else {
      throw arguments.error("set takes a time such as 2026-01-05T09:00:00Z, not \"\(text)\"")
    }
    return time.iso8601
  }

  /// `2026-01-05T09:00:00Z, frozen`.
  static func sentence(_ clock: JSONValue) -> String {
    let now = clock["now"]?.string ?? "?"
    if clock["mode"]?.string == "frozen" { return "\(now), frozen" }
    guard let offset = clock["offset"]?.string.flatMap(Duration.init(text:)), offset.wholeSeconds != 0 else {
      return "\(now), the machine's time"
    }
    return "\(now), \(offset.spokenText) \(offset < .zero ? "behind" : "ahead of") the machine"
  }
}
