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
