import Directory

/// `disableApp: mobile`: an administrator switches the app or API off in every tenant.
package struct DisableAppAction: FileAction {
  package static let key = "disableApp"
  static let form = ActionForm(alone: "Switches an app or API off.", .text, example: "{ disableApp: mobile }")

  let application: ApplicationSelection

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    application = try ApplicationSelection(fields.take(Self.key), in: directory)
  }

  package var summary: String { "disable the app\(application.summary)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    try world.setEnabled(false, application: try application.application(in: world, for: exchange).id)
  }
}
