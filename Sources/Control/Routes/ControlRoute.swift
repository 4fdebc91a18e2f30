import JSON

/// One call of the control API.
struct ControlRoute: Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  let method: Method
  /// Names in braces stand for one segment each.
  let pattern: String
  let summary: String
  /// Whether it needs neither this machine nor a token: what it tells is public.
  let isForEverybody: Bool
  let handler: @Sendable (ControlCall) throws -> ControlAnswer

  init(
    _ method: Method, _ pattern: String, _ summary: String, isForEverybody: Bool = false,
    _ handler: @escaping @Sendable (ControlCall) throws -> ControlAnswer
  ) {
    self.method = method
    self.pattern = pattern
    self.summary = summary
    self.isForEverybody = isForEverybody
    self.handler = handler
  }
}
