import Bytes
import Policy
import Worlds

/// Explains what an error or an advice means, or why an exchange ended as it did.
struct ExplainCommand: Command {
  static let json = Option.flag("--json", "Print an exchange as JSON.")

  static let manual = Manual(
    name: "explain", summary: "say what an error means, or why an exchange ended as it did",
    forms: [
      "explain AADSTS50173 | 50173 | NAME | TEXT", "explain ADVICE", "explain TRACE_ID | CORRELATION_ID | NUMBER",
    ],
    details: [
      """
      A code, a name of the catalogue, a whole error text or the id of an advice is explained without a server. An id, or the number of an \
      exchange, is looked up in the journal of a running server. An id is looked up in all its worlds.
      """
    ],
    options: [json] + ServerLocation.worldOptions,
    words: AdviceKind.all.map(\.id) + Catalogue.all.map(\.label),
    examples: [
      .init("mockidp explain AADSTS50173", "What it means, what to do, how to bring it about."),
      .init("mockidp explain grantRevoked", "The same by its name."),
      .init("mockidp explain no-pkce", "An advice, and what to do about it."),
      .init("mockidp explain 12", "Exchange 12 of the journal: who, what and why."),
      .init("mockidp explain 8d7f2c1e-52a4-4f0e-9a51-0f6f1c6f6a00", "The trace id of an error message."),
    ])

  enum Subject: Sendable, Hashable {
    /// A code, a name or an error text.
    case refusal(String)
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
      let isNumber = text.utf8.count < 5 && text.utf8.allSatisfy(ASCII.isDigit)
      self = isNumber || GUID(text) != nil ? .exchange(text) : .refusal(text)
    }
  }

  let subject: Subject
  let isJSON: Bool
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    subject = Subject(try arguments.next("what to explain"))
    isJSON = arguments.has(Self.json)
    server = try ServerLocation(arguments)
  }
}
