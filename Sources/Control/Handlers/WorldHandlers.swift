import Directory
import JSON
import Time
import Worlds

/// Shows, resets and ages the world as a whole.
enum WorldHandlers {
  static func show(_ call: ControlCall) throws -> ControlAnswer { .json(WorldJSON.value(call.world)) }

  static func reset(_ call: ControlCall) throws -> ControlAnswer {
    try call.world.reset()
    return .json([
      "scenario": .string(call.world.scenario.name), "clock": ClockHandlers.json(call.world.clock),
    ])
  }

  /// Makes things older. Without `by` they become so old that the server refuses them. Without `user` and `client` the
  /// call means the things of every user and every app.
  static func age(_ call: ControlCall) throws -> ControlAnswer {
    let body = call.body
    guard let kind = body.text("kind").flatMap(Ageable.init(rawValue:)) else {
      throw Problem.missingMember("kind", "what grows older")
    }
    let age = body.duration("by") ?? call.world.ageOfDeath(kind)
    guard age > .zero, age <= .days(36_500) else {
      throw Problem.badValue(
        "by", found: "\"\(age.shortText)\"",
        expected: "more than nothing, since things do not grow younger, and not past a hundred years"
      ).at("/by")
    }
    var owner = GrantSelection()
    if let name = body.text("user") {
      guard kind != .signInFlows else {
        throw Problem.badValue(
          "user", found: "\"\(name)\"", expected: "left out for signInFlows, which belong to nobody yet"
        ).at("/user")
      }
      owner.user = try call.user(name).id
    }
    if let name = body.text("client") {
      guard kind.belongToApps else {
        throw Problem.badValue(
          "client", found: "\"\(name)\"", expected: "left out for \(kind.rawValue), which belong to no app"
        ).at("/client")
      }
      owner.client = try call.application(name).id
    }
    let count = try call.attempt { try call.world.perform(AgeAction(kind, of: owner, by: age)) }
    return .json([
      "kind": .string(kind.rawValue), "by": .string(age.shortText), "aged": .integer(Int64(count)),
    ])
  }
}
