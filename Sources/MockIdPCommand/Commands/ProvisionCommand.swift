/// What has to do with provisioning: drives that of an app of a running server.
struct ProvisionCommand: ActionCommand {
  @Given(.flag("--json", "Print JSON.")) var isJSON: Bool
  var running = ProvisionRunOptions()
  var server = ServerLocation()
  var chosen = ChosenAction()

  static let actions: [CommandAction<Self>] = [
    .does("run", .oneOrMore("APP"), options: [\.running, \.server]) { command, console in
      try command.run(command.chosen.operands, on: console)
    }
  ]

  static let manual = Manual(
    name: "provision", summary: "write users and groups into apps as Entra's provisioning would",
    forms: runForms, details: runDetails, options: Self().options, words: words, examples: runExamples)
}
