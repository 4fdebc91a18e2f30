import Bytes
import JSON

/// A tool that an assistant can call: a call of the control API, with what a client shows of it. Path, inputs and description come from the
/// server's OpenAPI document, so a tool has no logic of its own.
struct AssistantTool: Sendable {
  /// What a call does to the server, from which follow the annotations (Model Context Protocol, "Tools": `ToolAnnotations`).
  enum Effect: Sendable {
    case reads
    /// Adds or changes something, and takes nothing away.
    case changes
    /// Takes something away that the assistant may not be able to bring back.
    case removes
  }

  /// The `operationId` of the call, and the name of the tool.
  let name: String
  let effect: Effect
  /// What the assistant should know beside the summary of the call; empty for most.
  let hint: String
  /// Values of the query that a call has unless it gives others.
  let usual: [(name: String, value: String)]

  init(_ name: String, _ effect: Effect, _ hint: String = "", usual: [(name: String, value: String)] = []) {
    self.name = name
    self.effect = effect
    self.hint = hint
    self.usual = usual
  }

  /// The entry of `tools/list`. Nil when the server has no such call, as one of another version.
  func entry(in document: ControlDocument) -> JSONValue? {
    guard let operation = document.operation(name) else { return nil }
    return [
      "name": .string(name), "title": .string(title),
      "description": .string(([operation.summary, hint].filter { !$0.isEmpty }).joined(separator: " ")),
      "inputSchema": operation.inputSchema, "annotations": annotations(operation.method),
    ]
  }

  /// `revokeSessionsOfUser` is "Revoke sessions of user".
  private var title: String {
    var words = ""
    for letter in name {
      words += letter.isUppercase ? " " + letter.lowercased() : String(letter)
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private func annotations(_ method: String) -> JSONValue {
    [
      "title": .string(title), "readOnlyHint": .bool(effect == .reads), "destructiveHint": .bool(effect == .removes),
      "idempotentHint": .bool(effect == .reads || ["PUT", "DELETE"].contains(method)), "openWorldHint": false,
    ]
  }
}
