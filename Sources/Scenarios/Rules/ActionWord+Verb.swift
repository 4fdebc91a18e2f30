import Directory
import JSON
import Worlds

extension ActionWord {
  /// An action on the object that the file names after the key. When the key stands alone, it means the object of the exchange.
  init<Object>(
    _ verb: Verb<Object>,
    object: @escaping @Sendable (FileValue, DirectoryState) throws(ScenarioError) -> ObjectName<Object>
  ) {
    let form = ActionForm(
      alone: verb.sentence, .text, verb.parameters.map { .init($0.name, $0.kind.schema, $0.sentence) },
      example: "{ \(verb.key): \(verb.example) }")
    self.init(verb.key, form, sharing: verb.parameters.map(\.name)) { value, fields, directory throws(ScenarioError) in
      var named: ObjectName<Object>?
      if let value { named = try object(value, directory) }
      var parameters = JSONObject()
      for parameter in verb.parameters {
        guard let value = fields.take(parameter.name) else { continue }
        parameters.append(parameter.name, try parameter.kind.value(value))
      }
      return .world(verb.action(named, parameters))
    }
  }
}

extension Verb.Parameter.Kind {
  /// How a file writes the parameter.
  fileprivate var schema: Schema {
    switch self {
    case .secret: .text
    case .flag: .bool
    }
  }

  fileprivate func value(_ value: FileValue) throws(ScenarioError) -> JSONValue {
    switch self {
    case .flag: return .bool(try value.bool())
    case .secret:
      let text = try value.text()
      guard !text.isEmpty else { throw value.error("'\(value.key)' is empty; give a text, or leave it out") }
      return .string(text)
    }
  }
}
