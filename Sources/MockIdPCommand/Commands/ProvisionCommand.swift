/// What has to do with provisioning: today the judge of SCIM servers.
struct ProvisionCommand: ActionCommand {
  @Given(.flag("--json", "Print JSON.")) var isJSON: Bool
  var judge = JudgeOptions()
  var chosen = ChosenAction()

  static let actions: [CommandAction<Self>] = [
    .does("check", .atMostOne, options: [\.judge]) { try $0.check($0.chosen.operands.first, on: $1) }
  ]

  static let manual = Manual(
    name: "provision", summary: "judge a SCIM server as Entra's provisioning would",
    forms: checkForms, details: checkDetails, options: Self().options, words: words, examples: checkExamples)

  func check(_ arguments: Arguments) throws(UsageError) { try judge.check(arguments) }
}
