/// Prints the configuration of a client library for a running server.
struct SnippetCommand: Command {
  static let list = Option.flag("--list", "Print the names of all snippets.")

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
    options: [list, EnvCommand.directory] + ServerLocation.worldOptions,
    words: Snippet.all.map(\.name),
    examples: [
      .init("mockidp snippet msal-python", "MSAL for Python."),
      .init("mockidp snippet curl | sh", "A token and a call to Graph."),
      .init("mockidp snippet --list", "What there is."),
    ])

  /// Nil prints the list of names.
  let snippet: Snippet?
  let directory: String?
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    directory = arguments.value(EnvCommand.directory)
    server = try ServerLocation(arguments)
    if arguments.has(Self.list) {
      snippet = nil
      return
    }
    let name = try arguments.word("snippet", among: Snippet.all.map(\.name))
    snippet = Snippet.all.first { $0.name == name }
  }
}
