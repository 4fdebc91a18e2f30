import Intake
import Platform
import Scenarios

/// Reads a repository, and writes a scenario with the tenants, apps and users that its files tell of.
struct InitCommand: Command {
  @Given(
    .value(
      "--output", "FILE",
      "Write the scenario into FILE, or to standard output for '-'. A file that is there keeps your edits."),
    or: nil, { (option, arguments) in arguments.value(option).flatMap { $0 == "-" ? nil : $0 } })
  var output: String?
  @Given(
    .optionalValue(
      "--explain", "FILE",
      "Print what became of each sign in the files, or in FILE alone, in the place of the scenario. A FILE stands behind '='."
    ),
    or: (isOn: false, file: nil), { (isOn: $1.has($0), file: $1.value($0)) })
  private var explanation: (isOn: Bool, file: String?)
  @Given(.flag("--with-secrets", "Copy the secrets that stand in the files.")) var withSecrets: Bool
  var paths: [String] = []

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
    options: Self().options,
    examples: [
      .init("mockidp init", "What this repository has, as a scenario on standard output."),
      .init("mockidp init --output world.yaml", "The same into a file; again later, to add what is new."),
      .init("mockidp init --explain=web/.env", "Why the scenario has what it has of this file, line by line."),
      .init("mockidp init app.json .env", "Single files: a manifest of the portal, and an app's settings."),
    ])

  mutating func take(_ arguments: inout Arguments) throws(UsageError) {
    let named = arguments.remaining()
    paths = named.isEmpty ? ["."] : named
  }

  func run(on console: Console) throws -> ExitCode {
    var tree = FileTree(leavingOut: output)
    for path in paths { try tree.add(path) }
    var intake = Intake(paths: tree.files.map(\.name))
    console.waiting("reading \(tree.files.count) files") {
      for file in tree.files {
        if let bytes = tree.bytes(of: file) { intake.read(file.name, bytes) }
      }
    }
    let draft = accepted(intake.draft(named: FileTree.name(of: paths[0])))
    for line in IntakeReport(draft, withSecrets: withSecrets).lines { console.note(line) }
    if let limit = tree.limit { console.note("\nNot everything was read: \(limit)") }
    if explanation.isOn { try explain(draft, of: tree, on: console) }
    guard !draft.isEmpty else {
      throw CommandError(
        "nothing was found; docs/init.md says which files are read. 'mockidp scenario new NAME' begins one by hand")
    }
    let writer = ScenarioWriter(draft, withSecrets: withSecrets)
    guard let output else {
      guard !explanation.isOn else { return .success }
      console.write(writer.text)
      return .success
    }
    if TextFile.exists(output) {
      try revise(output, with: writer, on: console)
    } else {
      try TextFile.replace(output, with: writer.text, mode: mode)
      let shown = output.utf8.contains(0x2F) ? output : "./" + output
      console.note("\n\(output) is written. Next: \(console.program) serve --scenario \(shown)")
    }
    return .success
  }

  private func explain(_ draft: Draft, of tree: FileTree, on console: Console) throws(CommandError) {
    // As the report names it, whichever way the user writes it.
    let file = explanation.file.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
    if let file, !tree.files.contains(where: { $0.name == file }) {
      throw CommandError(
        "--explain=\(file): this file was not read; write it as the report does, '\(tree.files.first?.name ?? ".env")' for one"
      )
    }
    let lines = IntakeExplanation(draft, of: file).lines
    console.write(lines.isEmpty ? "nothing in it is a sign of an app\n" : lines.joined(separator: "\n") + "\n")
    noteFileAlone(tree, on: console)
  }

  /// `--explain FILE` has a path behind it: the file is read alone, and what others say of it is missing.
  private func noteFileAlone(_ tree: FileTree, on console: Console) {
    guard explanation.file == nil, paths.count == 1, tree.files.count == 1, tree.files[0].name == paths[0] else {
      return
    }
    let path = paths[0]
    let isBelow = !path.hasPrefix("/") && !path.hasPrefix("..")
    let folder = isBelow ? "" : path.lastIndex(of: "/").map { "\(path[..<$0]) " } ?? ""
    console.note(
      "\nOnly \(path) was read: --explain takes its file behind '='. For what it means among the other files:\n"
        + "  \(console.program) init \(folder)--explain=\(path)")
  }

  /// The draft without what `scenario check` would refuse. The report says what that is.
  private func accepted(_ draft: Draft) -> Draft {
    var draft = draft
    for _ in 0..<200 {
      let text = ScenarioWriter(draft, withSecrets: withSecrets).text
      do throws(ScenarioError) {
        _ = try ScenarioDecoder.scenario(from: Array(text.utf8), file: output ?? "scenario", extending: .library)
        return draft
      } catch {
        guard draft.leaveOut(error.line, of: text, because: error.sentence) else { return draft }
      }
    }
    return draft
  }

  /// With the secrets of the files in it, a scenario is for its user alone.
  private var mode: mode_t { withSecrets ? 0o600 : 0o644 }

  /// The mode of a file that is there, without what a scenario with secrets must not have. An earlier run may have written
  /// secrets into it.
  private func mode(of path: String) -> mode_t {
    var status = stat()
    guard stat(path, &status) == 0 else { return mode }
    return withSecrets ? status.st_mode & 0o600 : status.st_mode & 0o777
  }

  /// Adds what is new to the file that is there.
  private func revise(_ path: String, with writer: ScenarioWriter, on console: Console) throws {
    let bytes = try TextFile.bytes(path)
    let revision: Revision
    do {
      revision = try writer.revised(bytes)
    } catch {
      throw CommandError("\(path): \(error)")
    }
    for (title, rows) in [
      ("New", revision.news), ("Kept as you have it", revision.kept), ("No longer found", revision.gone),
    ]
    where !rows.isEmpty {
      console.note("\n\(title)")
      for row in rows { console.note("  \(row)") }
    }
    guard !revision.isUnchanged else {
      console.note("\n\(path) has it all; it stays as it is.")
      return
    }
    try TextFile.replace(path, with: revision.text, mode: mode(of: path))
    console.note("\n\(path) is brought up to date.")
  }
}
