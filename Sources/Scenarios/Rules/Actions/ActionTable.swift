import Directory
import YAML

/// An action that a file can name.
protocol FileAction: RuleAction {
  /// Those of its parameters that alone would be actions of that name.
  static var sharedParameters: [String] { get }

  /// When it can still do something.
  static var moment: ActionMoment { get }

  /// Takes its own key and its parameters out of a mapping; what is left over is refused by the caller.
  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError)
}

extension FileAction {
  static var sharedParameters: [String] { [] }
  static var moment: ActionMoment { .any }
}

/// Every action, by the key that names it.
enum ActionTable {
  static let all: [any FileAction.Type] = [
    ExpireAction.self, AgeAction.self, RevokeAction.self, RevokeSessionsAction.self, ChangePasswordAction.self,
    ResetPasswordAction.self, ExpirePasswordAction.self, RequireMFAAction.self, DisableAction.self, EnableAction.self,
    LockAction.self, UnlockAction.self, DeleteAction.self, RestoreAction.self, GrantConsentAction.self,
    WithdrawConsentAction.self, AddPermissionAction.self, RemovePermissionAction.self, AddPolicyAction.self,
    RemovePolicyAction.self, DisableAppAction.self,
    EnableAppAction.self, ExpireSecretsAction.self, RotateKeysAction.self, WithdrawKeyAction.self,
    SetLifetimesAction.self,
    AdvanceClockAction.self, SetClockAction.self, FreezeClockAction.self, ResumeClockAction.self, RefuseAction.self,
    RespondAction.self, ChangeAnswerAction.self, DelayAction.self, SlowBodyAction.self, CutBodyAction.self,
    ResetConnectionAction.self, NoAnswerAction.self, DamageAction.self, ServeKeysAction.self,
  ]

  static var keys: [String] { all.map { $0.key } }

  /// `{ expire: refreshTokens, of: alice }`, or a word alone: `revokeSessions`.
  static func action(_ value: FileValue, in directory: DirectoryState) throws(ScenarioError) -> any RuleAction {
    var fields: FileMapping
    if value.node.text != nil {
      fields = try FileMapping(onlyKeyOf: value)
    } else {
      fields = try FileMapping(value, "a mapping such as { delay: 2s }")
    }
    let named = all.filter { fields.has($0.key) }
    let types = named.filter { type in !named.contains { $0.sharedParameters.contains(type.key) } }
    guard let type = types.first else {
      guard let first = fields.entries.first else { throw value.error("an action is missing. Known: \(list)") }
      throw first.key.unknown("action", among: keys)
    }
    guard types.count == 1 else {
      let both = types.map { "'\($0.key)'" }.joined(separator: " and ")
      throw value.error("\(both) are actions of their own; make a list of them")
    }
    let action = try type.init(&fields, in: directory)
    try fields.finish()
    return action
  }

  private static var list: String { keys.joined(separator: ", ") }
}
