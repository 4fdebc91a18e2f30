import Time

/// Creates, shows, exports and removes worlds of a running server.
struct WorldCommand: Command {
  static let scenario = Option.value(
    "--scenario", "NAME|FILE", "What it begins as: a scenario of the library or a file (default: the server's own).")
  static let name = Option.value("--name", "NAME", "What it is called (default: a name that is free).")
  static let replace = Option.flag("--replace", "Put it in the place of a world of that name.")
  static let seed = Option.value("--seed", "NUMBER", "Make its ids and codes the same in every run.")
  static let idle = Option.value("--idle-timeout", "TIME", "How long it lives when nobody asks for it (default 1h).")
  static let ids = Option.value(
    "--ids", "own|asWritten",
    "Whether its ids and domains are its own, or those of the scenario (default: as the scenario says).")
  static let output = Option.value("--output", "FILE", "Write the export there (default: standard output).")
  static let json = Option.flag("--json", "Print JSON.")
  static let terraform = Option.flag(
    "--terraform", "Export a tenant as a configuration of Terraform's provider azuread, with import blocks.")
  static let tenant = Option.value("--tenant", "TENANT", "The tenant for Terraform (default: the first one).")

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
    options: [scenario, name, replace, seed, idle, ids, output, json, terraform, tenant] + ServerLocation.options,
    words: ["create", "list", "show", "delete", "export"],
    examples: [
      .init("mockidp world create --name t1 --scenario expired-refresh", "A world for one test; prints its URLs."),
      .init("mockidp world create --scenario ./mine.yaml --ids asWritten", "A world that keeps the file's tenant ids."),
      .init("mockidp world create --json", "For a script: authority, tenants, users and apps."),
      .init("mockidp world export t1 --output t1.yaml", "Keep how it is now, for 'serve --scenario ./t1.yaml'."),
      .init("mockidp world export t1 --terraform --output t1.tf", "The tenant for Terraform."),
      .init("mockidp world delete t1", "Done with it."),
    ])

  enum Action: Sendable, Hashable {
    case create
    case list
    case show(String)
    case delete(String)
    case export(String)
  }

  let action: Action
  let scenario: String?
  let name: String?
  let replaces: Bool
  let seed: UInt64?
  let idleTimeout: Duration?
  let ids: String?
  let output: String?
  let isJSON: Bool
  let isTerraform: Bool
  let tenant: String?
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    scenario = arguments.value(Self.scenario)
    name = arguments.value(Self.name)
    replaces = arguments.has(Self.replace)
    seed = try arguments.number(Self.seed)
    idleTimeout = try arguments.duration(Self.idle)
    ids = arguments.value(Self.ids)
    output = arguments.value(Self.output)
    isJSON = arguments.has(Self.json)
    isTerraform = arguments.has(Self.terraform)
    tenant = arguments.value(Self.tenant)
    server = try ServerLocation(arguments)
    switch try arguments.word("action", among: Self.manual.words) {
    case "create": action = .create
    case "list": action = .list
    case "show": action = .show(try arguments.next("NAME"))
    case "export": action = .export(arguments.next() ?? "default")
    default: action = .delete(try arguments.next("NAME"))
    }
    if action != .create, scenario != nil || name != nil || replaces || seed != nil || idleTimeout != nil || ids != nil
    {
      throw arguments.error("--scenario, --name, --replace, --seed, --idle-timeout and --ids go with create only")
    }
    if output != nil || isTerraform {
      guard case .export = action else { throw arguments.error("--output and --terraform go with export only") }
    }
    if isTerraform, isJSON { throw arguments.error("--terraform and --json cannot be used together") }
    if tenant != nil, !isTerraform { throw arguments.error("--tenant goes with --terraform only") }
    if replaces, name == nil { throw arguments.error("--replace needs --name NAME") }
  }
}
