import JSON
import Scenarios

extension Shape.TextKind {
  /// The kind as a JSON Schema.
  var schema: JSONObject {
    switch self {
    case .free: ["type": "string"]
    case .word: ["type": "string", "minLength": 1]
    case .secret: ["type": "string", "minLength": 1, "format": "password"]
    case .plain: ["type": ["string", "number", "boolean"], "minLength": 1]
    case .plainOrEmpty: ["type": ["string", "number", "boolean"]]
    case .plainSecret: ["type": ["string", "number", "boolean"], "minLength": 1, "format": "password"]
    case .pattern(let pattern, _): ["type": "string", "pattern": .string(pattern)]
    case .span: ["type": "string", "pattern": "^(?=.*[1-9])([0-9]{1,12}(ms|s|m|h|d))+$", "examples": ["1h"]]
    case .duration:
      ["type": "string", "pattern": "^-?([0-9]{1,12}(ms|s|m|h|d))+$", "examples": ["90d", "1h30m"]]
    case .time: ["type": "string", "format": "date-time"]
    case .guid: ["type": "string", "format": "uuid"]
    }
  }
}
