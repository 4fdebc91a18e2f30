import Bytes
import Directory
import HTTPWire
import JOSE
import JSON
import Provisioning
import SCIM
import Synchronization
import TestSupport
import Time
import Worlds

/// A correct SCIM server in memory, which answers as a function of what it has. It keeps what it was asked.
final class ModelServer: ProvisioningWire, DocumentSource {
  struct State: Sendable {
    var users: [String: JSONObject] = [:]
    var groups: [String: JSONObject] = [:]
    var next = 1
    /// Method and target of each request, behind it the body.
    var log: [String] = []
    /// What is answered in the place of the server's own answer, by the beginning of `METHOD target`.
    var faults: [(String, SCIMAnswer?)] = []
    /// Whether groups show their members although they are excluded.
    var showsMembers = false
    var tokens: [String?] = []
    /// The header fields of each request, by its method.
    var fields: [(method: String, lines: [String])] = []
  }

  let state = Mutex(State())
  private let service = Mutex<ProvisioningService?>(nil)

  init() { service.withLock { $0 = ProvisioningService(self) } }

  // MARK: A world's other servers

  var provisioner: (any Provisioner)? { service.withLock { $0 } }

  func perform<Value: Sendable>(
    _ name: String, trace: TraceContext?,
    _ work: @escaping @Sendable (any DocumentReader) throws(DocumentFault) -> Value,
    _ done: @escaping @Sendable (Result<Value, DocumentFault>) -> Void
  ) { done(.failure(DocumentFault("nothing is fetched in this test"))) }

  // MARK: What tests ask

  /// The requests since the last question, without probes.
  func sent() -> [String] {
    state.withLock { state in
      defer { state.log = [] }
      return state.log
    }
  }

  /// The writes since the last question.
  func writes() -> [String] { sent().filter { !$0.hasPrefix("GET") } }

  func user(_ name: String) -> JSONObject? {
    state.withLock { $0.users.values.first { $0["userName"]?.string == name } }
  }

  func answer(_ request: String, with status: Int?, _ body: String = "{}", _ fields: HTTPFields = [:]) {
    state.withLock { state in
      state.faults.append((request, status.map { SCIMAnswer(status: $0, fields: fields, body: Array(body.utf8)) }))
    }
  }

  func heal() { state.withLock { $0.faults = [] } }

  // MARK: Answers

  func send(_ request: SCIMTokenRequest) throws(SCIMFailure) -> SCIMAnswer {
    state.withLock { $0.log.append("POST \(request.endpoint) \(request.body)") }
    return SCIMAnswer(status: 200, body: Array(#"{"access_token":"fetched","expires_in":3600}"#.utf8))
  }

  func send(
    _ request: SCIMRequest, to tenant: SCIMTenant, token: String?, userAgent: String?, stamp: SCIMStamp
  ) throws(SCIMFailure) -> SCIMAnswer {
    let line = "\(request.method) \(request.target)"
    let (answer, isSilent): (SCIMAnswer?, Bool) = state.withLock { state in
      state.tokens.append(token)
      let fields = request.fields(token: token, stamp: stamp, userAgent: userAgent)
      state.fields.append((request.method, fields.map { "\($0.0): \($0.1)" }))
      if !Self.isProbe(request) {
        state.log.append(request.body.isEmpty ? line : "\(line) \(String(decoding: request.body, as: UTF8.self))")
      }
      if let fault = state.faults.first(where: { line.hasPrefix($0.0) }) { return (fault.1, fault.1 == nil) }
      return (Self.answer(request, &state), false)
    }
    if isSilent { throw SCIMFailure(.timeout, "the server did not answer") }
    return answer ?? SCIMAnswer(status: 500)
  }

  /// A filter for a random GUID.
  private static func isProbe(_ request: SCIMRequest) -> Bool {
    filtered(request).map { GUID($0.value) != nil } ?? false
  }

  private static func filtered(_ request: SCIMRequest) -> (path: String, value: String)? {
    guard let text = FormFields(parsing: request.query)?["filter"] else { return nil }
    let words = text.split(separator: " ", maxSplits: 2)
    guard words.count == 3 else { return nil }
    return (String(words[0]), String(words[2].dropFirst().dropLast()))
  }

  private static func answer(_ request: SCIMRequest, _ state: inout State) -> SCIMAnswer {
    let parts = request.path.split(separator: "/").map(String.init)
    let isGroup = parts.first == "Groups"
    var all = isGroup ? state.groups : state.users
    let id = parts.count > 1 ? parts[1] : nil
    func found(_ status: Int, _ object: JSONObject) -> SCIMAnswer {
      var object = object
      if isGroup, !state.showsMembers { object.remove(["members"]) }
      return reply(status, .object(object))
    }
    switch (request.method, id) {
    case ("GET", nil):
      guard let (path, value) = filtered(request) else { return SCIMAnswer(status: 400) }
      let hits = all.sorted { $0.key < $1.key }.map(\.value).filter { object in
        SCIMPath(path)?.value(in: object)?.string.map { ASCII.equalIgnoringCase($0, value) } == true
      }
      return reply(
        200,
        [
          "schemas": .strings([SCIMNames.listResponse]), "totalResults": .integer(Int64(hits.count)),
          "Resources": .array(hits.map { .object($0) }),
        ])
    case ("GET", let id?): return all[id].map { found(200, $0) } ?? reply(404, [:])
    case ("POST", nil):
      guard let body = try? JSONValue.parse(request.body), var object = body.object else {
        return SCIMAnswer(status: 400)
      }
      let name = isGroup ? "displayName" : "userName"
      if all.values.contains(where: { $0[name] == object[name] }) { return reply(409, ["scimType": "uniqueness"]) }
      let id = "\(isGroup ? "g" : "u")\(state.next)"
      state.next += 1
      object.append("id", .string(id))
      all[id] = object
      if isGroup { state.groups = all } else { state.users = all }
      return found(201, object)
    case ("PATCH", let id?):
      guard var object = all[id], let body = try? JSONValue.parse(request.body) else { return reply(404, [:]) }
      for operation in body["Operations"]?.array ?? [] { apply(operation, to: &object) }
      all[id] = object
      if isGroup { state.groups = all } else { state.users = all }
      return SCIMAnswer(status: 204)
    case ("DELETE", let id?):
      guard all[id] != nil else { return reply(404, [:]) }
      if isGroup { state.groups[id] = nil } else { state.users[id] = nil }
      return SCIMAnswer(status: 204)
    default: return SCIMAnswer(status: 405)
    }
  }

  private static func reply(_ status: Int, _ body: JSONValue) -> SCIMAnswer {
    SCIMAnswer(status: status, fields: ["Content-Type": SCIMRequest.scimType], body: body.serialized)
  }

  private static func apply(_ operation: JSONValue, to object: inout JSONObject) {
    let kind = operation["op"]?.string?.lowercased() ?? ""
    guard let text = operation["path"]?.string else {
      for member in operation["value"]?.object?.members ?? [] { set(member.name, member.value, in: &object) }
      return
    }
    guard text.hasPrefix("members") else { return set(text, operation["value"] ?? .null, in: &object) }
    var members = object["members"]?.array ?? []
    let named = operation["value"]?.array?.compactMap { $0["value"]?.string } ?? []
    if kind == "replace" { members = [] }
    if kind == "remove" {
      let gone = SCIMPath(text)?.filter.map { [$0.value] } ?? named
      members.removeAll { gone.contains($0["value"]?.string ?? "") }
    } else {
      members += named.map { ["value": .string($0)] }
    }
    object["members"] = .array(members)
  }

  private static func set(_ text: String, _ value: JSONValue, in object: inout JSONObject) {
    guard let path = SCIMPath(text) else { return }
    if text == "active" {
      object["active"] = .bool(SCIMResource.flag(value) ?? true)
      return
    }
    if let schema = path.schema {
      var inner = object[schema]?.object ?? [:]
      inner[path.attribute] = path.attribute == "manager" ? (value == "" ? .null : ["value": value]) : value
      object[schema] = .object(inner)
      return
    }
    guard path.filter != nil || path.subAttribute != nil else {
      object[path.attribute] = value
      return
    }
    if let filter = path.filter {
      var list = object[path.attribute]?.array ?? []
      let index = list.firstIndex { $0[filter.name]?.string == filter.value }
      var element = index.map { list[$0].object ?? [:] } ?? [filter.name: .string(filter.value)]
      element[path.subAttribute ?? "value"] = value
      if let index { list[index] = .object(element) } else { list.append(.object(element)) }
      object[path.attribute] = .array(list)
      return
    }
    var inner = object[path.attribute]?.object ?? [:]
    inner[path.subAttribute ?? ""] = value
    object[path.attribute] = .object(inner)
  }
}

/// A world with an app `product` that is provisioned into a model server.
struct Bench {
  let server = ModelServer()
  let test: TestWorld
  var world: World { test.world }

  static let settings = #"tenantUrl: "http://localhost:5001/scim", secretToken: t0ken"#

  /// `settings` are further words of `provisioning`, `people` the users and groups, `rest` further keys of the file.
  init(
    _ settings: String = "", flag: String = "", people: String = Bench.sellers,
    assigned: String = "assignedGroups: [sellers]",
    rest: String = ""
  ) throws {
    test = try TestWorld(
      file: """
        clock: { start: 2026-01-05T09:00:00Z, frozen: true }
        world:
        \(people)
          apps:
            product:
              type: web
              \(assigned)
              provisioning: { tenantUrl: "http://localhost:5001/scim\(flag)", secretToken: t0ken\(settings.isEmpty ? "" : ", " + settings) }
        \(rest)
        """, documents: server)
  }

  static let sellers = """
      users: { ann: { displayName: Ann Lee, department: Sales }, zed: { displayName: Zed Ray } }
      groups: { sellers: { displayName: Sellers, members: [ann, zed] } }
    """

  /// One cycle.
  @discardableResult
  func run(_ kind: ProvisioningOrder.Kind = .cycle, isDryRun: Bool = false) throws -> ProvisioningReport {
    guard let provisioner = server.provisioner else { throw TestFault("no provisioner") }
    return try provisioner.carryOut(
      ProvisioningOrder(kind, isDryRun: isDryRun), for: test.app("product").id, in: world)
  }

  func job() throws -> ProvisioningJob {
    guard let job = world.provisioning.job(of: try test.app("product").id) else { throw TestFault("no job") }
    return job
  }

  /// How often each event came.
  func count(_ event: Exchange.Event, _ action: Exchange.ProvisioningAction? = nil, _ user: String? = nil) -> Int {
    world.journal.exchanges.count {
      $0.events.contains(event) && (action == nil || $0.action == action) && (user == nil || $0.user?.alias == user)
    }
  }
}
