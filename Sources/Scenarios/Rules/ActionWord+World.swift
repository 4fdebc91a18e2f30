import Worlds
package import YAML

extension ActionWord {
  /// The actions on signing keys, lifetimes and the clock.
  static let onTheWorld: [ActionWord] = [
    ActionWord(
      "rotateKeys",
      ActionForm(
        alone: "The next key, which is published already, begins to sign; with unannounced a key that no document has "
          + "listed. The old one stays published.",
        .choice(KeyRotation.self), example: "{ rotateKeys: unannounced }")
    ) { value, _, _ throws(ScenarioError) in
      .world(try value?.choice(KeyRotation.self) == .unannounced ? KeyAction.rotateUnannounced : .rotate)
    },
    ActionWord(
      "withdrawKey", "The next key begins to sign; the old one is no longer published.", .world(KeyAction.withdraw)),
    ActionWord(
      "setSignIn",
      ActionForm(
        "Sets who answers the sign-in pages from now on, and how.", ScenarioSchema.signIn,
        example: "{ setSignIn: { user: bob } }"),
      needs: "pages, auto, or a mapping such as { user: bob }"
    ) { value, _, directory throws(ScenarioError) in
      var settings = WorldSettings()
      try settings.read(signIn: value, in: directory)
      return .world(SetSignInAction(settings))
    },
    ActionWord(
      SetLifetimesAction.key,
      ActionForm(
        "Sets how long things live from now on.", LifetimesPatch.schema(atLeast: 1),
        example: "{ setLifetimes: { accessToken: 1m } }"), needs: SetLifetimesAction.need
    ) { value, _, _ throws(ScenarioError) in .world(try SetLifetimesAction(value)) },
    ActionWord(
      "advanceClock",
      ActionForm(
        "Moves the world's clock on; with - in front back.", .signedDuration, example: "{ advanceClock: 90d }"),
      needs: "a duration such as 90d"
    ) { value, _, _ throws(ScenarioError) in .world(ClockAction.advance(by: try value.signedDuration())) },
    ActionWord(
      "setClock", ActionForm("Puts the world's clock there.", .time, example: "{ setClock: 2026-01-31T09:00:00Z }"),
      needs: "a time such as 2026-01-31T09:00:00Z"
    ) { value, _, _ throws(ScenarioError) in .world(ClockAction.set(to: try value.time())) },
    ActionWord("freezeClock", "Stops the world's clock.", .world(ClockAction.freeze)),
    ActionWord("resumeClock", "Lets the world's clock run on.", .world(ClockAction.resume)),
  ]
}

extension SetLifetimesAction {
  fileprivate static let key = "setLifetimes"
  fileprivate static let need = "a mapping such as { accessToken: 1m }"

  fileprivate init(_ value: FileValue) throws(ScenarioError) {
    let patch = try LifetimesPatch(value)
    guard !patch.isEmpty else {
      throw value.error("'\(Self.key)' is empty; give a lifetime such as accessToken: 1m")
    }
    self.init(patch)
  }

  /// Reads the mapping of lifetimes that follows the action's key. `file` is the name that errors begin with.
  /// - Throws: `ScenarioError`, also for an empty mapping.
  package init(from node: YAMLNode, file: String) throws(ScenarioError) {
    guard !node.isNull else {
      throw ScenarioError(
        file: file, line: node.mark.line, column: node.mark.column, "'\(Self.key)' needs \(Self.need)")
    }
    try self.init(FileValue(node: node, key: Self.key, file: file))
  }
}

/// What may stand after `rotateKeys`: which key begins to sign.
private enum KeyRotation: String, CaseIterable {
  case announced
  case unannounced
}
