import Directory

/// A word of scenario files that names an action: how the action is written, and how it is read. `ActionTable` has them all.
struct ActionWord: Sendable {
  /// When an action can still do something.
  enum Moment: Sendable, Hashable {
    /// Before the answer is made, and after an event.
    case any
    /// Only before the answer is made, at these endpoints; nil: at each endpoint.
    case before(at: [EndpointName]?)
  }

  private typealias Reading =
    @Sendable (inout FileMapping, DirectoryState) throws(ScenarioError) -> RuleAction

  /// The key that names the action in a file.
  let key: String
  /// How the action is written, for the JSON Schema and for readers.
  let form: ActionForm
  let moment: Moment
  /// Parameters of this action that, as keys of their own, name another action.
  let sharedParameters: [String]
  private let reading: Reading

  /// An action that needs a value after its key. `need` reads on from `'key' needs …`, for a file that has nothing there; `read` makes the
  /// action of the value, and takes the parameters out of the mapping.
  init(
    _ key: String, _ form: ActionForm, needs need: String, moment: Moment = .any,
    read: @escaping @Sendable (FileValue, inout FileMapping, DirectoryState) throws(ScenarioError) -> RuleAction
  ) {
    self.key = key
    self.form = form
    self.moment = moment
    sharedParameters = []
    reading = { fields, directory throws(ScenarioError) in
      try read(try fields.require(key, else: "'\(key)' needs \(need)"), &fields, directory)
    }
  }

  /// An action whose key may stand alone. `read` gets nil then.
  init(
    _ key: String, _ form: ActionForm, sharing sharedParameters: [String] = [],
    read: @escaping @Sendable (FileValue?, inout FileMapping, DirectoryState) throws(ScenarioError) -> RuleAction
  ) {
    self.key = key
    self.form = form
    self.sharedParameters = sharedParameters
    moment = .any
    reading = { fields, directory throws(ScenarioError) in try read(fields.take(key), &fields, directory) }
  }

  /// An action that is no more than its key.
  init(_ key: String, _ sentence: String, _ action: RuleAction) {
    self.key = key
    form = ActionForm(alone: sentence, example: key)
    sharedParameters = []
    moment = .any
    reading = { fields, _ throws(ScenarioError) in
      try fields.takeAlone(key)
      return action
    }
  }

  /// Takes the key and the parameters of the action out of a mapping. The caller refuses what is left over.
  func action(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) -> RuleAction {
    try reading(&fields, directory)
  }
}
