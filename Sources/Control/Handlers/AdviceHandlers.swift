import Worlds

/// Advice about what the apps did, from the journal of the world.
enum AdviceHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    return .json(AdviceJSON.value(Advice.all(about: call.world.journal.exchanges, in: call.world.directory)))
  }
}
