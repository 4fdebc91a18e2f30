import JSON

/// The control API's refusal, in its own words.
struct RemoteRefusal: Error, Hashable, CustomStringConvertible {
  let status: Int
  let detail: String
  let remedy: String?

  init(_ status: Int, _ answer: JSONValue?, path: String) {
    self.status = status
    detail =
      answer?["detail"]?.string ?? "there is no control API: the answer to \(path) has status \(status)"
    remedy = answer?["remedy"]?.string
  }

  var description: String { [detail, remedy].compactMap(\.self).joined(separator: " ") }
}
