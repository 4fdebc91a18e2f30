import Crypto
import MockIdP

/// Makes a cluster in PostgreSQL.
struct ClusterCommand: Command {
  var cluster = ClusterOption()
  @Given(.value("--role", "NAME", "Give this role of PostgreSQL the rights that a server needs, and no more."))
  var role: String?
  @Given(
    .value(
      "--control-token", "TOKEN",
      "The token of /_mockidp that all servers take (default: MOCKIDP_CONTROL_TOKEN, or a new one)."))
  var controlToken: String?

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
    options: Self().options, words: ["init"],
    examples: [
      .init("mockidp cluster init --cluster postgresql://db/mockidp --cluster-key-file key", "Once."),
      .init("mockidp serve --cluster postgresql://db/mockidp --cluster-key-file key", "Each server of it."),
    ])

  func take(_ arguments: inout Arguments) throws(UsageError) {
    _ = try arguments.word("action", among: Self.manual.words)
    if cluster.settings == nil {
      throw arguments.error("cluster init needs --cluster URL and --cluster-key-file FILE")
    }
  }

  func run(on console: Console) throws -> ExitCode {
    guard let settings = cluster.settings else { return .usage }
    let given = controlToken ?? console.variable("MOCKIDP_CONTROL_TOKEN")
    let token = given ?? SystemEntropy().token(24)
    let founded = try ClusterFounder.found(settings, controlToken: token, role: role)
    let tables = "cluster: \(founded.isNew ? "" : "the ")tables in schema \(settings.schema) of \(founded.place)"
    guard founded.isNew else {
      console.print(tables + " were there, and stay as they are")
      if let role { console.print("cluster: role \(role) may do what a server does") }
      return .success
    }
    console.print(tables)
    console.print(
      founded.hasMadeKeyFile
        ? "cluster: key in \(settings.keyFile); every server needs this file, and nobody else"
        : "cluster: sealed with the key in \(settings.keyFile)")
    if let role { console.print("cluster: role \(role) may do what a server does") }
    // A new token is told once, and stands nowhere else in clear.
    if given == nil { console.print("cluster: control token \(token)") }
    return .success
  }
}
