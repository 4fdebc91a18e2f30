import Directory

/// `expireSecrets: web`: the secrets of the app end now. Certificates stay good.
package struct ExpireSecretsAction: FileAction {
  package static let key = "expireSecrets"
  static let form = ActionForm(alone: "Ends the app's secrets now.", .text, example: "{ expireSecrets: web }")

  let application: ApplicationSelection

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    application = try ApplicationSelection(fields.take(Self.key), in: directory)
  }

  package var summary: String { "expire the secrets" + (application.name.map { " of \($0)" } ?? "") }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    try world.expireSecrets(of: try application.application(in: world, for: exchange).id)
  }
}
