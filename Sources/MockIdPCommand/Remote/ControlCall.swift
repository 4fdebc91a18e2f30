import JSON

/// What an action calls the control API with, and tells the answer by.
struct ControlCall {
  let server: RemoteServer
  let console: Console
  let isJSON: Bool

  func get(_ path: String) throws -> JSONValue { try server.control("GET", path) }

  func post(_ path: String, _ body: JSONValue? = nil) throws -> JSONValue { try server.control("POST", path, body) }

  /// The same for a call that other servers have a part in. It may take long.
  func postPatiently(_ path: String, _ body: JSONValue) throws -> JSONValue {
    try PatientCall(server).post(path, body)
  }

  func delete(_ path: String) throws { _ = try server.control("DELETE", path) }

  /// Prints the answer as JSON when that is wanted, else the lines for people.
  func report(_ answer: JSONValue, _ lines: (JSONValue) throws -> [String]) rethrows {
    guard !isJSON else {
      console.print(answer.prettyText)
      return
    }
    for line in try lines(answer) { console.print(line) }
  }
}
