import JSON

/// A command whose actions are calls of a running server's control API.
protocol ControlCommand: ActionCommand {
  var server: ServerLocation { get }
  var isJSON: Bool { get }
}

extension ControlCommand {
  var isJSON: Bool { false }
}

extension CommandAction where Owner: ControlCommand {
  /// An action that calls the control API.
  static func calls(
    _ word: String, _ operands: Operands = .none, options: Members = [],
    _ perform: @escaping @Sendable (Owner, ControlCall) throws -> Void
  ) -> Self {
    does(word, operands, options: options) { command, console in
      let server = try RemoteServer.find(command.server, on: console)
      try perform(command, ControlCall(server: server, console: console, isJSON: command.isJSON))
      return .success
    }
  }
}

/// What an action calls the control API with, and tells the answer by.
struct ControlCall {
  let server: RemoteServer
  let console: Console
  let isJSON: Bool

  func get(_ path: String) throws -> JSONValue { try server.control("GET", path) }

  func post(_ path: String, _ body: JSONValue? = nil) throws -> JSONValue { try server.control("POST", path, body) }

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
