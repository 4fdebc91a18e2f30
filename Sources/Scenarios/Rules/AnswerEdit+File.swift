import HTTPWire
import JSON
import Worlds

extension AnswerEdit {
  static let wanted = "a mapping such as { members: { issuer: https://elsewhere.test } }"

  /// Reads `{ members: { issuer: https://elsewhere.test }, without: [jwks_uri], headers: {…}, status: 200 }`.
  init(_ value: FileValue) throws(ScenarioError) {
    var parts = try FileMapping(value, Self.wanted)
    self.init(status: try parts.take("status")?.number(in: 200...599))
    if let headers = try parts.section("headers") {
      for (name, text) in try headers.headers() { fields.append(name, text) }
    }
    if let section = try parts.section("members") {
      members.merge(section.entries.map { JSONObject.Member(name: $0.value.key, value: JSONValue($0.value.node)) })
    }
    for item in parts.take("without")?.oneOrMany() ?? [] {
      missing.append(try item.text("a member or a list of members"))
    }
    try parts.finish()
    guard self != AnswerEdit() else {
      throw parts.missing("members", else: "'\(value.key)' needs one of status, headers, members, without")
    }
  }
}
