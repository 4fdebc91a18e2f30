import Directory
import JSON
import Scenarios
import Time

/// The world as a whole.
enum WorldHandlers {
  static func show(_ call: ControlCall) throws -> ControlAnswer {
    _ = try call.query()
    return .json(WorldJSON.value(call.world))
  }

  static func reset(_ call: ControlCall) throws -> ControlAnswer {
    _ = try call.body()
    try call.world.reset()
    return .json([
      "scenario": .string(call.world.scenario.name), "clock": ClockHandlers.json(call.world.clock),
    ])
  }

  /// Makes things older. Without `by` they become as old as it takes to be refused; without `user` and `client` everybody's
  /// are meant.
  static func age(_ call: ControlCall) throws -> ControlAnswer {
    let body = try call.body("kind", "by", "user", "client")
    let words = Ageable.allCases.map(\.rawValue)
    let list = "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    guard let word = try body.text("kind", list) else { throw Problem.missingMember("kind", list) }
    guard let kind = Ageable(rawValue: word) else { throw Problem.unknownWord("kind", word, known: words) }
    let age = try body.duration("by") ?? call.world.ageOfDeath(kind)
    guard age > .zero else {
      throw Problem.badValue(
        "by", found: "\"\(age.shortText)\"", expected: "more than nothing: things do not grow younger")
    }
    var selection = GrantSelection()
    if let name = try body.text("user", "the name of a user") { selection.user = try call.user(name).id }
    if let name = try body.text("client", "the name of an app") {
      guard kind != .sessions else {
        throw Problem.badValue(
          "client", found: "\"\(name)\"", expected: "left out for sessions, which belong to no app")
      }
      selection.client = try call.application(name).id
    }
    let count = try call.world.age(kind, selection, by: age)
    return .json([
      "kind": .string(kind.rawValue), "by": .string(age.shortText), "aged": .integer(Int64(count)),
    ])
  }
}
