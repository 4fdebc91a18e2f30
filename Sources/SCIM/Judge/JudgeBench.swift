import Bytes
import HTTPWire
import JSON

/// Why a check ends before its last line.
enum CheckEnd: Error {
  /// The answer would not do. At the level `fragile` this is a warning.
  case wrong(String)
  /// The server said that it did something, and did not: a failure at every level.
  case untrue(String)
  case skipped(String)
  case stopped
}

/// A user that a check made.
struct JudgeUser {
  var id: String
  var rows: [SCIMValue]

  func text(_ path: String) -> String { rows.first { $0.path.description == path }?.value.string ?? "" }

  var userName: String {
    get { text("userName") }
    set {
      if let row = rows.firstIndex(where: { $0.path.description == "userName" }) { rows[row].value = .string(newValue) }
    }
  }
}

/// A group that a check made.
struct JudgeGroup {
  var id: String
  var name: String
}

/// What one check works with: it sends, remembers what was sent, and reads states back.
final class JudgeBench {
  let judge: SCIMJudge
  let form: SCIMForm
  /// How many resources there were before the check.
  let before: Int
  private(set) var exchanges: [SCIMExchange] = []
  private(set) var remarks: [String] = []

  init(_ judge: SCIMJudge, _ form: SCIMForm) {
    self.judge = judge
    self.form = form
    before = judge.made.count
  }

  // MARK: Verdicts

  func expect(_ condition: Bool, _ problem: @autoclosure () -> String) throws(CheckEnd) {
    if !condition { throw .wrong(problem()) }
  }

  func warn(unless condition: Bool, _ problem: @autoclosure () -> String) {
    if !condition { remarks.append(problem()) }
  }

  // MARK: Sending

  /// Sends a request; without an answer the check is over.
  @discardableResult
  func send(_ request: SCIMRequest, by client: SCIMClient? = nil) throws(CheckEnd) -> SCIMAnswer {
    let result: Result<SCIMAnswer, SCIMFailure>
    do throws(SCIMFailure) {
      result = .success(try (client ?? judge.client).send(request, stamp: judge.stamp, stop: judge.stop))
    } catch {
      result = .failure(error)
    }
    return try note(request, result)
  }

  /// Remembers an exchange.
  @discardableResult
  func note(_ request: SCIMRequest, _ result: Result<SCIMAnswer, SCIMFailure>) throws(CheckEnd) -> SCIMAnswer {
    let body = String(decoding: request.body, as: UTF8.self)
    func exchange(_ status: Int?, _ text: String) -> SCIMExchange {
      SCIMExchange(
        method: request.method, target: request.target, body: body, status: status, answer: text,
        curl: request.curl(judge.client.tenant))
    }
    switch result {
    case .success(let answer):
      judge.hasAnswered = true
      let place = answer.fields["Location"].map { answer.body.isEmpty ? "Location: \($0)" : "" } ?? ""
      exchanges.append(exchange(answer.status, place + String(answer.text.prefix(2_000))))
      if !answer.body.isEmpty, let last = exchanges.last,
        !judge.mediaTypes.contains(where: { $0.type == answer.mediaType })
      {
        judge.mediaTypes.append((answer.mediaType, last))
      }
      return answer
    case .failure(let failure):
      guard failure.kind != .stopped else { throw .stopped }
      exchanges.append(exchange(nil, failure.description))
      throw .wrong("There is no answer. \(failure)")
    }
  }

  /// Sends several requests at once, a thread each.
  func together(_ requests: [SCIMRequest]) throws(CheckEnd) -> [SCIMAnswer] {
    let results = JudgeCrowd.send(requests.map { [$0] }, by: judge.client, stamp: judge.stamp, stop: judge.stop)
    var answers: [SCIMAnswer] = []
    for (request, result) in zip(requests, results) { answers.append(try note(request, result[0])) }
    return answers
  }

  /// Sends a change whose operations are as Entra's service writes them in this dialect.
  @discardableResult
  func change(_ user: JudgeUser, _ operations: [SCIMOperation]) throws(CheckEnd) -> SCIMAnswer {
    try accepted(send(.change(.users, user.id, operations, form: form)))
  }

  /// Sends a change with these operations as they are.
  /// Sends a change that may be refused.
  @discardableResult
  func ask(_ user: JudgeUser, _ operations: [JSONValue]) throws(CheckEnd) -> SCIMAnswer {
    try send(Self.patch(.users, user.id, operations))
  }

  @discardableResult
  func patch(_ user: JudgeUser, _ operations: JSONValue...) throws(CheckEnd) -> SCIMAnswer {
    try accepted(ask(user, operations))
  }

  @discardableResult
  func patch(_ group: JudgeGroup, _ operations: JSONValue...) throws(CheckEnd) -> SCIMAnswer {
    try accepted(send(Self.patch(.groups, group.id, operations)))
  }

  static func patch(_ kind: SCIMKind, _ id: String, _ operations: [JSONValue]) -> SCIMRequest {
    SCIMRequest(
      method: "PATCH", path: SCIMRequest.place(kind, id),
      json: ["schemas": [.string(SCIMNames.patchOperation)], "Operations": .array(operations)])
  }

  @discardableResult
  func accepted(_ answer: SCIMAnswer) throws(CheckEnd) -> SCIMAnswer {
    try expect(answer.isSuccess, "It answered \(answer.status)\(Self.reason(answer)).")
    return answer
  }

  static func reason(_ answer: SCIMAnswer) -> String {
    if answer.isHTML { return " with a page of HTML" }
    let words = (answer.json?["detail"]?.string ?? "").prefix(160).split { $0.isWhitespace }
    return words.isEmpty ? "" : ": " + words.joined(separator: " ")
  }

  /// An operation word by word.
  func op(_ word: String, _ path: String?, _ value: JSONValue? = nil) -> JSONValue {
    var object: JSONObject = ["op": .string(word)]
    object.append("path", path)
    if let value { object.append("value", value) }
    return .object(object)
  }

  /// `Replace` or `replace`, as the dialect has it.
  func word(_ kind: SCIMOperation.Kind) -> String { kind.word(form.dialect) }

  // MARK: Users

  /// How much a new user has.
  enum Extent: CaseIterable { case small, medium, full }

  /// The rows of the default mapping for a user of this name.
  func rows(_ name: String, _ extent: Extent) -> [SCIMValue] {
    let work = "addresses[type eq \"work\"]."
    let number = String(name.split(separator: "-").last ?? "0")
    var rows: [(String, JSONValue)] = [
      ("userName", .string("\(name)@\(judge.order.domain)")), ("active", true),
      ("displayName", .string("Mock Check \(number)")),
    ]
    if extent != .small {
      rows += [
        ("emails[type eq \"work\"].value", .string("\(name)@\(judge.order.domain)")), ("name.givenName", "Mock"),
        ("name.familyName", .string("Check \(number)")), ("name.formatted", .string("Mock Check \(number)")),
      ]
    }
    if extent == .full {
      rows += [
        ("title", "Engineer"), ("preferredLanguage", "en-US"), (work + "formatted", "18/2111"),
        (work + "streetAddress", "Hauptstr. 1"),
        (work + "locality", "Berlin"), (work + "region", "BE"), (work + "postalCode", "10115"),
        (work + "country", "DE"),
        ("phoneNumbers[type eq \"work\"].value", "+49 30 901820"),
        ("phoneNumbers[type eq \"mobile\"].value", "+49 170 555 0100"),
        ("phoneNumbers[type eq \"fax\"].value", "+49 30 901821"),
        ("\(SCIMNames.enterpriseUser):employeeNumber", .string("70\(number)")),
        ("\(SCIMNames.enterpriseUser):department", "Retail"),
      ]
    }
    rows.append(("externalId", .string(name)))
    return rows.compactMap { row in SCIMPath(row.0).map { SCIMValue($0, row.1) } }
  }

  /// Sends a POST of a user and notes what has to be taken away.
  func post(_ body: JSONObject, by client: SCIMClient? = nil) throws(CheckEnd) -> SCIMAnswer {
    try post(.users, body, named: body["userName"]?.string ?? "", by: client)
  }

  func post(_ kind: SCIMKind, _ body: JSONObject, named name: String, by client: SCIMClient? = nil) throws(CheckEnd)
    -> SCIMAnswer
  {
    judge.doubtful.append((kind, name))
    let answer = try send(.create(kind, body), by: client)
    if let resource = try? answer.resource(), !judge.made.contains(where: { $0.kind == kind && $0.id == resource.id }) {
      judge.made.append((kind, resource.id))
      judge.doubtful.removeLast()
    } else if answer.status == 400 || answer.status == 409 {
      judge.doubtful.removeLast()
    }
    return answer
  }

  /// Makes a user of that extent, or of another one where the server refuses it: whether it may is the question of other checks.
  func user(_ extent: Extent = .small, active: Bool = true, without left: String? = nil) throws(CheckEnd) -> JudgeUser {
    let others = Extent.allCases.reversed().filter { $0 != extent }
    for extent in [extent] + others {
      var rows = rows(judge.nextName(), extent).filter { $0.path.description != left }
      if !active { rows = rows.map { $0.path.description == "active" ? SCIMValue($0.path, false) : $0 } }
      let answer = try post(SCIMBody.user(rows))
      if let resource = try? answer.resource() { return JudgeUser(id: resource.id, rows: rows) }
      if answer.isSuccess, let found = try? find("userName", JudgeUser(id: "", rows: rows).userName),
        let first = found.resources.first
      {
        judge.made.append((.users, first.id))
        return JudgeUser(id: first.id, rows: rows)
      }
    }
    throw .skipped("No user can be made: see C1 and C3.")
  }

  func users(_ count: Int) throws(CheckEnd) -> [JudgeUser] {
    var users: [JudgeUser] = []
    for _ in 0..<count { users.append(try user()) }
    return users
  }

  /// Whether a new user keeps the value of this path. A server that does not know an attribute is not wrong for that.
  func keeps(_ path: String) throws(CheckEnd) -> Bool {
    if judge.fullUser == nil {
      // A bench of its own: these requests say nothing of the check.
      let bench = JudgeBench(judge, SCIMForm())
      let answer = try bench.post(SCIMBody.user(rows(judge.nextName(), .full)))
      judge.fullUser = .some(nil)
      if let made = try? answer.resource() {
        judge.fullUser = .some(try? bench.send(.read(.users, made.id)).resource())
      }
    }
    guard let known = judge.fullUser, let resource = known else { return true }
    return value(resource, path) != nil
  }

  func value(_ resource: SCIMResource, _ path: String) -> JSONValue? { SCIMPath(path)?.value(in: resource.object) }

  func find(_ path: String, _ value: String) throws(CheckEnd) -> SCIMList {
    try list(send(.find(.users, filter: "\(path) eq \"\(value)\"")))
  }

  /// Reads a list strictly enough to say what Entra could not read.
  func list(_ answer: SCIMAnswer) throws(CheckEnd) -> SCIMList {
    do throws(SCIMReadError) { return try answer.list() } catch {
      throw .wrong("The list cannot be read: \(Self.text(error))\(Self.reason(answer)).")
    }
  }

  static func text(_ error: SCIMReadError) -> String {
    switch error {
    case .status(let status): "it answered \(status)"
    case .html: "it is a page of HTML"
    case .notJSON: "it is not JSON"
    case .notAList: "it is not a ListResponse with totalResults and Resources"
    case .noID: "a resource has no id"
    }
  }

  /// The user by id.
  func get(_ user: JudgeUser) throws(CheckEnd) -> SCIMResource {
    let answer = try send(.read(.users, user.id))
    do throws(SCIMReadError) { return try answer.resource() } catch {
      throw .wrong("GET of the user by its id cannot be read: \(Self.text(error))\(Self.reason(answer)).")
    }
  }

  /// The user by id, which a filter has to find in the same state.
  func state(_ user: JudgeUser) throws(CheckEnd) -> SCIMResource {
    let resource = try get(user)
    guard judge.findsUsers != false else { return resource }
    let list = try find("userName", user.userName)
    try expect(
      list.resources.map(\.id) == [user.id],
      "A filter by userName finds \(list.resources.count) users, and not this one alone.")
    let (byID, found) = (resource.isActive, list.resources[0].isActive)
    try expect(
      byID == found,
      "GET by id and the filter say different things of active: \(Self.word(byID)) and \(Self.word(found)).")
    return resource
  }

  static func word(_ flag: Bool?) -> String { flag.map { $0 ? "true" : "false" } ?? "nothing" }

  /// Changes a user and sees that `active` is as wanted: in the answer's state, by id, and by filter.
  func patch(_ user: JudgeUser, makes active: Bool, _ operations: JSONValue...) throws(CheckEnd) {
    try accepted(ask(user, operations))
    try sees(user, active: active)
  }

  func sees(_ user: JudgeUser, active: Bool) throws(CheckEnd) {
    let found = try state(user).isActive
    if found != active { throw .untrue("The change was accepted, and active is \(Self.word(found)).") }
  }

  /// Sees that a value is there after a change that was accepted. A server that keeps no such attribute gets a remark.
  func sees(_ user: JudgeUser, _ path: String, _ wanted: String) throws(CheckEnd) {
    try sees(state(user), path, wanted)
  }

  func sees(_ resource: SCIMResource, _ path: String, _ wanted: String) throws(CheckEnd) {
    let found = value(resource, path)
    if found == .string(wanted) { return }
    let isKept = try keeps(path)
    guard isKept || found != nil else { return warn(unless: false, "The server keeps no \(path).") }
    throw .untrue("The change was accepted, and \(path) is \(found?.text ?? "absent") and not \"\(wanted)\".")
  }

  // MARK: Groups

  func group(_ members: [JudgeUser] = [], without left: String? = nil) throws(CheckEnd) -> JudgeGroup {
    var group: JudgeGroup?
    for isEntra in [true, false] where group == nil {
      let body = groupBody(judge.nextName(), isEntra: isEntra, without: left)
      let name = body["displayName"]?.string ?? ""
      let answer = try post(.groups, body, named: name)
      if answer.status == 404 || answer.status == 501 {
        throw .skipped("The server has no groups: it answered \(answer.status).")
      }
      if let resource = try? answer.resource() { group = JudgeGroup(id: resource.id, name: name) }
    }
    guard let group else { throw .skipped("No group can be made: see G2.") }
    guard !members.isEmpty else { return group }
    let wanted = Set(members.map(\.id))
    try send(
      .change(.groups, group.id, SCIMOperation.add(members: members.map(\.id), form: SCIMForm()), form: SCIMForm()))
    if try self.members(group) == wanted { return group }
    for member in members {
      try send(
        .change(
          .groups, group.id, SCIMOperation.add(members: [member.id], form: SCIMForm()),
          form: SCIMForm(dialect: .compliant)))
    }
    guard try self.members(group) == wanted else { throw .skipped("Members cannot be put into a group: see G3.") }
    return group
  }

  func groupBody(_ name: String, isEntra: Bool = true, without left: String? = nil) -> JSONObject {
    var body = SCIMBody.group(
      [("displayName", name), ("externalId", judge.randomName())].compactMap { row in
        SCIMPath(row.0).map { SCIMValue($0, .string(row.1)) }
      })
    if !isEntra { body["schemas"] = [.string(SCIMNames.group)] }
    if let left { body[left] = nil }
    return body
  }

  /// The ids of the members, read with all attributes. A doubled member is a fault.
  func members(_ group: JudgeGroup) throws(CheckEnd) -> Set<String> {
    let answer = try send(SCIMRequest(method: "GET", path: SCIMRequest.place(.groups, group.id)))
    let members: [String]
    do throws(SCIMReadError) { members = try answer.resource().members ?? [] } catch {
      throw .wrong("GET of the group by its id cannot be read: \(Self.text(error))\(Self.reason(answer)).")
    }
    guard Set(members).count == members.count else { throw .untrue("A member is in the group twice.") }
    return Set(members)
  }

  func has(_ group: JudgeGroup, exactly users: [JudgeUser]) throws(CheckEnd) {
    let (found, wanted) = (try members(group), Set(users.map(\.id)))
    guard found != wanted else { return }
    let (lost, kept) = (wanted.subtracting(found).count, found.subtracting(wanted).count)
    throw .untrue(
      "The change was accepted; of \(wanted.count) members \(lost) are lost, and \(kept) are there that should not be.")
  }
}
