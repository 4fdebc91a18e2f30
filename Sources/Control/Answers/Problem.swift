import Bytes
import HTTPWire
import JSON
import Scenarios
import Worlds

/// Why a control call fails (RFC 9457), with what the caller can do about it.
struct Problem: Error, Sendable {
  let status: Int
  /// The last part of `type`, for programs: `unknown-member`.
  let name: String
  let title: String
  let detail: String
  let remedy: String
  /// Header fields that the status requires, such as `Allow` for 405.
  var fields = HTTPFields()
  /// The place in a JSON body, as a JSON pointer (RFC 6901). Nil when the problem has no such place.
  private(set) var pointer: String?
  /// The place in a body in the words of scenario files, each number from 1. Nil when the problem has no such place.
  private(set) var place: (line: Int, column: Int)?

  init(_ status: Int, _ name: String, _ title: String, _ detail: String, _ remedy: String) {
    self.status = status
    self.name = name
    self.title = title
    self.detail = detail
    self.remedy = remedy
  }

  var response: HTTPResponse {
    var fields = fields
    fields.set("Content-Type", "application/problem+json")
    fields.set("Cache-Control", "no-store")
    var body: JSONObject = [
      "type": "urn:mockidp:problem:\(name)", "title": .string(title), "status": .integer(Int64(status)),
      "detail": .string(detail), "remedy": .string(remedy),
    ]
    body.append("pointer", pointer.map { "#" + $0 })
    if let place {
      body.append("line", .integer(Int64(place.line)))
      body.append("column", .integer(Int64(place.column)))
    }
    return HTTPResponse(status: status, fields: fields, body: JSONValue.object(body).serialized)
  }

  static let shape = Shape.named(
    "Problem",
    .object([
      .required("type", .word, "a name for programs, such as urn:mockidp:problem:unknown-member"),
      .required("title", .word, "the same for people"),
      .required("status", .number(400...599), "the status of the answer"),
      .required("detail", .word, "what is wrong"),
      .required("remedy", .word, "what helps"),
      .init("pointer", .word, "where in a JSON body it is, as a JSON pointer behind '#'"),
      .init("line", .number(1...Int64.max), "the line of a body in the words of scenario files"),
      .init("column", .number(1...Int64.max), "the column of it"),
    ]))

  /// The same problem with a pointer to the place in a JSON body.
  func at(_ pointer: String) -> Problem {
    var problem = self
    problem.pointer = pointer
    return problem
  }

  /// A sentence with its full stop, if it has no end of its own.
  static func ended(_ sentence: String) -> String {
    guard let last = sentence.utf8.last, ![0x21, 0x2E, 0x3F].contains(last) else { return sentence }
    return sentence + "."
  }

  /// `Known are: a, b.`, after the name that is nearest to `word`.
  static func advice(_ word: String, among known: [String]) -> String {
    let all = "Known are: \(known.joined(separator: ", "))."
    return Suggestion.nearest(to: word, among: known).map { "Did you mean '\($0)'? \(all)" } ?? all
  }
}

// MARK: Routes

extension Problem {
  static func noRoute(_ path: String, nearest: String?) -> Self {
    Self(
      404, "no-route", "No such route", "There is nothing at \(path).",
      (nearest.map { "Did you mean \($0)? " } ?? "") + "GET /_mockidp/v1 lists all routes.")
  }

  static func methodNotAllowed(_ method: String, allowed: [String]) -> Self {
    let list = allowed.joined(separator: ", ")
    var problem = Self(
      405, "method-not-allowed", "Method not allowed", "\(method) is not possible here.", "Possible are: \(list).")
    problem.fields = ["Allow": list]
    return problem
  }

  /// A path names an object that does not exist.
  static func notFound(_ kind: String, _ name: String, _ remedy: String) -> Self {
    Self(404, "not-found", "Not found", "There is no \(kind) '\(name)'.", remedy)
  }
}

// MARK: Bodies and queries

extension Problem {
  static func notJSON(_ reason: String) -> Self {
    Self(
      400, "not-json", "Not a JSON object", "The body is not a JSON object: \(reason).",
      #"Send an object such as {"advance": "90d"}, or no body at all where none is needed."#)
  }

  static let notAnObject = notJSON("it is another value")

  /// The scenario decoder refuses a body. The sentence says what to write.
  static func notUnderstood(_ sentence: String, line: Int, column: Int) -> Self {
    var problem = Self(
      400, "not-understood", "The body is not understood",
      "Line \(line), column \(column) of the body: \(ended(sentence))",
      "Write it as in a scenario file: JSON or YAML, the words of docs/scenarios.md.")
    problem.place = (line, column)
    return problem
  }

  /// The body cannot be made a scenario of. The sentence says why, and what to record.
  static func notAnArchive(_ sentence: String, line: Int) -> Self {
    var problem = Self(
      400, "not-an-archive", "The body is not an HTTP archive of a sign-in", "Line \(line) of the body: \(sentence).",
      "docs/har.md says how to record one.")
    problem.place = (line, 1)
    return problem
  }

  /// The change is not possible in the present state of the world.
  static func conflict(_ name: String, _ title: String, _ detail: String, _ remedy: String) -> Self {
    Self(409, name, title, detail, remedy)
  }

  static let malformedQuery = Self(
    400, "malformed-query", "Malformed query", "The query string is not UTF-8.", "Encode it as UTF-8.")

  static func unknownMember(_ name: String, known: [String]) -> Self {
    Self(
      400, "unknown-member", "Unknown member", "The body has a member '\(name)', which means nothing here.",
      known.isEmpty ? "Send no body." : advice(name, among: known))
  }

  static func unknownParameter(_ name: String, known: [String]) -> Self {
    Self(
      400, "unknown-parameter", "Unknown parameter", "The query has a parameter '\(name)', which means nothing here.",
      known.isEmpty ? "Leave it out." : advice(name, among: known))
  }

  static func badExpectation(_ error: ScenarioError) -> Self {
    Self(
      400, "bad-expectation", "Bad expectation", "Line \(error.line), column \(error.column): \(error.sentence).",
      #"Send patterns as scenario files have them, such as {"expect": [{"event": "signIn", "count": "1.."}]}."#)
  }

  static func missingMember(_ name: String, _ expected: String) -> Self {
    Self(400, "missing-member", "Missing member", "The body has no member '\(name)'.", "Add it: \(expected).")
  }

  static func missingParameter(_ name: String, _ expected: String) -> Self {
    Self(400, "missing-parameter", "Missing parameter", "The query has no '\(name)'.", "Add it: \(expected).")
  }

  /// `found` is what the caller sent, in JSON or as the query has it. It must be nil for members that hold secrets.
  static func badValue(_ name: String, found: String?, expected: String) -> Self {
    Self(
      400, "bad-value", "Bad value", "'\(name)' is not what it should be" + (found.map { ": \($0)" } ?? "") + ".",
      "It is \(expected).")
  }

  /// A word that is not in a list, such as an unknown user. With status 404 the word was in the path.
  static func unknownWord(_ kind: String, _ word: String, known: [String], status: Int = 400) -> Self {
    let instead = known == Ageable.allCases.map(\.rawValue) ? Ageable.remedy(for: word).map { " \($0)." } : nil
    return Self(
      status, status == 404 ? "not-found" : "unknown-\(kind)", "Unknown \(kind)", "There is no \(kind) '\(word)'.",
      advice(word, among: known) + (instead ?? ""))
  }
}

// MARK: Access

extension Problem {
  /// `reason` is a sentence that says why the call does not count as one of a program on this machine.
  static func closed(_ reason: String) -> Self {
    Self(
      403, "closed", "The control API is closed", "\(reason) No control token is set.",
      "Start mockidp with --control-token TOKEN and send 'Authorization: Bearer TOKEN', or call it directly from its own "
        + "machine.")
  }

  static let tokenMissing = unauthorized("token-missing", "The call brings no control token.")

  static let wrongToken = unauthorized("wrong-token", "The control token is not the one of this server.")

  private static func unauthorized(_ name: String, _ detail: String) -> Self {
    var problem = Self(
      401, name, "Control token needed", detail,
      "Send 'Authorization: Bearer TOKEN' with the token that mockidp was started with (--control-token).")
    problem.fields = ["WWW-Authenticate": #"Bearer realm="mockidp""#]
    return problem
  }

  static func foreignHost(_ authority: String) -> Self {
    Self(
      403, "foreign-host", "Not a name of this server",
      "The call was made to '\(authority)', which is not a name of this server; a web page could have pointed it here.",
      "Call localhost, name the host with --hostname, or send the control token.")
  }

  static func foreignOrigin(_ origin: String) -> Self {
    Self(
      403, "foreign-origin", "A foreign web page asks", "The call was made by a page of '\(origin)'.",
      "Call from a page of localhost, name the host with --hostname, or send the control token.")
  }

  /// A page of this machine, but of another server, wants to change something.
  static func otherPage(_ origin: String) -> Self {
    Self(
      403, "foreign-origin", "A page of another server asks",
      "The call changes something, and a page of '\(origin)' made it.",
      "Call from a program, from a page of this server such as the console, or set a control token and send it.")
  }

  static func notHere(_ host: String) -> Self {
    Self(
      404, "not-here", "Not here", "There is no control API under the name \(host).",
      "Use the server's own name, such as localhost.")
  }
}
