import Bytes
import JSON
import Policy
package import Scenarios
import Time
import Worlds
import YAML

/// Reads the file of a record. Unknown keys are refused, and every mistake has its place.
package enum RecordReader {
  /// The keys of the record itself. All others are the scenario's.
  package static let ownKeys = ["record", "known", "date", "source", "open", "differs", "steps", "note"]

  /// `bases` finds the scenario that a record's world extends.
  /// - Throws: `ScenarioError` with the place of the first mistake.
  package static func record(
    from text: [UInt8], named name: String, extending bases: ScenarioBases = .library
  ) throws(ScenarioError) -> Record {
    let file = name + ".yaml"
    let root: YAMLNode
    do throws(YAMLError) { root = try YAMLDocument.parse(text) } catch {
      throw ScenarioError(file: file, line: error.line, column: error.column, error.problem)
    }
    guard let entries = root.entries else {
      throw ScenarioError(file: file, line: 1, column: 1, "a record is a mapping; begin with 'record: what is shown'")
    }
    let scenario = scenario(entries.filter { !ownKeys.contains($0.name) }, root, file, bases)
    let own = YAMLNode(.mapping(entries.filter { ownKeys.contains($0.name) }), mark: root.mark)
    var fields = try FileMapping(FileValue(node: own, key: "record", file: file))
    let title = try fields.require("record", else: "a record needs 'record', what the service was seen to do").text()
    let known = try fields.require("known", else: "a record needs 'known'").choice(Knowledge.self)
    let when = try fields.require("date", else: "a record needs 'date', when the answer was given")
    let date = try when.text()
    guard isDate(date) else { throw when.error("'\(date)' is not a date; write 2026-08-11, 2026-08 or 2026") }
    let source = try fields.require("source", else: "a record needs 'source', where the answer can be read").text()
    _ = fields.take("note")
    let standing = try standing(&fields)
    let list = try fields.require("steps", else: "a record needs 'steps'").list("a list of steps")
    var steps: [RecordStep] = []
    for value in list { steps.append(try RecordStep(value)) }
    try fields.finish()
    return Record(
      name: name, title: title, known: known, date: date, source: source, standing: standing, scenario: scenario,
      steps: steps)
  }

  /// A year, with month and day as far as they are known.
  private static func isDate(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let lengths = [4, 2, 2]
    return parts.count <= 3
      && zip(parts, lengths).allSatisfy { $0.utf8.count == $1 && $0.utf8.allSatisfy(ASCII.isDigit) }
  }

  private static func standing(_ fields: inout FileMapping) throws(ScenarioError) -> Record.Standing {
    let open = fields.take("open")
    let differs = fields.take("differs")
    if let open, differs != nil { throw open.error("a record is 'open', or it 'differs' on purpose; not both") }
    if let open { return .open(try open.choice(OpenWork.self)) }
    if let differs { return .differs(try differs.text("a sentence with the reason")) }
    return .met
  }

  private static func scenario(
    _ entries: [YAMLNode.Entry], _ root: YAMLNode, _ file: String, _ bases: ScenarioBases
  ) -> Result<Scenario, ScenarioError> {
    func scalar(_ text: String) -> YAMLNode { YAMLNode(.scalar(text, isQuoted: true), mark: root.mark) }
    let named = [YAMLNode.Entry(key: scalar("scenario"), value: scalar("record"))] + entries
    let world = ClientKey.filling(YAMLNode(.mapping(named), mark: root.mark))
    do throws(ScenarioError) {
      return .success(try ScenarioDecoder.scenario(from: world, file: file, extending: bases))
    } catch {
      return .failure(error)
    }
  }
}

extension RecordStep {
  private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]

  init(_ value: FileValue) throws(ScenarioError) {
    var fields = try FileMapping(value, "a step: a mapping of a method with its address, and what was answered")
    line = value.node.mark.line
    deed = try Self.deed(&fields)
    browser = try fields.take("browser")?.text()
    follows = try fields.take("follow")?.bool() ?? false
    times = try fields.take("times")?.number(in: 1...100) ?? 1
    answer = try fields.take("answer").map { value throws(ScenarioError) in try AnswerExpectation(value) }
    var takes: [Taken] = []
    if let section = try fields.section("take") {
      for entry in section.entries {
        let text = try entry.value.text()
        guard let path = ValuePath(text) else {
          throw entry.value.error(
            "'\(text)' is not the place of a value; write one such as json.access_token, redirect.code, header.Location, "
              + "form.flowToken, cookie.fpc, claims.id_token.oid or page.transId")
        }
        takes.append(Taken(name: entry.value.key, path: path))
      }
    }
    self.takes = takes
    try fields.finish()
  }

  private static func deed(_ fields: inout FileMapping) throws(ScenarioError) -> Deed {
    for method in methods {
      if let address = fields.take(method) { return .request(try RecordedRequest(method, address, &fields)) }
    }
    if let value = fields.takeEvenNothing("submit") {
      let button = try fields.take("press")?.text()
      let filled = value.node.isNull ? [] : try FileMapping(value).pairs()
      return .submit(filled, button: button)
    }
    if let value = fields.take("wait") { return .wait(try value.duration()) }
    if let value = fields.take("sign") {
      var section = try FileMapping(value)
      let name = try section.require("as", else: "'sign' needs 'as', the name of the token").text()
      let header = section.take("header").map { JSONValue($0.node) } ?? .object([:])
      let claims = section.take("claims").map { JSONValue($0.node) } ?? .object([:])
      try section.finish()
      return .sign(SignedThing(name: name, header: header, claims: claims))
    }
    throw fields.value.error(
      "a step needs a method with its address, such as 'GET: /common/…', or 'submit', 'wait' or 'sign'")
  }
}

extension RecordedRequest {
  fileprivate init(_ method: String, _ address: FileValue, _ fields: inout FileMapping) throws(ScenarioError) {
    self.method = method
    self.address = try address.text("an address")
    query = try fields.section("query").map { section throws(ScenarioError) in try section.pairs() } ?? []
    self.fields = try fields.section("send").map { section throws(ScenarioError) in try section.pairs() } ?? []
    guarding = try fields.take("guard")?.text()
    if let form = try fields.section("form") {
      body = .form(try form.pairs())
    } else if let json = fields.takeEvenNothing("json") {
      body = .json(JSONValue(json.node))
    } else if let text = fields.takeEvenNothing("body") {
      body = .text(text.node.text ?? "")
    } else {
      body = .none
    }
  }
}

extension FileMapping {
  /// All entries as texts. A list gives its name once for each of its texts.
  fileprivate func pairs() throws(ScenarioError) -> [(String, String)] {
    var pairs: [(String, String)] = []
    for entry in entries {
      for item in entry.value.oneOrMany() {
        guard let text = item.node.text else { throw item.mismatch("a text") }
        pairs.append((entry.value.key, text))
      }
    }
    return pairs
  }
}
