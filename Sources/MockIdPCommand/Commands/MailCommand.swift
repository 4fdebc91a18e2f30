import Bytes
import JSON
import Time

/// Prints the messages that apps sent through a running server, and waits for one.
struct MailCommand: Command {
  @Given(.value("--to", "ADDRESS", "Only what went to this address.")) var to: String?
  @Given(.value("--from", "ADDRESS", "Only what is from this address.")) var from: String?
  @Given(.value("--subject", "TEXT", "Only what has this in its subject.")) var subject: String?
  @Given(.value("--last", "COUNT", "How many, the newest (default 20)."), or: 20, in: 1...1_000) var last: Int
  @Given(.value("--wait", "TIME", "Wait for a message that fits, at most so long (60s at most).")) var wait: String?
  @Given(.flag("--open", "Print the newest one whole: its text, its links and its codes.")) var isWhole: Bool
  @Given(.flag("--json", "Print what the server says, as JSON.")) var isJSON: Bool
  var server = ServerLocation()

  static let manual = Manual(
    name: "mail", summary: "print the messages that apps sent by Graph",
    forms: [
      "mail [--to ADDRESS] [--from ADDRESS] [--subject TEXT] [--last COUNT]",
      "mail [--to ADDRESS] [--from ADDRESS] [--subject TEXT] [--wait TIME]",
    ],
    details: ["Nothing leaves the machine: what an app sends through Graph stands here, with who sent it."],
    options: Self().options,
    examples: [
      .init("mockidp mail", "A line for each message, the newest first."),
      .init("mockidp mail --to kim@example.com --wait 5s --open", "The next message to Kim, with its links and codes."),
    ])

  func run(on console: Console) throws -> ExitCode {
    let server = try RemoteServer.find(server, on: console)
    let filters = [("to", to), ("from", from), ("subject", subject)].compactMap { name, value in
      value.map { (name, $0) }
    }
    var answer: JSONValue
    if let wait {
      var body = JSONObject(filters.map { .init(name: $0.0, value: .string($0.1)) })
      body.append("timeout", wait)
      // A time that cannot be read, or that is longer, is refused at once.
      let time = min(Duration(text: wait) ?? .zero, .seconds(60))
      answer = try server.waiting(time).control("POST", "/mail/wait", .object(body))
    } else {
      answer = try server.control("GET", "/mail?" + FormFields(filters + [("limit", "\(last)")]).encoded)
    }
    let mail = answer["mail"]?.array ?? []
    if isWhole, let id = mail.first?["id"]?.string { answer = try server.control("GET", "/mail/" + id) }
    guard !isJSON else {
      console.print(answer.prettyText)
      return mail.isEmpty ? .failure : .success
    }
    if isWhole, !mail.isEmpty {
      for line in Self.lines(answer) { console.print(line) }
    } else {
      for message in mail {
        let to = (message["to"]?.strings ?? []).joined(separator: ", ")
        console.print(
          Printable.line(
            "#\(message["number"]?.integer ?? 0) \(Self.text(message, "from")) → \(to): \(Self.text(message, "subject"))"
          ))
      }
      if mail.isEmpty { console.print("no message") }
    }
    return mail.isEmpty ? .failure : .success
  }

  private static func text(_ message: JSONValue, _ name: String) -> String { message[name]?.string ?? "" }

  private static func lines(_ mail: JSONValue) -> [String] {
    let fields = ["from", "subject", "sentAt", "client", "user", "exchange"].compactMap { name in
      mail[name]?.string.map { Printable.line("\(name): \($0)") }
    }
    let to = Printable.line("to: " + (mail["to"]?.strings ?? []).joined(separator: ", "))
    let body = text(mail, "text").split(separator: "\n", omittingEmptySubsequences: false).map {
      Printable.line(String($0))
    }
    let links = (mail["links"]?.array ?? []).map { Printable.line("link: \(text($0, "text")) \(text($0, "url"))") }
    let codes = (mail["codes"]?.strings ?? []).map { "code: \($0)" }
    return fields + [to, ""] + body + [""] + links + codes
  }
}
