package import Directory
import HTTPWire
import JSON

/// Changes parts of the answer that the endpoint has made: its status, header fields, or members of its JSON body.
package struct ChangeAnswerAction: AnswerAction {
  /// What changes. Several actions change the answer one after the other.
  package let edit: AnswerEdit

  /// Makes that change in the answer.
  package init(_ edit: AnswerEdit) { self.edit = edit }

  package var summary: String {
    var parts = edit.members.names.map { "other \($0)" } + edit.missing.map { "no \($0)" }
    parts += edit.fields.map { "header \($0.name)" }
    if let status = edit.status { parts.append("status \(status)") }
    return "change the answer: " + parts.joined(separator: ", ")
  }

  package func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
    answer.edits.append(edit)
  }
}
