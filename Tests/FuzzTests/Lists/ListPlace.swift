import Authority
import Bytes
import Control
import HTTPWire
import Policy
import Scenarios
import TestSupport
import Worlds

/// One place of a request that takes a list of any length: a parameter, a member of a JSON or YAML body, or the body itself.
struct ListPlace: Sendable, CustomStringConvertible {
  let name: String
  /// Makes the request with a list of these items.
  private let request: @Sendable ([String]) -> Request
  /// The item at a place of the list. Each differs from the others, unless the row is about repeated ones.
  let item: @Sendable (Int) -> String

  enum Request {
    /// To the identity platform: method, target, and the form in the body.
    case service(String, String, form: String)
    /// To the control API.
    case control(String, String, body: String)
    /// The text of a scenario.
    case scenario(String)
  }

  var description: String { name }

  init(
    _ name: String, item: @escaping @Sendable (Int) -> String, _ request: @escaping @Sendable ([String]) -> Request
  ) {
    self.name = name
    self.item = item
    self.request = request
  }

  /// Processor time of the answer to a request with these items, in seconds, in a world of its own.
  func cost(of items: [String]) throws -> Double {
    let answer = try prepared(items)
    let start = ProcessorTime.ofThread
    _ = try answer()
    return ProcessorTime.ofThread - start
  }

  /// The answer's status and the beginning of its body, to see what a row reaches.
  func answer(to items: [String]) throws -> (status: Int, text: String) {
    let response = try prepared(items)()
    return (response.status, String(decoding: response.body.prefix(300), as: UTF8.self))
  }

  /// Makes the world and the request, which are no part of the cost.
  private func prepared(_ items: [String]) throws -> () throws -> HTTPResponse {
    let test = try TestWorld()
    switch request(items) {
    case .service(let method, let target, let form):
      let fields = [("Content-Type", "application/x-www-form-urlencoded")]
      return { try test.send(method, target, fields: fields, body: form).response }
    case .control(let method, let path, let body):
      let request = HTTPRequest(
        method: method, path: "/_mockidp/v1" + path, body: Array(body.utf8), isSecure: true, authority: "localhost",
        peer: "127.0.0.1")
      let call = Call(request: request, origin: Self.origin, world: test.world)
      return {
        var exchange = Exchange(beginning: call)
        return try Self.api.respond(to: call, &exchange)
      }
    case .scenario(let text):
      let bytes = Array(text.utf8)
      return {
        do throws(ScenarioError) {
          _ = try ScenarioDecoder.scenario(from: bytes, file: "many.yaml")
          return .plain(200, "A scenario.")
        } catch { return .plain(400, error.sentence) }
      }
    }
  }

  private static let api = ControlAPI(ControlConfiguration(version: "1.2.3"))
  private static let origin = Origin(
    login: "https://localhost", graph: "https://localhost", authority: "localhost", isSecure: true)
}
