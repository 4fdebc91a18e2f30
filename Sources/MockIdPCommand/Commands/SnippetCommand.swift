import MockIdP

/// Prints the configuration of a client library for a running server.
struct SnippetCommand: Command {
  @Given(.flag("--list", "Print the names of all snippets.")) var lists: Bool
  @Given(.directory) var directory: String?
  var server = ServerLocation()
  /// Nil prints the list of names.
  var snippet: Snippet?

  static let manual = Manual(
    name: "snippet", summary: "print a client's configuration for a running server",
    forms: ["snippet NAME [options]", "snippet --list"],
    details: [
      """
      Prints what a client library has to be told, with the address, tenant, client id, redirect URI and certificate \
      authority of the running server filled in.
      """,
      "NAME is one of: " + Snippet.all.map(\.name).joined(separator: ", ") + ".",
    ],
    options: Self().options, words: Snippet.all.map(\.name),
    examples: [
      .init("mockidp snippet msal-python", "MSAL for Python."),
      .init("mockidp snippet curl | sh", "A token and a call to Graph."),
      .init("mockidp snippet --list", "What there is."),
    ])

  mutating func take(_ arguments: inout Arguments) throws(UsageError) {
    if lists { return }
    let name = try arguments.word("snippet", among: Snippet.all.map(\.name))
    snippet = Snippet.all.first { $0.name == name }
  }

  func run(on console: Console) throws -> ExitCode {
    guard let snippet else {
      for line in Columns.table(Snippet.all.map { [$0.name, $0.summary] }) { console.print(line) }
      return .success
    }
    let facts = try ServerFacts.found(server, on: console)
    let trust = try TrustFiles.write(
      authorityPEM: facts.certificateAuthorityPEM, in: directory ?? HomeFiles(environment: console.environment).trust,
      environment: console.environment)
    let files = try AppFiles.write(in: HomeFiles(environment: console.environment).apps)
    console.copy(snippet.text(SnippetFacts(server: facts, trust: trust, files: files)))
    return .success
  }
}
