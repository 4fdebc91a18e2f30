import Directory
import Worlds

extension ActionWord {
  /// The actions on users.
  static let onUsers: [ActionWord] = Verb<User>.all.map { verb in
    ActionWord(verb) { value, directory throws(ScenarioError) in .named(try value.user(in: directory)) }
  }
}
