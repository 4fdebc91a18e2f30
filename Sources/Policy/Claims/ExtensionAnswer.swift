import Bytes
import JSON

/// What the answers of all custom authentication extensions have in common (Microsoft: "Custom authentication extensions overview").
enum ExtensionAnswer {
  /// The one action of an answer, whose data is of that type.
  /// - Throws: the fault of the first thing that is wrong with it.
  static func action(
    of dataType: String, status: Int, contentType: String?, body: [UInt8]
  ) throws(ClaimsProviderFault) -> JSONObject {
    guard status == 200 else { throw ClaimsProviderFault(.invalidHTTPStatus, "the API answered with status \(status)") }
    guard isJSON(contentType) else {
      throw ClaimsProviderFault(.invalidResponseContentType, "the answer is of the type \(contentType ?? "of no name")")
    }
    guard !body.isEmpty else { throw ClaimsProviderFault(.emptyResponse, "the answer has no body") }
    guard let answer = try? JSONValue.parse(body) else {
      throw ClaimsProviderFault(.invalidResponseBody, "the answer is not JSON")
    }
    guard let data = answer["data"]?.object, isType(dataType, of: data), let actions = data["actions"]?.array else {
      throw ClaimsProviderFault(.invalidResponseBody, "the answer has no data of the type \(dataType) with actions")
    }
    guard actions.count == 1, let action = actions.first?.object else {
      throw ClaimsProviderFault(.invalidNumberOfActions, "the answer has \(actions.count) actions and not one")
    }
    return action
  }

  /// Whether an object is of that type.
  static func isType(_ name: String, of object: JSONObject) -> Bool {
    typeName(of: object).map { ASCII.equalIgnoringCase($0, name) } ?? false
  }

  /// Some samples of Microsoft's write `@odata.Type`, and some put a `#` before the name.
  static func typeName(of object: JSONObject) -> String? {
    guard let type = object.members.first(where: { ASCII.equalIgnoringCase($0.name, "@odata.type") })?.value.string
    else { return nil }
    return type.hasPrefix("#") ? String(type.dropFirst()) : type
  }

  private static func isJSON(_ type: String?) -> Bool {
    guard let type else { return false }
    return ASCII.equalIgnoringCase(ASCII.trimmed(type.prefix { $0 != ";" }), "application/json")
  }
}
