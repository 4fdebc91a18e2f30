import Directory
import HTTPWire
import JSON

/// `changeAnswer: { members: { issuer: https://elsewhere.test }, without: [jwks_uri], headers: {…}, status: 200 }`: what the
/// endpoint answers, with that much of it changed.
package struct ChangeAnswerAction: FileAction {
  package static let key = "changeAnswer"

  let edit: AnswerEdit

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    let wanted = "a mapping such as { members: { issuer: https://elsewhere.test } }"
    let value = try fields.require(Self.key, else: "'changeAnswer' needs \(wanted)")
    var parts = try FileMapping(value, wanted)
    var edit = AnswerEdit(status: try parts.take("status")?.number(in: 200...599))
    if let headers = try parts.section("headers") {
      for (name, text) in try headers.headers() { edit.fields.append(name, text) }
    }
    if let members = try parts.section("members") {
      for (_, value) in members.entries { edit.members[value.key] = JSONValue(value.node) }
    }
    for item in parts.take("without")?.oneOrMany() ?? [] {
      edit.missing.append(try item.text("a member or a list of members"))
    }
    try parts.finish()
    guard edit != AnswerEdit() else {
      throw parts.missing("members", else: "'changeAnswer' needs one of status, headers, members, without")
    }
    self.edit = edit
  }

  package var summary: String {
    var parts = edit.members.names.map { "other \($0)" } + edit.missing.map { "no \($0)" }
    parts += edit.fields.map { "header \($0.name)" }
    if let status = edit.status { parts.append("status \(status)") }
    return "change the answer: " + parts.joined(separator: ", ")
  }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    answer.edits.append(edit)
  }
}
