import Bytes
import JSON
import Mail
import Scenarios
import Time

/// The shape of a message in answers with its value, and what one can look for.
enum MailShapes {
  static let filters: [Shape.Member] =
    MailFilter.Word.allCases.map { Shape.Member($0.rawValue, .word, $0.meaning) }
    + [.init("since", .time, "a time of the world: only what was sent then or later")]

  /// One member of an answer. Nil: this one lacks it.
  private struct Row<Subject>: Sendable {
    let member: Shape.Member
    let value: @Sendable (Subject) -> JSONValue?

    init(_ member: Shape.Member, _ value: @escaping @Sendable (Subject) -> JSONValue?) {
      (self.member, self.value) = (member, value)
    }
  }

  private static let attachment: [Row<MailAttachment>] = [
    Row(.required("name", .text(.free), "its name")) { .string($0.name) },
    Row(.init("contentType", .word, "its media type")) { $0.contentType.map { .string($0) } },
    Row(.required("size", .count, "its length in bytes")) { .integer(Int64($0.size)) },
    Row(.required("inline", .flag, "whether the text shows it")) { .bool($0.isInline) },
    Row(.init("contentId", .word, "the id by which HTML names it")) { $0.contentID.map { .string($0) } },
  ]

  private static let mailRows: [Row<KeptMail>] = [
    Row(.required("id", .guid, "its id")) { "\($0.id)" },
    Row(.required("number", .count, "counts up from 1")) { .integer(Int64($0.number)) },
    Row(.required("sentAt", .time, "when it was sent")) { .string(($0.sending?.sentAt ?? $0.createdAt).iso8601) },
    Row(.init("client", .word, "the short name of the app")) { $0.sending?.client.map { .string($0) } },
    Row(.init("user", .word, "the short name of the user who called")) { $0.sending?.user.map { .string($0) } },
    Row(.init("from", .word, "the address that it is from")) { one("from", of: $0) },
    Row(.init("sender", .word, "the address of who sent it")) { one("sender", of: $0) },
    Row(.required("to", .list(.word), "the recipients")) { all("toRecipients", of: $0) },
    Row(.required("cc", .list(.word), "who gets a copy")) { all("ccRecipients", of: $0) },
    Row(.required("bcc", .list(.word), "who gets a copy in secret")) { all("bccRecipients", of: $0) },
    Row(.required("replyTo", .list(.word), "where replies go")) { all("replyTo", of: $0) },
    Row(.required("subject", .text(.free), "the subject")) { .string($0.message.subject) },
    Row(.required("snippet", .text(.free), "how the text begins")) { .string(String($0.message.text.prefix(200))) },
    Row(.required("attachments", .list(shape(attachment)), "what is attached")) {
      .array($0.message.attachments.map { shown($0, attachment) })
    },
    Row(.required("form", .words(MailSending.Form.self), "how it came")) {
      .string(($0.sending?.form ?? .draft).rawValue)
    },
    Row(.required("savedToSentItems", .flag, "whether the sender has it in Sent Items")) {
      .bool($0.sending?.savedToSentItems ?? false)
    },
    Row(.required("delivered", .list(.word), "the users of the world who have it in their inbox")) {
      .strings($0.sending?.delivered ?? [])
    },
    Row(.init("exchange", .guid, "the trace id of the exchange that sent it")) {
      $0.sending?.exchange.map { "\($0)" }
    },
  ]

  private static let wholeRows: [Row<KeptMail>] =
    mailRows + [
      Row(.required("text", .text(.free), "what a person reads")) { .string($0.message.text) },
      Row(.init("html", .text(.free), "the HTML")) { $0.message.html.map { .string($0) } },
      Row(.required("headers", .list(pair("name", "value")), "the header fields in their order")) { mail in
        let written = mail.message.mime ?? mail.mime(withBlindCopies: true)
        let headers = MIMEReader.message(written, newID: { .zero })?.headers ?? []
        return .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
      },
      Row(.required("droppedHeaders", .list(.word), "the header fields that the recipients do not get")) {
        .strings($0.message.droppedFields)
      },
      Row(
        .required("links", .list(pair("url", "text")), "the links of HTML and text, in their order; none was fetched")
      ) {
        .array(MailText.links(in: $0.message).map { ["url": .string($0.url), "text": .string($0.text)] })
      },
      Row(.required("codes", .list(.word), "the runs of four to eight digits that stand alone, in their order")) {
        .strings(MailText.codes(in: $0.message))
      },
    ]

  static let list = Shape.object([
    .required("mail", .list(.named("Mail", shape(mailRows))), "the messages, the newest first"),
    .required("dropped", .count, "how many older messages had to go for want of room"),
  ])
  static let whole = Shape.named("WholeMail", shape(wholeRows))

  static func shown(_ mail: KeptMail, isWhole: Bool = false) -> JSONValue {
    shown(mail, isWhole ? wholeRows : mailRows)
  }

  private static func shown<Subject>(_ subject: Subject, _ rows: [Row<Subject>]) -> JSONValue {
    .object(
      JSONObject(
        rows.compactMap { row in row.value(subject).map { JSONObject.Member(name: row.member.name, value: $0) } }))
  }

  private static func shape<Subject>(_ rows: [Row<Subject>]) -> Shape { .object(rows.map(\.member)) }

  private static func pair(_ first: String, _ second: String) -> Shape {
    .object([.required(first, .text(.free), "the \(first)"), .required(second, .text(.free), "the \(second)")])
  }

  private static func one(_ name: String, of mail: KeptMail) -> JSONValue? {
    mail.message.address(name).map { .string($0.address) }
  }

  private static func all(_ name: String, of mail: KeptMail) -> JSONValue {
    .strings(mail.message.addresses(name).map(\.address))
  }
}
