import Directory

/// `serveKeys: stale`: the keys document leaves out the key that signs now, as a copy of before the last rotation would; with
/// `none` it is empty.
package struct ServeKeysAction: FileAction {
  package static let key = "serveKeys"
  static let moment = ActionMoment.before(at: [.keys])

  let keys: ServedKeys

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    keys = try fields.require(Self.key, else: "'serveKeys' needs stale or none").choice(ServedKeys.self)
  }

  package var summary: String { keys == .none ? "serve no keys" : "serve stale keys" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    answer.keys = keys
  }
}
