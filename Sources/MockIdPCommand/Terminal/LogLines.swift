import Bytes
import JSON
import MockIdP
import Time

/// The log as JSON lines, for programs that collect logs: each line is one object with `time`, `level` and `message`, and whatever more
/// there is to say.
struct LogLines: Sendable {
  enum Level: String, Sendable {
    case info
    case warn
    case error
  }

  private let output: TextOutput
  private let clock: any WallClock

  init(_ output: TextOutput, clock: any WallClock = SystemClock()) {
    self.output = output
    self.clock = clock
  }

  /// Writes one line. The time is the machine's, whatever a world's clock says.
  func write(_ level: Level, _ message: String, _ members: JSONObject = [:]) {
    var line: JSONObject = [
      "time": .string(clock.now.iso8601Ticks), "level": .string(level.rawValue), "message": .string(message),
    ]
    for member in members.members { line[member.name] = member.value }
    _ = output.write(Printable.json(JSONValue.object(line).text) + "\n")
  }

  /// Writes a text of several lines, each as one of its own.
  func write(_ level: Level, text: String) {
    for line in text.split(separator: "\n") { write(level, String(line)) }
  }
}

/// How a server writes its log (`--log-format`).
enum LogFormat: String, Sendable, CaseIterable {
  case text
  case json
}
