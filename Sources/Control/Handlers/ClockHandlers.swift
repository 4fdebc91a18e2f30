import JSON
import Scenarios
import Time

/// The world's time.
enum ClockHandlers {
  static func show(_ call: ControlCall) throws -> ControlAnswer {
    _ = try call.query()
    return .json(json(call.world.clock))
  }

  /// Sets first, then advances, then freezes or lets go, so that one call can do all of it.
  static func change(_ call: ControlCall) throws -> ControlAnswer {
    let body = try call.body("advance", "set", "freeze")
    let time = try body.time("set")
    let duration = try body.duration("advance")
    let freeze = try body.flag("freeze")
    guard !body.isEmpty else {
      throw Problem.missingMember("advance", #"a duration such as "90d"; or send "set" or "freeze""#)
    }
    let clock = call.world.clock
    if let time { clock.set(to: time) }
    if let duration { clock.advance(by: duration) }
    if let freeze { freeze ? clock.freeze() : clock.resume() }
    return .json(json(clock))
  }

  /// `offset` is how far a running clock is ahead of the machine's; a frozen one has none.
  static func json(_ clock: WorldClock) -> JSONValue {
    switch clock.mode {
    case .running(let offset):
      ["now": .string(clock.now.iso8601), "mode": "running", "offset": .string(offset.shortText)]
    case .frozen(let time): ["now": .string(time.iso8601), "mode": "frozen", "offset": nil]
    }
  }
}
