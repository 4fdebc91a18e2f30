import JSON
import Time

extension ClockCommand {
  func run(on console: Console) throws -> ExitCode {
    let server = try RemoteServer.find(server, on: console)
    let clock = try change.map { try server.control("POST", "/clock", $0) } ?? server.control("GET", "/clock")
    console.print(isJSON ? clock.prettyText : Self.sentence(clock))
    return .success
  }

  /// The body of the call; nil only reads the clock.
  private var change: JSONValue? {
    switch action {
    case .show: nil
    case .advance(let duration): ["advance": .string(duration.shortText)]
    case .set(let time): ["set": .string(time.iso8601)]
    case .freeze: ["freeze": true]
    case .resume: ["freeze": false]
    }
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
