import Directory
import Worlds

/// A word of scenario files that names an action, with the form in which a file writes it and the function that reads
/// it. `ActionTable` has all of them.
struct ActionWord: Sendable {
  /// When a rule may use the action.
  enum Moment: Sendable, Hashable {
    /// Before the endpoint decides, and after an event.
    case any
    /// Only before the endpoint decides, and only at these endpoints. Nil: at every endpoint.
    case before(at: [EndpointName]?)
  }

  private typealias Reading =
    @Sendable (inout FileMapping, DirectoryState) throws(ScenarioError) -> RuleAction

  /// The key that names the action in a file.
  let key: String
  /// How a file writes the action, for the JSON Schema and the documentation.
  let form: ActionForm
  let moment: Moment
  /// Parameters of this action whose names are also actions of their own. Next to this action such a key is a
  /// parameter.
  let sharedParameters: [String]
  private let reading: Reading

  /// An action that needs a value after its key. `need` says which value, for the error `'key' needs …`. `read` makes the action from
  /// the value, and takes the parameters out of the mapping.
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

  /// An action whose key may stand without a value. `read` gets nil then.
  init(
    _ key: String, _ form: ActionForm, sharing sharedParameters: [String] = [], moment: Moment = .any,
    read: @escaping @Sendable (FileValue?, inout FileMapping, DirectoryState) throws(ScenarioError) -> RuleAction
  ) {
    self.key = key
    self.form = form
    self.sharedParameters = sharedParameters
    self.moment = moment
    reading = { fields, directory throws(ScenarioError) in try read(fields.take(key), &fields, directory) }
  }

  /// An action that has neither a value nor parameters.
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

  /// Takes the key and the parameters of the action out of a mapping. The caller refuses keys that are left.
  func action(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) -> RuleAction {
    try reading(&fields, directory)
  }
}
