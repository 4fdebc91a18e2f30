import JSON

/// A refusal of the protocol itself (JSON-RPC 2.0, section 5.1). What a tool refuses is not such an error: the assistant has to read it.
struct ProtocolRefusal: Error, Hashable {
  let code: Int64
  let message: String
  var data: JSONValue?

  static func unreadable() -> ProtocolRefusal {
    ProtocolRefusal(code: -32700, message: "A line is one JSON-RPC 2.0 message, and this is not JSON")
  }

  static func notARequest() -> ProtocolRefusal {
    ProtocolRefusal(
      code: -32600, message: "A message is one object with jsonrpc \"2.0\" and a method; batches are not taken")
  }

  static func unknownMethod(_ method: String) -> ProtocolRefusal {
    ProtocolRefusal(code: -32601, message: "There is no method \(method) here")
  }

  static func badParameters(_ sentence: String) -> ProtocolRefusal { ProtocolRefusal(code: -32602, message: sentence) }

  static func unsupported(_ revision: String) -> ProtocolRefusal {
    ProtocolRefusal(
      code: -32022, message: "The revision \(revision) is not spoken here",
      data: ["supported": .strings(ProtocolRevision.allCases.map(\.rawValue)), "requested": .string(revision)])
  }

  static func noResource(_ address: String, _ revision: ProtocolRevision) -> ProtocolRefusal {
    ProtocolRefusal(
      code: revision.resourceNotFound, message: "There is no resource \(address); resources/list has them all",
      data: ["uri": .string(address)])
  }

  var json: JSONValue {
    var error: JSONObject = ["code": .integer(code), "message": .string(message)]
    if let data { error.append("data", data) }
    return .object(error)
  }
}
