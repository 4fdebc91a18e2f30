import Bytes
import JSON
import Mail
import Policy
import Worlds

/// Explains what an error, a code of provisioning or of mail, or an advice means, or why an exchange ended as it did.
struct ExplainCommand: Command {
  @Given(.flag("--json", "Print an exchange as JSON.")) var isJSON: Bool
  var server = ServerLocation()
  var subject = Subject.refusal("")

  static let manual = Manual(
    name: "explain", summary: "say what an error means, or why an exchange ended as it did",
    forms: [
      "explain AADSTS50173 | 50173 | NAME | TEXT", "explain PROVISIONING_CODE | MAIL_CODE", "explain ADVICE",
      "explain TRACE_ID | CORRELATION_ID | NUMBER",
    ],
    details: [
      """
      A code, a name of the catalogue, a whole error text, a code of provisioning's log or of a refused mail, or the id of an advice is \
      explained without a server. An id, or the number of an exchange, is looked up in the journal of a running server. An id is looked up in all its worlds.
      """
    ],
    options: Self().options,
    words: AdviceKind.all.map(\.id) + ProvisioningCode.all.map(\.name) + Set(MailRefusal.all.map(\.code)).sorted()
      + Catalogue.all.map(\.label),
    examples: [
      .init("mockidp explain AADSTS50173", "What it means, what to do, how to bring it about."),
      .init("mockidp explain grantRevoked", "The same by its name."),
      .init("mockidp explain InsufficientRights", "Why provisioning failed, and what helps."),
      .init("mockidp explain ErrorSendAsDenied", "Why a mail was refused, and what helps."),
      .init("mockidp explain no-pkce", "An advice, and what to do about it."),
      .init("mockidp explain 12", "Exchange 12 of the journal: who, what and why."),
      .init("mockidp explain 8d7f2c1e-52a4-4f0e-9a51-0f6f1c6f6a00", "The trace id of an error message."),
    ])

  enum Subject: Sendable, Hashable {
    /// A code, a name or an error text.
    case refusal(String)
    /// A code of provisioning's log, or a line that begins with one.
    case provisioning(ProvisioningCode)
    /// All refusals of the mail service that have a code.
    case mail([MailRefusal])
    /// An advice by its id.
    case advice(String)
    /// An exchange by its number, trace id or correlation id.
    case exchange(String)

    /// A number with fewer than five digits is an exchange, since AADSTS codes have five or more.
    init(_ text: String) {
      if AdviceKind.named(text) != nil {
        self = .advice(text)
        return
      }
      if let code = Self.provisioningCode(text) {
        self = .provisioning(code)
        return
      }
      let refusals = MailRefusal.all.filter { $0.code == text }
      if !refusals.isEmpty {
        self = .mail(refusals)
        return
      }
      let isNumber = text.utf8.count < 5 && text.utf8.allSatisfy(ASCII.isDigit)
      self = isNumber || GUID(text) != nil ? .exchange(text) : .refusal(text)
    }

    /// A name counts in its own letters, since a refusal may have the same in others. In a longer text a refusal comes first.
    private static func provisioningCode(_ text: String) -> ProvisioningCode? {
      if let code = ProvisioningCode.named(text) { return code }
      if case .found = Catalogue.lookup(text) { return nil }
      return ProvisioningCode.beginning(text)
    }
  }

  mutating func take(_ arguments: inout Arguments) throws(UsageError) {
    subject = Subject(try arguments.next("what to explain"))
  }

  func run(on console: Console) throws -> ExitCode {
    switch subject {
    case .refusal(let text): try explain(text, on: console)
    case .provisioning(let code): explain(code, on: console)
    case .mail(let refusals): explain(refusals, on: console)
    case .advice(let id): explain(advice: id, on: console)
    case .exchange(let id): try show(id, on: console)
    }
    return .success
  }

  private func explain(advice id: String, on console: Console) {
    guard let kind = AdviceKind.named(id) else { return }
    print(kind.id, ["\(kind.title).", kind.why, kind.remedy], on: console)
  }

  private func explain(_ code: ProvisioningCode, on console: Console) {
    let source = "This code is \(code.known.rawValue). See docs/provisioning.md."
    print(code.name, [code.cause, code.effect, "What helps: \(code.remedy)", source], on: console)
  }

  /// Refusals of the mail service that share a code.
  private func explain(_ refusals: [MailRefusal], on console: Console) {
    let rows = refusals.flatMap { refusal in
      ["\(refusal.status) \(refusal.message)", refusal.state, "What helps: \(refusal.remedy)"]
    }
    print(refusals[0].code, rows + ["See docs/mail.md."], on: console)
  }

  /// A heading and paragraphs.
  private func print(_ name: String, _ paragraphs: [String], on console: Console) {
    let wrapped = paragraphs.map { Columns.lines($0, width: HelpText.width).joined(separator: "\n") }
    console.print(([console.palette.bold(name)] + wrapped).joined(separator: "\n\n"))
  }

  private func explain(_ text: String, on console: Console) throws(CommandError) {
    switch Catalogue.lookup(text) {
    case .found(let kind): console.write("\(Explanation(kind))")
    case .unknown(let nearest):
      let code = Suggestion.nearest(to: text, among: ProvisioningCode.all.map(\.name) + MailRefusal.all.map(\.code))
      let like = (nearest.map { "\($0.label) \($0.name)" } + [code].compactMap(\.self)).joined(separator: ", ")
      throw CommandError("the catalogue has no \(text)" + (like.isEmpty ? "" : "; like it: \(like)"))
    }
  }

  private func show(_ id: String, on console: Console) throws {
    let remote = try RemoteServer.find(server, on: console)
    // A number belongs to one journal. An id of a log is looked for in all worlds, unless the user names one.
    let everywhere = remote.world == nil && GUID(id) != nil ? "?worlds=all" : ""
    let answer = try remote.control("GET", "/exchanges/\(Percent.encode(id))\(everywhere)")
    let exchanges = answer["exchanges"]?.array ?? []
    if isJSON {
      console.print(JSONValue.array(exchanges).prettyText)
    } else {
      console.write(exchanges.map { ExchangeReport(exchange: $0).text(console.palette) }.joined(separator: "\n"))
    }
  }
}
