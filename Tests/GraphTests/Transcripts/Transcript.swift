import Directory
import HTTPWire
import JSON
import Scenarios
import Worlds

/// Writes down what Graph answers about the properties of one object, a paragraph for each.
enum Transcript {
  /// Values of every kind. A property also gets those of its own, and what a GET shows of it.
  static let values: [JSONValue] = [
    .null, "text", "", "https://x.test/a", "2026-02-01T00:00:00Z", true, false, 1, [], ["text"], [:], ["a": "b"],
  ]

  /// One bench takes all bodies: the last one of a property sends back what a GET showed at first. Another one has the object from
  /// on-premises.
  static func text(of subject: Subject) throws -> String {
    let admin = try Administrator(Bench())
    let others = try Administrator(Bench())
    if subject.isSynchronized { try subject.synchronize(others.bench) }
    var paragraphs = [try lists(of: subject, admin)]
    for name in subject.properties { paragraphs.append(try paragraph(name, of: subject, admin, others)) }
    return paragraphs.joined(separator: "\n")
  }

  /// The names that an object has by default, alone and in a list.
  private static func lists(of subject: Subject, _ admin: Administrator) throws -> String {
    let id = try subject.id(admin.bench)
    var text = ""
    for version in ["", "/beta"] {
      let alone = try admin.send("GET", "\(version)\(subject.path)/\(id)").body.object?.names ?? []
      let listed = try admin.send("GET", "\(version)\(subject.path)?$top=1").body["value"]?.array?.first?.object?.names
      text += "\(version)\(subject.path)/ID \(alone.joined(separator: " "))\n"
      text += "\(version)\(subject.path) \(listed?.joined(separator: " ") ?? "")\n"
    }
    return text
  }

  private static func paragraph(
    _ name: String, of subject: Subject, _ admin: Administrator, _ synchronized: Administrator
  ) throws -> String {
    let path = "\(subject.path)/\(try subject.id(admin.bench))"
    func shown(_ version: String = "") throws -> String {
      let answer = try admin.send("GET", "\(version)\(path)?$select=\(name)")
      guard answer.status == 200 else { return "\(answer.status) \(answer.message)" }
      return answer.body.object?.members.last { !$0.name.hasPrefix("@") }?.value.text ?? "nothing"
    }
    let first = try shown()
    let beta = try shown("/beta")
    var lines = ["\(name) \(first)" + (beta == first ? "" : " beta: \(beta)")]
    lines += try queries(name, of: subject, admin)
    var kept: [String] = []
    var refused: [(message: String, values: [String])] = []
    var others: [String] = []
    let own = JSONValue.parsed(first)
    for value in values + (subject.values[name] ?? []) + [own].compactMap(\.self) {
      let answer = try admin.send("PATCH", path, #"{"\#(name)":\#(value.text)}"#)
      if answer.status == 204 {
        let now = try shown()
        if now == value.text { kept.append(now) } else { others.append("204 \(value.text) → \(now)") }
      } else {
        let message = "\(answer.status) \(answer.message)"
        if let place = refused.firstIndex(where: { $0.message == message }) {
          refused[place].values.append(value.text)
        } else {
          refused.append((message, [value.text]))
        }
      }
    }
    if !kept.isEmpty { lines.append("204 \(kept.joined(separator: " "))") }
    lines += others + refused.map { "\($0.message) \($0.values.joined(separator: " "))" }
    lines += try callers(name, of: subject, admin, synchronized)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The statuses of queries that name the property, each as an advanced query: a text, null, a flag, a time, an element of a list.
  private static func queries(_ name: String, of subject: Subject, _ admin: Administrator) throws -> [String] {
    func status(_ query: String, isAdvanced: Bool = true) throws -> String {
      let query =
        query.split(separator: " ").joined(separator: "%20") + "&$top=1&$select=id" + (isAdvanced ? "&$count=true" : "")
      let fields: HTTPFields = isAdvanced ? ["ConsistencyLevel": "eventual"] : [:]
      let response = try admin.bench.call(
        "/v1.0" + subject.path, query: query, authorization: admin.token, fields: fields
      ).response
      return "\(response.status)"
    }
    let filters = try [
      "\(name) eq 'x'", "\(name) eq null", "\(name) eq true", "\(name) ge 2026-01-01T00:00:00Z",
      "startswith(\(name),'x')", "\(name)/any(a:a eq 'x')",
    ].map { try status("$filter=\($0)") }
    let orders = try [true, false].map { try status("$orderby=\(name)", isAdvanced: $0) }
    let search = try status("$search=%22\(name):x%22")
    return ["filter \(filters.joined(separator: " ")), order \(orders.joined(separator: " ")), search \(search)"]
  }

  /// What the user may change of themselves, and what a change of an object from on-premises comes to.
  private static func callers(
    _ name: String, of subject: Subject, _ admin: Administrator, _ synchronized: Administrator
  ) throws -> [String] {
    guard subject.isSynchronized else { return [] }
    var answers: [String] = []
    let body = #"{"\#(name)":null}"#
    if subject.name == "user" {
      let token = try admin.bench.token("User.ReadWrite")
      let own = try admin.bench.call(method: "PATCH", authorization: token, body: body).response.status
      answers.append("own \(own)")
    }
    let id = try subject.id(synchronized.bench)
    answers.append("on-premises \(try synchronized.send("PATCH", "\(subject.path)/\(id)", body).status)")
    return ["\(body) \(answers.joined(separator: ", "))"]
  }
}

extension JSONValue {
  /// The value of a JSON text; nil for another text.
  static func parsed(_ text: String) -> JSONValue? { try? JSONValue.parse(Array(text.utf8)) }
}
