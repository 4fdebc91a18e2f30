import MockIdP
import Records
import Scenarios
import Time

/// Holds an answer of the real service against what mockidp answers.
struct CompareCommand: Command {
  @Given(
    .value(
      "--request", "REQUEST",
      "Method and URL, for an answer alone, as 'GET https://graph.microsoft.com/v1.0/me'."), or: nil, request)
  var asked: (method: String, url: String)?
  @Given(
    .value("--source", "URL", "Where others can read the answer; it stands in the record."),
    or: "a capture of one's own")
  var source: String
  @Given(.value("--write", "FOLDER", "Write the record into FOLDER.")) var folder: String?
  var file = ""

  static let manual = Manual(
    name: "compare", summary: "hold an answer of the real service against mockidp's",
    forms: ["compare FILE [--request REQUEST] [--source URL] [--write FOLDER]"],
    details: [
      """
      FILE is a HAR file of a browser, what 'curl -i' or 'curl -v' prints, or a JWT. mockidp makes a record of it, plays the record \
      in a world of its own, and prints what differs. A file that ends in .yaml is a record already.
      """,
      """
      A record has nothing that belongs to you: names, ids, secrets, codes and tokens of FILE are replaced by those of the seeded \
      world, or left out. Only words that are the service's own come through. Read the record before you show it to others.
      """,
      "Exits with 1 when mockidp answers otherwise.",
    ],
    options: Self().options,
    examples: [
      .init("mockidp compare login.microsoftonline.com.har", "The last refusal in a HAR file, else the last answer."),
      .init("mockidp compare answer.txt --write .", "What 'curl -i' printed, and a record of it in this folder."),
      .init("mockidp compare token.jwt", "The claims of a token and their order."),
    ])

  mutating func take(_ arguments: inout Arguments) throws(UsageError) {
    file = try arguments.next("the file with an answer of the service")
  }

  private static func request(
    _ option: Option, _ arguments: Arguments
  ) throws(UsageError) -> (method: String, url: String)? {
    guard let text = arguments.value(option) else { return nil }
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2, words[1].hasPrefix("https://") || words[1].hasPrefix("http://") else {
      throw arguments.error("--request takes a method and a URL, such as 'GET https://graph.microsoft.com/v1.0/me'")
    }
    return (words[0], words[1])
  }

  func run(on console: Console) throws -> ExitCode {
    let record = try read(on: console)
    let differences: [Difference]
    do { differences = try RecordPlayer().differences(from: record) } catch let fault as RecordFault {
      console.print("\(record.title): cannot be played: \(fault)")
      return .failure
    }
    console.print(differences.isEmpty ? "same: \(record.title)" : "differs: \(record.title)")
    for difference in differences { console.print("  \(difference)") }
    return differences.isEmpty ? .success : .failure
  }

  private func read(on console: Console) throws -> Record {
    let bytes = try TextFile.bytes(file)
    guard !file.hasSuffix(".yaml") else {
      let bases = ScenarioBases(of: file) { path throws(CommandError) in try TextFile.bytes(path) }
      return try RecordReader.record(from: bytes, named: String(file.dropLast(5)), extending: bases)
    }
    let draft: RecordDraft
    do throws(CaptureError) {
      draft = try RecordDraft(
        of: bytes, request: asked, source: source, today: String(SystemClock().now.iso8601.prefix(10)))
    } catch { throw CommandError("\(file): \(error)", .usage) }
    if let folder {
      let path = "\(folder)/\(draft.name).yaml"
      try TextFile.replace(path, with: draft.text)
      console.note("the record is in \(path); read it before you show it")
    }
    return try RecordReader.record(from: Array(draft.text.utf8), named: draft.name)
  }
}
