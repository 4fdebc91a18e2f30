import Bytes
import JSON
import Time
import Worlds

extension AnswerShape.Replacement {
  /// Reads `{ status: 503, retryAfter: 2s, headers: {…}, body: … }`. The body is a text under `body`, a value under
  /// `json`, or HTML under `html`; only one of them may be there.
  init(_ value: FileValue) throws(ScenarioError) {
    var parts = try FileMapping(value, "a mapping such as { status: 503 }")
    let status = try parts.require("status", else: "'\(value.key)' needs 'status', a number such as 503").number(
      in: 200...599)
    self.init(status: status, fields: [], body: "", contentType: "text/plain; charset=utf-8")
    if let delay = try parts.take("retryAfter")?.duration() {
      // The field counts whole seconds (RFC 9110 §10.2.3). It is rounded up, so that half a second does not become 0.
      let seconds = delay.wholeSeconds + (delay > .seconds(delay.wholeSeconds) ? 1 : 0)
      fields.append(.init(name: "Retry-After", value: "\(seconds)"))
    }
    let headers = try parts.section("headers")
    try readBody(&parts)
    for (name, text) in try headers?.headers() ?? [] {
      if ASCII.equalIgnoringCase(name, "Content-Type") {
        contentType = text
      } else {
        fields.append(.init(name: name, value: text))
      }
    }
    try parts.finish()
  }

  private mutating func readBody(_ parts: inout FileMapping) throws(ScenarioError) {
    let text = parts.take("body")
    let json = parts.take("json")
    let html = parts.take("html")
    let given = [text, json, html].compactMap { $0 }
    guard given.count < 2 else {
      throw given[1].error("'\(given[0].key)' and '\(given[1].key)' are both the body; give one of them")
    }
    if let text { body = try text.text() }
    if let json {
      body = JSONValue(json.node).text
      contentType = "application/json; charset=utf-8"
    }
    if let html {
      body = try html.text()
      contentType = "text/html; charset=utf-8"
    }
  }
}
