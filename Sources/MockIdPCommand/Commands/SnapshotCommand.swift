import Bytes
import JSON

/// Saves the state of a world under a name, and takes the world back to it.
struct SnapshotCommand: ControlCommand {
  var server = ServerLocation()
  var chosen = ChosenAction()

  static let actions: [CommandAction<Self>] = [
    .calls("save", .one("NAME")) { command, call in
      _ = try call.post("/snapshots", ["name": .string(command.operand)])
      call.console.print("\(command.operand): saved")
    },
    .calls("list") { _, call in
      for snapshot in try call.get("/snapshots")["snapshots"]?.array ?? [] {
        call.console.print("\(snapshot["name"]?.string ?? "")  \(snapshot["createdAt"]?.string ?? "")")
      }
    },
    .calls("restore", .one("NAME")) { command, call in
      let answer = try call.post("\(command.path)/restore")
      call.console.print("\(command.operand): restored; \(ClockCommand.sentence(answer["clock"] ?? nil))")
    },
    .calls("delete", .one("NAME")) { command, call in
      try call.delete(command.path)
      call.console.print("\(command.operand): removed")
    },
  ]

  static let manual = Manual(
    name: "snapshot", summary: "keep a world as it is, and go back to it",
    forms: ["snapshot save NAME", "snapshot list", "snapshot restore NAME", "snapshot delete NAME"],
    details: [
      """
      A snapshot holds users, apps and consents, sessions, codes and tokens, clock, settings and rules. Journal and \
      signing keys go on as they are.
      """
    ],
    options: Self().options, words: words,
    examples: [
      .init("mockidp snapshot save signed-in", "Before the tests that need somebody signed in."),
      .init("mockidp snapshot restore signed-in --world t1", "Between two of them."),
    ])

  private var path: String { "/snapshots/\(Percent.encodeForm(operand))" }
}
