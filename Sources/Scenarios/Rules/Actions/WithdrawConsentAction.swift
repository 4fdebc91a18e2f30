import Directory

/// `withdrawConsent: mobile, of: alice`: what the user granted to the app is taken away. Without `of` everything is, what an
/// administrator granted for everybody included.
package struct WithdrawConsentAction: FileAction {
  package static let key = "withdrawConsent"
  static let form = ActionForm(
    alone: "Takes away what was granted to the app.", .text, [.init("of", .text, "What this user granted alone.")],
    example: "{ withdrawConsent: mobile }")

  let client: ApplicationSelection
  /// An alias.
  let user: String?

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    client = try ApplicationSelection(fields.take(Self.key), in: directory)
    user = try fields.take("of")?.user(in: directory)
  }

  package var summary: String {
    "withdraw the consent" + (client.name.map { " to \($0)" } ?? "") + (user.map { " of \($0)" } ?? "")
  }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    let user = try user.map { try world.directory.existingUser($0).id }
    try world.withdrawConsent(from: try client.application(in: world, for: exchange).id, of: user)
  }
}
