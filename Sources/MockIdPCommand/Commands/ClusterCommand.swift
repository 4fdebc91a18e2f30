import MockIdP

/// Makes a cluster in PostgreSQL.
struct ClusterCommand: Command {
  static let role = Option.value(
    "--role", "NAME", "Give this role of PostgreSQL the rights that a server needs, and no more.")
  static let controlToken = Option.value(
    "--control-token", "TOKEN",
    "The token of /_mockidp that all servers take (default: MOCKIDP_CONTROL_TOKEN, or a new one).")

  static let manual = Manual(
    name: "cluster", summary: "make a cluster of servers that share their worlds",
    forms: ["cluster init --cluster URL --cluster-key-file FILE [options]"],
    details: [
      """
      Makes the tables of a cluster in a PostgreSQL, in a schema of their own, and the authority, the signing keys and the control token that \
      all its servers have. They stand in PostgreSQL, sealed with the key of FILE, which is made when it is not there. Each server is \
      handed that file.
      """,
      "With --role a cluster that is there stays as it is, and another role gets the rights of a server.",
      "Any number of servers may then be started with the same options, and none has to know the others.",
    ],
    options: [ClusterOption.cluster, ClusterOption.keyFile, ClusterOption.schema, role, controlToken],
    words: ["init"],
    examples: [
      .init("mockidp cluster init --cluster postgresql://db/mockidp --cluster-key-file key", "Once."),
      .init("mockidp serve --cluster postgresql://db/mockidp --cluster-key-file key", "Each server of it."),
    ])

  let settings: ClusterSettings
  let role: String?
  let controlToken: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    _ = try arguments.word("action", among: Self.manual.words)
    guard let settings = try ClusterOption.settings(arguments) else {
      throw arguments.error("cluster init needs --cluster URL and --cluster-key-file FILE")
    }
    self.settings = settings
    role = arguments.value(Self.role)
    controlToken = arguments.value(Self.controlToken)
  }
}
