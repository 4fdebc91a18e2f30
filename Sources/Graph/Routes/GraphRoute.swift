import Bytes
import HTTPWire
import Worlds

/// One operation of Graph as data: the method, the path below a version, the permission that the token needs, and the
/// function that answers.
struct GraphRoute: Sendable {
  typealias Answer = @Sendable (ResourceCall, inout Exchange) throws -> HTTPResponse

  let method: String
  /// The segments of the path below the version. A segment that begins with `{` stands for a key.
  let template: [String]
  /// What the token needs. Nil: any valid token will do.
  let permission: GraphPermission?
  let answer: Answer
  /// Whether the operation can succeed. False for one that Graph alone has, and for one that Graph always refuses.
  let isServed: Bool

  init(_ method: String, _ path: String, _ permission: GraphPermission?, _ answer: @escaping Answer) {
    self.method = method
    template = path.split(separator: "/").map(String.init)
    self.permission = permission
    self.answer = answer
    isServed = true
  }

  /// An operation that Graph has and this server does not.
  init(notServed method: String, _ path: String) {
    self.method = method
    template = path.split(separator: "/").map(String.init)
    permission = nil
    answer = { resource, _ in throw GraphError.notServed("\(method) \(path)") }
    isServed = false
  }

  /// An operation that Graph refuses whatever the call says.
  init(_ method: String, _ path: String, refused error: GraphError) {
    self.method = method
    template = path.split(separator: "/").map(String.init)
    permission = nil
    answer = { _, _ in throw error }
    isServed = false
  }

  /// Whether a call may change the directory. Its checks and its changes are then one decision. A batch is none: each step is a call. Neither
  /// is what waits for apps.
  var decides: Bool { method != "GET" && template != ["$batch"] && !mayWait }

  /// Whether the answer may wait for an app into which users are written.
  var mayWait: Bool { method == "POST" && template.contains("synchronization") }

  /// Whether a call only reads, although POST asks for it.
  private static let readingNames: Set = [
    "getMemberGroups", "getMemberObjects", "checkMemberGroups", "checkMemberObjects", "getByIds",
  ]

  /// Whether a call reads the directory and changes nothing.
  var isRead: Bool { method == "GET" || template.last.map(Self.readingNames.contains) == true }

  /// How many segments of the path fit the template from its start, at most as many as the template has.
  func matchedCount(_ segments: [String]) -> Int {
    zip(template, segments).prefix { $0.hasPrefix("{") || ASCII.equalIgnoringCase($0, $1) }.count
  }

  /// The segments in the place of the template's keys, by the names of the keys: `user` for `{user}`.
  func keys(in segments: [String]) -> [String: String] {
    let keys = zip(template, segments).filter { $0.0.hasPrefix("{") }.map { (String($0.dropFirst().dropLast()), $1) }
    return Dictionary(keys) { first, _ in first }
  }
}
