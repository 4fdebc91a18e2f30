import Bytes
import HTTPWire
import JSON
import Policy
import TestSupport
import Worlds

@testable import Control

extension FuzzTarget {
  /// Calls of the control API up to their handlers: each problem says where it is, and what passes has the route's shape.
  static let control = FuzzTarget(
    name: "control", summary: "method, path with query, and body, one a line", maximumBytes: 1_024
  ) { bytes in
    let lines = FuzzInput.lines(bytes, 3)
    let mark = lines[1].utf8.firstIndex(of: 0x3F)
    let request = HTTPRequest(
      method: lines[0], path: "/_mockidp" + lines[1][..<(mark ?? lines[1].endIndex)],
      query: mark.map { String(lines[1][lines[1].utf8.index(after: $0)...]) }, body: Array(lines[2].utf8))
    let (_, path) = ControlPath(request.path).inWorld
    do {
      guard let (route, values) = find(request.method, path) else {
        throw Problem.noRoute(request.path, nearest: path.nearest(among: ControlRoute.all))
      }
      let call = try ControlCall(
        Call(request: request, origin: origin, world: world.get().world), to: route, values, configuration)
      switch route.body {
      case .scenarioWords: _ = try call.document()
      case .json(let shape): try require(shape.admits(.object(call.body.object)), "a body of another shape passes")
      case nil: try require(call.body.isEmpty, "a body passes where none belongs")
      }
    } catch let problem as Problem {
      try check(problem, body: request.body)
    }
  }

  private static let configuration = ControlConfiguration(version: "1.2.3")
  private static let origin = Origin(
    login: "https://localhost", graph: "https://localhost", authority: "localhost", isSecure: true)
  private static let world = Result { try TestWorld() }

  private static func find(_ method: String, _ path: ControlPath) -> (ControlRoute, [String: String])? {
    for route in ControlRoute.all where route.method.rawValue == method {
      if let values = path.values(for: route.pattern) { return (route, values) }
    }
    return nil
  }

  private static func check(_ problem: Problem, body: [UInt8]) throws(FuzzFinding) {
    let response = problem.response
    guard let value = try? JSONValue.parse(response.body) else { throw FuzzFinding("a problem that is not JSON") }
    try require(Problem.shape.admits(value), "a problem of another shape: \(value.text)")
    try require((400...499).contains(response.status), "the status \(response.status)")
    guard let pointer = value["pointer"]?.string, pointer != "#", let document = try? JSONValue.parse(body) else {
      return
    }
    try require(resolves(pointer.dropFirst(), in: document), "the pointer \(pointer) leads nowhere")
  }

  /// RFC 6901. The pointer of a query parameter leads nowhere either: it is "/".
  private static func resolves(_ pointer: Substring, in document: JSONValue) -> Bool {
    guard pointer != "/" else { return true }
    var value = document
    for token in pointer.utf8.split(separator: 0x2F, omittingEmptySubsequences: false).dropFirst() {
      let name = unescaped(Array(token))
      if let items = value.array, let index = Int(name), items.indices.contains(index) {
        value = items[index]
      } else if let member = value[name] {
        value = member
      } else {
        return false
      }
    }
    return true
  }

  private static func unescaped(_ token: [UInt8]) -> String {
    var bytes: [UInt8] = []
    var rest = token[...]
    while let byte = rest.popFirst() {
      if byte == 0x7E, let next = rest.popFirst() {
        bytes.append(next == 0x31 ? 0x2F : 0x7E)
      } else {
        bytes.append(byte)
      }
    }
    return FuzzInput.text(bytes)
  }
}
