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

  func check(_ arguments: Arguments) throws(UsageError) {
    if chosen.word == "run" { return try running.check(chosen.operands.dropFirst(), arguments) }
    try judge.check(urls: chosen.operands, arguments)
    // The judge asks the server at the URL and none of mockidp, but trusts an authority as other commands do.
    for option in server.options where option != server.$certificateAuthority.option && arguments.has(option) {
      throw arguments.error("\(option.name) goes with run only")
    }
  }
}
