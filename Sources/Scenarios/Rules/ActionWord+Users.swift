import Directory
import Worlds
import YAML

extension ActionWord {
  /// The actions on users.
  static let onUsers: [ActionWord] = Verb<User>.all.map { verb in
    verb.key == Verb<User>.changeLocation.key
      ? changeLocation
      : ActionWord(verb) { value, directory throws(ScenarioError) in .named(try value.user(in: directory)) }
  } + [setMethod]

  private static let setMethod = ActionWord(
    "setMethod",
    ActionForm(
      alone: "The user signs in by another method from now on.", .text,
      [.init("to", .choice(SignInMethod.self), "The method.", isRequired: true)],
      example: "{ setMethod: bob, to: windowsHello }")
  ) { value, fields, directory throws(ScenarioError) in
    let user = try value.map { value throws(ScenarioError) in ObjectName<User>.named(try value.user(in: directory)) }
    let method = try fields.require("to", else: "'setMethod' needs 'to', such as windowsHello")
    return .world(SetMethodAction(user: user, to: try method.choice(SignInMethod.self)))
  }

  /// Moves a user, or an app that signs in as itself. A user comes before an app of the same name.
  private static let changeLocation: ActionWord = {
    let verb = Verb<User>.changeLocation
    let form = ActionForm(
      alone: verb.sentence + " The name may also be that of an app, which signs in as itself.", .text,
      [.init("trusted", .bool, "Whether the user is back.")], example: "{ changeLocation: alice }")
    return ActionWord(verb.key, form, sharing: ["trusted"]) { value, fields, directory throws(ScenarioError) in
      let isTrusted = try fields.take("trusted")?.bool() ?? false
      if let value, let name = value.node.text, directory.user(named: name) == nil,
        directory.application(named: name) != nil
      {
        return .world(MoveAppAction(.named(try value.application(in: directory)), isTrusted: isTrusted))
      }
      let user = try value.map { value throws(ScenarioError) in ObjectName<User>.named(try value.user(in: directory)) }
      return .world(ChangeLocationAction(user: user, isTrusted: isTrusted))
    }
  }()
}
