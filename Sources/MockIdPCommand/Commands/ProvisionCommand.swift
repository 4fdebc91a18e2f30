/// What has to do with provisioning: what the server sends to an app, and the judge of SCIM servers.
struct ProvisionCommand: ActionCommand {
  @Given(.flag("--json", "Print JSON.")) var isJSON: Bool
  var running = ProvisionRunOptions()
  var judge = JudgeOptions()
  var server = ServerLocation()
  var chosen = ChosenAction()

  static let actions: [CommandAction<Self>] = [
    .does("run", .oneOrMore("APP"), options: [\.running]) { try $0.run($0.chosen.operands, on: $1) },
    .does("check", .atMostOne, options: [\.judge]) { try $0.check($0.chosen.operands.first, on: $1) },
  ]

  static let manual = Manual(
    name: "provision", summary: "write users into apps as Entra does, judge SCIM servers",
    forms: runForms + checkForms, details: runDetails + checkDetails, options: Self().options, words: words,
    examples: runExamples + checkExamples)

  func check(_ arguments: Arguments) throws(UsageError) { try judge.check(arguments) }
}
