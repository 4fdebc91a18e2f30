/// Answers in the place of a developer's tool: `az` and `azd`, as far as libraries call them.
struct ToolCommand: Command {
  static let session = Option.value("--session", "FILE", "The sign-in of the tool, as exec --as wrote it.")

  static let manual = Manual(
    name: "tool", summary: "answer as az or azd for a library",
    forms: ["tool --session FILE az|azd [ARGUMENT]..."],
    details: [
      """
      exec --as azure-cli and env --as azure-cli put a program named az on PATH, which runs this. It knows what libraries call: \
      az account get-access-token, az account show, azd auth token, and the version of both. The token is that of the user who \
      is signed in, from the server's token endpoint, so policies and rules hold for it.
      """
    ],
    options: [session], takesCommand: true,
    examples: [
      .init("mockidp exec --as azure-cli -- ./run-tests", "The tests find an az that is signed in."),
      .init("mockidp exec --as azure-cli -- az account show", "Who is signed in."),
    ])

  let file: String
  let call: ToolCall

  init(_ arguments: inout Arguments) throws(UsageError) {
    guard let file = arguments.value(Self.session) else { throw arguments.error("--session FILE is missing") }
    self.file = file
    let words = arguments.remaining()
    guard let tool = words.first.flatMap(ToolCall.Tool.init(rawValue:)) else {
      throw arguments.error("name the tool: az or azd")
    }
    call = ToolCall(tool, Array(words.dropFirst()))
  }
}
