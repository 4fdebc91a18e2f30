import Bytes
import HTTPWire
import Scenarios

/// One operation of Graph as data: the method, the path under a version, what the token must hold, and the function that
/// answers.
struct GraphRoute: Sendable {
  typealias Answer = @Sendable (ResourceCall, inout Exchange) throws -> HTTPResponse

  let method: String
  /// Segments; one that begins with `{` stands for a key.
  let template: [String]
  /// Nil when the token alone is enough.
  let permission: GraphPermission?
  let answer: Answer

  init(_ method: String, _ path: String, _ permission: GraphPermission?, _ answer: @escaping Answer) {
    self.method = method
    template = path.split(separator: "/").map(String.init)
    self.permission = permission
    self.answer = answer
  }

  /// How many segments of the path the template follows, at most its own.
  func matchedCount(_ segments: [String]) -> Int {
    zip(template, segments).prefix { $0.hasPrefix("{") || ASCII.equalIgnoringCase($0, $1) }.count
  }

  /// What the path has in the place of each key, by the name of the key: `user` for `{user}`.
  func keys(in segments: [String]) -> [String: String] {
    let keys = zip(template, segments).filter { $0.0.hasPrefix("{") }.map { (String($0.dropFirst().dropLast()), $1) }
    return Dictionary(keys) { first, _ in first }
  }
}
