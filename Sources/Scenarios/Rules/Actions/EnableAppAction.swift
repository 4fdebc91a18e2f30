import Directory

/// `enableApp: mobile`: the app or API is switched on again.
package struct EnableAppAction: FileAction {
  package static let key = "enableApp"
  static let form = ActionForm(alone: "Switches an app or API on.", .text, example: "{ enableApp: mobile }")

  let application: ApplicationSelection

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    application = try ApplicationSelection(fields.take(Self.key), in: directory)
  }

  package var summary: String { "enable the app\(application.summary)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    try world.setEnabled(true, application: try application.application(in: world, for: exchange).id)
  }
}
