import Bytes
import JSON

/// What `provision run` is told.
struct ProvisionRunOptions: OptionGroup {
  @Given(
    .value("--on-demand", "USER", "One user, by alias, sign-in name or object id, in the place of a cycle.")) var user:
    String?
  @Given(.value("--group", "GROUP", "One group on demand; --on-demand names a member that is sent with it.")) var group:
    String?
  @Given(.flag("--dry-run", "Say what would be sent, and write nothing.")) var isDryRun: Bool
  @Given(.value("--last", "COUNT", "How many entries of the log, the newest (default 20)."), or: 20, in: 1...10_000)
  var last: Int

  /// What may stand behind the app; nothing is a cycle, or somebody on demand.
  private static let words = ["initial", "cycle", "status", "log"]

  /// - Throws: `UsageError` for words that `run` does not understand, and for an option that has no effect with its word.
  func check(_ words: ArraySlice<String>, _ arguments: Arguments) throws(UsageError) {
    if let extra = words.dropFirst().first { throw arguments.error("\"\(extra)\" is one word too many") }
    if arguments.has($last.option), words.first != "log" { throw arguments.error("--last goes with log only") }
    guard let word = words.first else { return }
    guard Self.words.contains(word) else {
      throw .unknown("word", word, known: Self.words, in: arguments.command)
    }
    for option in [$user.option, $group.option] where arguments.has(option) {
      throw arguments.error("give \(word) or \(option.name), not both")
    }
    if isDryRun, ["status", "log"].contains(word) { throw arguments.error("--dry-run does not go with \(word)") }
  }
}

/// `provision run`: drives the provisioning of one app of a running server.
extension ProvisionCommand {
  static let runForms = [
    "provision run APP [initial|cycle] [--dry-run]", "provision run APP --on-demand USER [--dry-run]",
    "provision run APP status|log",
  ]

  static let runDetails = [
    """
    run has the server send what an app's 'provisioning' says, and answers when it has ended: what has changed since the last \
    cycle, with 'initial' everything again, with --on-demand one user. It exits with 1 when an entry failed, or when the job \
    is in quarantine. 'status' says how the job stands, 'log' what was decided lately and why.
    """
  ]

  static let runExamples: [Manual.Example] = [
    .init("mockidp provision run product", "One cycle now; the first one is an initial one."),
    .init("mockidp provision run product --on-demand ann --dry-run", "What would be sent of Ann, and why."),
    .init("mockidp provision run product log", "What was decided, and what failed."),
  ]

  /// Drives one app: an app and perhaps a word, which were checked.
  func run(_ operands: [String], on console: Console) throws -> ExitCode {
    guard let app = operands.first else {
      throw UsageError("run needs an app: provision run APP", in: Self.manual.name)
    }
    let word = operands.count > 1 ? operands[1] : "cycle"
    let server = try RemoteServer.find(server, on: console)
    let path = "/apps/\(Percent.encodeForm(app))/provisioning"
    switch word {
    case "status":
      let answer = try server.control("GET", path)
      print(answer, Self.statusLines(answer), on: console)
      return answer["quarantine"] == nil ? .success : .failure
    case "log":
      let answer = try server.control("GET", "\(path)/log?limit=\(running.last)")
      print(answer, (answer["entries"]?.array ?? []).flatMap { Self.lines(of: $0) }, on: console)
      return .success
    default:
      let answer = try PatientCall(server).post("\(path)/run", .object(order(word)))
      print(answer, Self.reportLines(answer, isDryRun: running.isDryRun), on: console)
      let hasFailed = answer["state"]?.string != "Succeeded" || answer["quarantine"] != nil
      return hasFailed ? .failure : .success
    }
  }

  private func order(_ word: String) -> JSONObject {
    var body: JSONObject = ["kind": .string(word)]
    body.append("user", running.user)
    body.append("group", running.group)
    if running.isDryRun { body.append("dryRun", true) }
    return body
  }

  private func print(_ answer: JSONValue, _ lines: [String], on console: Console) {
    for line in isJSON ? [answer.prettyText] : lines.map({ Printable.line($0) }) { console.print(line) }
  }

  private static func statusLines(_ answer: JSONValue) -> [String] {
    func text(_ name: String) -> String { answer[name]?.string ?? "" }
    var lines = [
      "\(text("app")): \(text("code")), \(answer["cycles"]?.integer ?? 0) cycles, to \(text("tenantUrl"))",
      "linked: \(answer["users"]?.integer ?? 0) users, \(answer["groups"]?.integer ?? 0) groups; "
        + "\(answer["escrows"]?.integer ?? 0) entries are tried again",
    ]
    if let next = answer["nextCycle"]?.string { lines.append("next cycle: \(next)") }
    if let hint = answer["nextCycleHint"]?.string { lines.append(hint) }
    if let quarantine = answer["quarantine"] {
      lines.append("quarantine (\(quarantine["reason"]?.string ?? "")): \(quarantine["message"]?.string ?? "")")
    }
    return lines
  }

  private static func reportLines(_ answer: JSONValue, isDryRun: Bool) -> [String] {
    let kind = answer["cycle"]?.integer.map { "cycle \($0)" } ?? "on demand"
    var lines = (answer["entries"]?.array ?? []).flatMap { Self.lines(of: $0) }
    lines.append(
      "\(kind): \(answer["state"]?.string ?? ""), \(answer["exported"]?.integer ?? 0) \(isDryRun ? "would be " : "")written, "
        + "\(answer["escrowed"]?.integer ?? 0) to be tried again")
    if let fault = answer["message"]?.string { lines.append("\(answer["code"]?.string ?? ""): \(fault)") }
    let codes = codes(of: answer)
    if !codes.isEmpty {
      lines.append("what they mean: " + codes.map { "mockidp explain \($0)" }.joined(separator: "; "))
    }
    return lines
  }

  /// The codes of what failed, each once.
  private static func codes(of report: JSONValue) -> [String] {
    var seen = SeenWords()
    let faults = (report["entries"]?.array ?? []) + [report]
    return faults.compactMap { $0["code"]?.string }.filter { seen.insert($0) }
  }

  private static func lines(of entry: JSONValue) -> [String] {
    func text(_ name: String) -> String { entry[name]?.string ?? "" }
    let action = entry["action"]?.string ?? entry["skipReason"]?.string ?? "nothing"
    var lines = ["\(text("at"))  \(text("status"))  \(action)  \(text("source"))"]
    lines += (entry["reasons"]?.strings ?? []).map { "  because \($0)" }
    for change in entry["changes"]?.array ?? [] {
      let old = change["old"]?.string.map { "'\($0)'" } ?? "nothing"
      lines.append("  \(change["name"]?.string ?? ""): \(old) → '\(change["new"]?.string ?? "")'")
    }
    lines += (entry["requests"]?.strings ?? []).flatMap { $0.split(separator: "\n").map { "  \($0)" } }
    if let message = entry["message"]?.string { lines.append("  \(text("code")): \(message)") }
    return lines
  }
}
