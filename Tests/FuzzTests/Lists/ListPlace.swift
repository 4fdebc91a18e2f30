import Authority
import Bytes
import Control
import Crypto
import Directory
import Graph
import HTTPWire
import Intake
import JSON
import Platform
import Policy
import Scenarios
import TestSupport
import Worlds

/// One place of a request that takes a list of any length: a parameter, a member of a JSON or YAML body, or the body itself.
struct ListPlace: Sendable, CustomStringConvertible {
  let name: String
  /// Makes the request with a list of these items.
  private let request: @Sendable ([String]) -> Request
  /// How many objects one item makes: a tenant has a service principal of each of Microsoft's apps.
  private let weight: Int
  /// The item at a place of the list. Each differs from the others, unless the row is about repeated ones.
  let item: @Sendable (Int) -> String

  enum Request {
    /// To the identity platform: method, target, and the form in the body.
    case service(String, String, form: String)
    /// To the control API.
    case control(String, String, body: String)
    /// The text of a scenario.
    case scenario(String)
    /// To Microsoft Graph, with a token for everything that the rows need.
    case graph(String, String, body: String)
    /// To the list of worlds, in the control API.
    case worlds(body: String)
    /// The file that a world of this scenario is exported as.
    case export(String)
    /// To the world of a scenario that has a list of its own.
    indirect case inWorld(of: String, Request)
    /// To the control API of a world that has been asked for these paths.
    case journal([String], String)
    /// The files that `init` makes a scenario of, by their paths.
    case files([(path: String, content: String)])
    /// No request at all: a piece of the program. It says what it has done.
    case work(@Sendable () throws -> String)
  }

  var description: String { name }

  /// Half of the items that the place is measured with: enough that a comparison of each with each would be most of the
  /// work. An object of a world costs a hundred times as much as a word, so there are fewer, but for `make test-hostile`.
  var count: Int {
    let isFull = getenv("MOCKIDP_HOSTILE") != nil
    switch request([]) {
    case .scenario, .export, .worlds, .inWorld, .work, .journal, .files: return (isFull ? 4_000 : 400) / weight
    case .service, .control, .graph: return (isFull ? 4_000 : 2_000) / weight
    }
  }

  init(
    _ name: String, weight: Int = 1, item: @escaping @Sendable (Int) -> String,
    _ request: @escaping @Sendable ([String]) -> Request
  ) {
    self.name = name
    self.weight = weight
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

  /// Makes the world and the request, which are not part of the cost.
  private func prepared(_ items: [String]) throws -> () throws -> HTTPResponse {
    let request = request(items)
    do {
      switch request {
      case .scenario(let text):
        let bytes = Array(text.utf8)
        return {
          do throws(ScenarioError) {
            _ = try ScenarioDecoder.scenario(from: bytes, file: "many.yaml")
            return .plain(200, "A scenario.")
          } catch { return .plain(400, error.sentence) }
        }
      case .export(let text):
        let world = try TestWorld(file: text).world
        return {
          do throws(ScenarioError) {
            return .plain(200, try WorldExport.file(of: world))
          } catch { return .plain(409, error.sentence) }
        }
      case .files(let files):
        let contents = files.map { ($0.path, Array($0.content.utf8)) }
        return {
          var intake = Intake(paths: contents.map(\.0))
          for (path, content) in contents { intake.read(path, content) }
          let draft = intake.draft(named: "many")
          let report = IntakeReport(draft, withSecrets: false).lines.joined(separator: "\n")
          return .plain(200, report + ScenarioWriter(draft, withSecrets: false).text)
        }
      case .work(let work): return { .plain(200, try work()) }
      case .inWorld(let text, let request): return try prepared(request, in: TestWorld(file: text))
      default: return try prepared(request, in: TestWorld())
      }
    } catch let error as ScenarioError { return { .plain(400, "\(error)") } }
  }

  private func prepared(_ request: Request, in test: TestWorld) throws -> () throws -> HTTPResponse {
    switch request {
    case .service(let method, let target, let form):
      let fields = [("Content-Type", "application/x-www-form-urlencoded")]
      return { try test.send(method, target, fields: fields, body: form).response }
    case .control(let method, let path, let body): return { try Self.control(method, path, body, test, Self.api) }
    case .worlds(let body):
      let registry = WorldRegistry(
        main: test.world, database: try Database(), keys: test.world.keys, clock: test.clock, uptime: test.clock,
        entropy: SeededEntropy(seed: 2))
      let api = ControlAPI(ControlConfiguration(version: "1.2.3", worlds: registry))
      return { try Self.control("POST", "/worlds", body, test, api) }
    case .journal(let paths, let path):
      for (number, asked) in paths.enumerated() {
        test.world.journal.record(
          Exchange(
            traceID: GUID(random: [UInt8(number & 0xFF)]), correlationID: .zero, startedAt: TestWorld.start,
            method: "GET",
            host: "localhost", path: asked))
      }
      return { try Self.control("GET", path, "", test, Self.api) }
    case .graph(let method, let target, let body):
      let token = try Self.graphToken(test)
      let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
      let request = HTTPRequest(
        method: method, path: parts[0], query: parts.count > 1 ? parts[1] : nil,
        fields: [
          "Authorization": "Bearer \(token)", "Content-Type": "application/json", "ConsistencyLevel": "eventual",
        ],
        body: Array(body.utf8), isSecure: true, authority: "localhost")
      let call = Call(request: request, origin: Self.origin, world: test.world)
      return {
        var exchange = Exchange(beginning: call)
        return try GraphEndpoints().endpoint(onGraphHost: request.path).respond(to: call, &exchange)
      }
    default: return { .plain(400, "No request to a world.") }
    }
  }

  private static func control(
    _ method: String, _ path: String, _ body: String, _ test: TestWorld, _ api: ControlAPI
  ) throws -> HTTPResponse {
    let request = HTTPRequest(
      method: method, path: "/_mockidp/v1" + path, body: Array(body.utf8), isSecure: true, authority: "localhost",
      peer: "127.0.0.1")
    let call = Call(request: request, origin: origin, world: test.world)
    var exchange = Exchange(beginning: call)
    return try api.respond(to: call, &exchange)
  }

  private static func graphToken(_ test: TestWorld) throws -> String {
    let scopes = [
      "User.ReadWrite.All", "Directory.ReadWrite.All", "Group.ReadWrite.All", "DelegatedPermissionGrant.ReadWrite.All",
    ]
    let order = #"{"client":"mobile","user":"alice","scope":"\#(scopes.joined(separator: " "))"}"#
    let answer = try JSONValue.parse(try control("POST", "/tokens", order, test, api).body)
    guard let token = answer["token"]?.string else { throw TestFault("no token: \(answer.text)") }
    return token
  }

  private static let api = ControlAPI(ControlConfiguration(version: "1.2.3"))
  private static let origin = Origin(
    login: "https://localhost", graph: "https://localhost", authority: "localhost", isSecure: true)
}
