import Directory

/// `setLifetimes: { accessToken: 1m }`: what is given out from now on lives that long, and what lies unused may lie that long.
package struct SetLifetimesAction: FileAction {
  package static let key = "setLifetimes"

  let patch: LifetimesPatch

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    let value = try fields.require(Self.key, else: "'setLifetimes' needs a mapping such as { accessToken: 1m }")
    patch = try LifetimesPatch(value)
    guard !patch.values.isEmpty else {
      throw value.error("'setLifetimes' is empty; give a lifetime such as accessToken: 1m")
    }
  }

  package var summary: String { "set the lifetime of \(patch.values.keys.sorted().joined(separator: ", "))" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    world.changeSettings { patch.apply(to: &$0.lifetimes) }
  }
}
