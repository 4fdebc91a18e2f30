import Bytes
import Directory
import JSON
import Time
import YAML

/// `respond: { status: 503, retryAfter: 2s, headers: {…}, body: … }`: an answer that the endpoint has no part in. The body is
/// text under `body`, or `json`, or `html`.
package struct RespondAction: FileAction {
  package static let key = "respond"
  static let moment = ActionMoment.before(at: nil)

  let replacement: AnswerShape.Replacement

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    let value = try fields.require(Self.key, else: "'respond' needs a mapping such as { status: 503 }")
    var parts = try FileMapping(value, "a mapping such as { status: 503 }")
    let status = try parts.require("status", else: "'respond' needs 'status', a number such as 503").number(
      in: 200...599)
    var replacement = AnswerShape.Replacement(
      status: status, fields: [], body: "", contentType: "text/plain; charset=utf-8")
    if let delay = try parts.take("retryAfter")?.duration() {
      // Seconds are all that the field can say (RFC 9110 §10.2.3); less than one would be none.
      let seconds = delay.wholeSeconds + (delay > .seconds(delay.wholeSeconds) ? 1 : 0)
      replacement.fields.append(.init(name: "Retry-After", value: "\(seconds)"))
    }
    let headers = try parts.section("headers")
    try Self.readBody(&parts, into: &replacement)
    for (name, text) in try headers?.headers() ?? [] {
      if ASCII.equalIgnoringCase(name, "Content-Type") {
        replacement.contentType = text
      } else {
        replacement.fields.append(.init(name: name, value: text))
      }
    }
    try parts.finish()
    self.replacement = replacement
  }

  package var summary: String { "respond with \(replacement.status)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    answer.replacement = replacement
  }

  private static func readBody(
    _ parts: inout FileMapping, into replacement: inout AnswerShape.Replacement
  ) throws(ScenarioError) {
    let body = parts.take("body")
    let json = parts.take("json")
    let html = parts.take("html")
    let given = [body, json, html].compactMap { $0 }
    guard given.count < 2 else {
      throw given[1].error("'\(given[0].key)' and '\(given[1].key)' are both the body; give one of them")
    }
    if let body { replacement.body = try body.text() }
    if let json {
      replacement.body = JSONValue(json.node).text
      replacement.contentType = "application/json; charset=utf-8"
    }
    if let html {
      replacement.body = try html.text()
      replacement.contentType = "text/html; charset=utf-8"
    }
  }
}
