import Time

/// Shows and moves the clock of a running server.
struct ClockCommand: Command {
  static let json = Option.flag("--json", "Print the clock as JSON.")

  static let manual = Manual(
    name: "clock", summary: "show and move the clock of a running server",
    forms: ["clock [show]", "clock advance DURATION", "clock set TIME", "clock freeze", "clock resume"],
    details: [
      """
      Tokens issued while the server is ahead come from their clients' future, and some refuse them. To make what \
      exists older while the clock stays, use 'mockidp age'. 'mockidp reset' brings the clock back.
      """
    ],
    options: [json] + ServerLocation.worldOptions,
    words: ["show", "advance", "set", "freeze", "resume"],
    examples: [
      .init("mockidp clock", "What time it is over there."),
      .init("mockidp clock advance 90d", "Ninety days later."),
      .init("mockidp clock set 2026-01-05T09:00:00Z", "A date to write into expected results."),
      .init("mockidp clock freeze", "Stop it; 'resume' lets it run on."),
    ])

  enum Action: Sendable, Hashable {
    case show
    case advance(Duration)
    case set(UnixTime)
    case freeze
    case resume
  }

  let action: Action
  let isJSON: Bool
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    isJSON = arguments.has(Self.json)
    server = try ServerLocation(arguments)
    action = try Self.action(&arguments)
  }

  private static func action(_ arguments: inout Arguments) throws(UsageError) -> Action {
    guard arguments.hasOperands else { return .show }
    switch try arguments.word("action", among: manual.words) {
    case "advance":
      return .advance(try Arguments.duration(arguments.next("DURATION"), named: "advance", in: manual.name))
    case "set":
      let text = try arguments.next("TIME")
      guard let time = UnixTime(iso8601: text) else {
        throw arguments.error("set takes a time such as 2026-01-05T09:00:00Z, not \"\(text)\"")
      }
      return .set(time)
    case "freeze": return .freeze
    case "resume": return .resume
    default: return .show
    }
  }
}
