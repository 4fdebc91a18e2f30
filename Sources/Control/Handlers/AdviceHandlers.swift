import Scenarios

/// What the journal says about the clients.
enum AdviceHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    return .json(AdviceJSON.value(Advice.all(about: call.world.journal.exchanges, in: call.world.directory)))
  }
}
