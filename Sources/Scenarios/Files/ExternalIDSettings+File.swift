import Bytes
import JSON
import Worlds

extension ExternalIDSettings {
  static let schema = Schema.mapping([
    .init(
      "oneTimeCode", .text(pattern: "^([0-9]{8}|random)$"),
      "The code that every address gets, eight digits; random: another one each time."),
    .init("codeLimit", .number(in: 1...1_000), "How many codes one address may get in half an hour."),
    .init("cors", .bool, "Whether scripts of pages may call the native authentication API."),
    .init(
      "pollsInProgress", .number(in: 0...100), "How often a client that waits for its new password hears in_progress."),
    .init("poll", .choice(PollResult.self), "What becomes of the new password then."),
  ])

  /// Reads the keys of `externalId`. What the file does not name stays.
  mutating func read(_ fields: inout FileMapping) throws(ScenarioError) {
    if let value = fields.take("oneTimeCode") {
      let text = try value.text("eight digits, or random")
      guard text == "random" || (text.utf8.count == 8 && text.utf8.allSatisfy(ASCII.isDigit)) else {
        throw value.error(
          "'\(text)' is not a code of eight digits; write one in quotes, such as \"12345678\", or random")
      }
      oneTimeCode = text == "random" ? nil : text
    }
    if let value = fields.take("codeLimit") { codeLimit = try value.number(in: 1...1_000) }
    if let value = fields.take("cors") { allowsScripts = try value.bool() }
    if let value = fields.take("pollsInProgress") { pollsInProgress = try value.number(in: 0...100) }
    if let value = fields.take("poll") { pollResult = try value.choice(PollResult.self) }
  }

  /// As a file says it, without what is usual.
  var written: JSONObject {
    let usual = ExternalIDSettings()
    var members: JSONObject = [:]
    if oneTimeCode != usual.oneTimeCode { members.append("oneTimeCode", oneTimeCode ?? "random") }
    if let codeLimit { members.append("codeLimit", .integer(Int64(codeLimit))) }
    if allowsScripts { members.append("cors", true as JSONValue) }
    if pollsInProgress > 0 { members.append("pollsInProgress", .integer(Int64(pollsInProgress))) }
    if pollResult != usual.pollResult { members.append("poll", .string(pollResult.rawValue)) }
    return members
  }
}
