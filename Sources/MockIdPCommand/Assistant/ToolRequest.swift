import Bytes
import JSON

/// The call of the control API that the arguments of a tool make.
struct ToolRequest: Sendable {
  /// Arguments that make no call, in a sentence for the assistant.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// Path and query.
  let target: String
  /// The world that the call is about; nil for the usual one.
  let world: String?
  /// `Content-Type`; a body that is one text is YAML.
  let type: String
  let body: [UInt8]

  init(_ tool: AssistantTool, _ operation: ControlDocument.Operation, _ arguments: JSONObject) throws(Fault) {
    let known = operation.parameters.map(\.argument) + (operation.takesBody ? ["body"] : [])
    for name in arguments.names where !known.contains(name) {
      throw Fault(
        description: "\(tool.name) has no argument \(name); "
          + (known.isEmpty ? "it takes none." : "it takes \(known.joined(separator: ", "))."))
    }
    var path = operation.path
    var query = FormFields()
    var world: String?
    for parameter in operation.parameters {
      guard let value = try Self.text(arguments[parameter.argument], parameter.argument, of: tool) else {
        guard !parameter.isRequired else {
          throw Fault(description: "\(tool.name) needs the argument \(parameter.argument).")
        }
        if let usual = tool.usual.first(where: { $0.name == parameter.name }) { query.append(usual.name, usual.value) }
        continue
      }
      switch parameter.place {
      case "path":
        guard let place = path.firstPlace(of: "{\(parameter.name)}") else { continue }
        path.replaceSubrange(place, with: Percent.encode(value))
      case "query": query.append(parameter.name, value)
      default: world = value
      }
    }
    target = path + (query.fields.isEmpty ? "" : "?" + query.encoded)
    self.world = world
    switch arguments["body"] {
    case .string(let text)?: (type, body) = ("application/yaml", Array(text.utf8))
    case let value?: (type, body) = ("application/json", value.serialized)
    case nil: (type, body) = ("application/json", [])
    }
  }

  private static func text(_ value: JSONValue?, _ name: String, of tool: AssistantTool) throws(Fault) -> String? {
    switch value {
    case nil, .null?: return nil
    case .string(let text)?: return text
    case .integer(let number)?: return "\(number)"
    case .bool(let flag)?: return flag ? "true" : "false"
    default: throw Fault(description: "\(name) of \(tool.name) is one word or number.")
    }
  }
}
