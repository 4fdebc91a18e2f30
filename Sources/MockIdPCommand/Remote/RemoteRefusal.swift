import JSON

/// A refusal by the control API, in the server's own words. For some refusals the remedy is the one for a command
/// line.
struct RemoteRefusal: Error, Hashable, CustomStringConvertible {
  let status: Int
  let detail: String
  let remedy: String?

  init(_ status: Int, _ answer: JSONValue?, path: String) {
    self.status = status
    detail =
      answer?["detail"]?.string ?? "There is no control API there: the answer to \(path) has status \(status)."
    switch answer?["type"]?.string {
    case "urn:mockidp:problem:token-missing", "urn:mockidp:problem:wrong-token":
      remedy = "Give the server's with --control-token TOKEN or in MOCKIDP_CONTROL_TOKEN."
    case "urn:mockidp:problem:not-found" where path.hasPrefix("/exchanges/"):
      remedy = "'mockidp journal' lists all there are; ask by number, trace id or correlation id."
    case nil: remedy = "Is that a mockidp? Name another server with --url URL."
    default: remedy = answer?["remedy"]?.string
    }
  }

  var description: String { [detail, remedy].compactMap(\.self).joined(separator: " ") }
}
