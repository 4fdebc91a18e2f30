/// Reads a repository, and writes a scenario with the tenants, apps and users that its files tell of.
struct InitCommand: Command {
  static let output = Option.value(
    "--output", "FILE",
    "Write the scenario into FILE, or to standard output for '-'. A file that is there keeps your edits.")
  static let explain = Option.optionalValue(
    "--explain", "FILE", "Print what became of each sign in the files, or in FILE alone, in the place of the scenario.")
  static let withSecrets = Option.flag("--with-secrets", "Copy the secrets that stand in the files.")

  static let manual = Manual(
    name: "init", summary: "make a scenario of what your repository has already",
    forms: ["init [PATH...] [--output FILE] [--with-secrets]", "init [PATH...] --explain[=FILE] [--output FILE]"],
    details: [
      """
      init reads the files below each PATH, or below this folder, for app registrations: exports of a tenant, manifests, \
      and the settings and constants of programs. It writes a scenario with what it found. A comment behind each value \
      says in which file and line it stands.
      """,
      """
      The report on standard error says what was found where, what was assumed, what contradicts, and what to put where: a \
      placeholder such as Enter_the_Application_Id_Here gets an id of its own in the scenario.
      """,
      """
      Secrets are not copied. The scenario has made-up ones, and the report says where the app's own stand. Nothing is run, \
      no link is followed, and nothing outside of PATH is read.
      """,
      """
      When FILE is there already, what is new is added to it. What you changed or took out stays as you left it, and the \
      report says where the files say something else. It exits with 1, and writes nothing, when it finds nothing.
      """,
    ],
    options: [output, explain, withSecrets],
    examples: [
      .init("mockidp init", "What this repository has, as a scenario on standard output."),
      .init("mockidp init --output world.yaml", "The same into a file; again later, to add what is new."),
      .init("mockidp init --explain=web/.env", "Why the scenario has what it has of this file, line by line."),
      .init("mockidp init app.json .env", "Single files: a manifest of the portal, and an app's settings."),
    ])

  let paths: [String]
  let output: String?
  let withSecrets: Bool
  let explains: Bool
  /// The one file that is explained; nil for all.
  let explained: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    output = arguments.value(Self.output).flatMap { $0 == "-" ? nil : $0 }
    withSecrets = arguments.has(Self.withSecrets)
    explains = arguments.has(Self.explain)
    explained = arguments.value(Self.explain)
    let named = arguments.remaining()
    paths = named.isEmpty ? ["."] : named
  }
}
