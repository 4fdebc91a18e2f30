import JSON
import Time
import Worlds

/// Shows and changes the world's time.
enum ClockHandlers {
  /// Times of which every date has a year of four digits.
  private static let possible = UnixTime(seconds: 0)...UnixTime(seconds: 253_402_300_799)

  static func show(_ call: ControlCall) throws -> ControlAnswer { .json(json(call.world.clock)) }

  /// Sets the time, then advances it, then freezes or resumes the clock, so that one call can do all of it.
  static func change(_ call: ControlCall) throws -> ControlAnswer {
    let body = call.body
    guard !body.isEmpty else {
      throw Problem.missingMember("advance", #"a duration such as "90d"; or send "set" or "freeze""#)
    }
    let clock = call.world.clock
    let time = body.time("set")
    let duration = body.duration("advance")
    for (name, time) in [("set", time), ("advance", (time ?? clock.now) + (duration ?? .zero))] {
      guard let time, !possible.contains(time) else { continue }
      throw Problem.badValue(
        name, found: body.object[name]?.text, expected: "such that the time lies between the years 1970 and 9999"
      ).at("/" + name)
    }
    // What falls due on the way has ended before the answer.
    if let time { call.world.passTime(to: time) }
    if let duration { call.world.passTime(by: duration) }
    if let isFrozen = body.flag("freeze") { try call.world.perform(isFrozen ? ClockAction.freeze : .resume) }
    return .json(json(clock))
  }

  /// `offset` is how far a running clock is ahead of the machine's. It is null for a frozen clock.
  static func json(_ clock: WorldClock) -> JSONValue {
    switch clock.mode {
    case .running(let offset):
      ["now": .string(clock.now.iso8601), "mode": "running", "offset": .string(offset.shortText)]
    case .frozen(let time): ["now": .string(time.iso8601), "mode": "frozen", "offset": nil]
    }
  }
}
