import JSON

/// One condition that a token must meet, and whether it meets it.
struct TokenCheck: Sendable, Hashable {
  let name: String
  let isFine: Bool
  let reason: String

  init(_ name: String, _ isFine: Bool, _ reason: String) {
    self.name = name
    self.isFine = isFine
    self.reason = reason
  }

  var json: JSONValue { ["check": .string(name), "ok": .bool(isFine), "reason": .string(reason)] }
}
