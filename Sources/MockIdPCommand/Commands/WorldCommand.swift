import Bytes
import JSON
import Scenarios
import Time

/// Creates, shows, exports and removes worlds of a running server.
struct WorldCommand: ControlCommand {
  @Given(
    .value(
      "--scenario", "NAME|FILE", "What it begins as: a scenario of the library or a file (default: the server's own)."))
  var scenario: String?
  @Given(.value("--name", "NAME", "What it is called (default: a name that is free).")) var name: String?
  @Given(.flag("--replace", "Put it in the place of a world of that name.")) var replaces: Bool
  @Given(.value("--seed", "NUMBER", "Make its ids and codes the same in every run.")) var seed: UInt64?
  @Given(.value("--idle-timeout", "TIME", "How long it lives when nobody asks for it (default 1h)."))
  var idleTimeout: Duration?
  @Given(
    .value(
      "--ids", "own|asWritten",
      "Whether its ids and domains are its own, or those of the scenario (default: as the scenario says)."))
  var ids: String?
  @Given(.value("--output", "FILE", "Write the export there (default: standard output).")) var output: String?
  @Given(.flag("--json", "Print JSON.")) var isJSON: Bool
  @Given(
    .flag("--terraform", "Export a tenant as a configuration of Terraform's provider azuread, with import blocks."))
  var isTerraform: Bool
  @Given(.value("--tenant", "TENANT", "The tenant for Terraform (default: the first one).")) var tenant: String?
  var server = ServerLocation.ofServer
  var chosen = ChosenAction()

  static let actions: [CommandAction<Self>] = [
    .calls("create", options: [\.$scenario, \.$name, \.$replaces, \.$seed, \.$idleTimeout, \.$ids]) { command, call in
      let path = command.replaces ? path(command.name ?? "") : "/worlds"
      let method = command.replaces ? "PUT" : "POST"
      try call.report(call.server.control(method, path, command.recipe()), facts)
    },
    .calls("list") { try $1.report($1.get("/worlds"), rows) },
    .calls("show", .one("NAME")) { try $1.report($1.get(path($0.operand)), facts) },
    .calls("delete", .one("NAME")) { command, call in
      try call.delete(path(command.operand))
      call.console.print("\(command.operand): removed")
    },
    .calls("export", .atMostOne, options: [\.$output, \.$isTerraform]) { try $0.export($1) },
  ]

  static let manual = Manual(
    name: "world", summary: "make worlds on a running server, show and remove them",
    forms: [
      "world create [--scenario NAME|FILE] [--name NAME]", "world list", "world show NAME",
      "world delete NAME", "world export [NAME] [--output FILE] [--terraform [--tenant TENANT]]",
    ],
    details: [
      """
      A world has tenants, users, clock, rules and journal of its own, so that tests that run at once do not see each \
      other. Apps reach it at https://NAME.localhost:8443, or by its tenant. 'mockidp journal --world NAME' and its like \
      ask for one world.
      """,
      """
      'export' prints a world, without NAME the one the server began with, as a scenario file that recreates it; with --json \
      as JSON. With --terraform it prints a tenant as 'azuread_…' resources, and 'terraform apply' takes over what is there.
      """,
    ],
    options: Self().options, words: words,
    examples: [
      .init("mockidp world create --name t1 --scenario expired-refresh", "A world for one test; prints its URLs."),
      .init("mockidp world create --scenario ./mine.yaml --ids asWritten", "A world that keeps the file's tenant ids."),
      .init("mockidp world create --json", "For a script: authority, tenants, users and apps."),
      .init("mockidp world export t1 --output t1.yaml", "Keep how it is now, for 'serve --scenario ./t1.yaml'."),
      .init("mockidp world export t1 --terraform --output t1.tf", "The tenant for Terraform."),
      .init("mockidp world delete t1", "Done with it."),
    ])

  func check(_ arguments: Arguments) throws(UsageError) {
    if isTerraform, isJSON { throw arguments.error("--terraform and --json cannot be used together") }
    if tenant != nil, !isTerraform { throw arguments.error("--tenant goes with --terraform only") }
    if replaces, name == nil { throw arguments.error("--replace needs --name NAME") }
  }

  private static func path(_ name: String) -> String { "/worlds/\(Percent.encodeForm(name))" }

  private func export(_ call: ControlCall) throws {
    let name = chosen.operands.first ?? "default"
    let format = isTerraform ? "terraform" : isJSON ? "json" : "yaml"
    let scope = tenant.map { "&tenant=\(Percent.encodeForm($0))" } ?? ""
    let text = try call.server.controlText("GET", "\(Self.path(name))/export?format=\(format)\(scope)")
    guard let output else {
      call.console.copy(text)
      return
    }
    try TextFile.overwrite(output, with: text)
    call.console.print("\(name): written to \(output)")
  }

  /// The text of a scenario file is sent as it is; the server names line and column of a mistake.
  private func recipe() throws -> JSONValue {
    var body = JSONObject()
    if let scenario {
      body.append("scenario", ScenarioLibrary.isPath(scenario) ? try TextFile.read(scenario) : scenario)
    }
    if !replaces { body.append("name", name) }
    if let seed { body.append("seed", "\(seed)") }
    body.append("idleTimeout", idleTimeout?.shortText)
    body.append("ids", ids)
    return .object(body)
  }

  private static func rows(_ answer: JSONValue) -> [String] {
    Columns.table(
      (answer["worlds"]?.array ?? []).map { world in
        ["name", "scenario", "authority"].map { world[$0]?.string ?? "" }
          + [ClockCommand.sentence(world["clock"] ?? nil)]
      })
  }

  private static func facts(_ world: JSONValue) -> [String] {
    func text(_ name: String) -> String { world[name]?.string ?? "" }
    var rows = [["world", text("name")], ["scenario", text("scenario")], ["authority", text("authority")]]
    rows += [["graph", text("graph")], ["control", text("control")]]
    for user in world["users"]?.array ?? [] {
      rows.append(["user", "\(user["userPrincipalName"]?.string ?? "")  \(user["password"]?.string ?? "")"])
    }
    for app in world["apps"]?.array ?? [] {
      rows.append([
        "app", "\(app["clientId"]?.string ?? "")  \(app["alias"]?.string ?? "")  \(app["secret"]?.string ?? "")",
      ])
    }
    return Columns.table(rows)
  }
}
