/// When an action can still do something.
enum ActionMoment: Sendable, Hashable {
  /// Before the answer is made and after an event alike.
  case any
  /// Only before the answer is made, at these endpoints; nil: at each.
  case before(at: [EndpointName]?)
}
