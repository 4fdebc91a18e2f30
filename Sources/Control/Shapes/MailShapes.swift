import Mail
import Scenarios

/// The shape of a message in answers, and what one can look for.
enum MailShapes {
  static let filters: [Shape.Member] = [
    .init("to", .word, "the whole address of a recipient, of whatever kind"),
    .init("from", .word, "the whole address that it is from"),
    .init("subject", .word, "a part of the subject"), .init("text", .word, "a part of the text or the subject"),
    .init("client", .word, "the short name of the app"), .init("user", .word, "the short name of the user who called"),
    .init("since", .time, "a time of the world: only what was sent then or later"),
  ]

  private static let attachment = Shape.object([
    .required("name", .text(.free), "its name"), .init("contentType", .word, "its media type"),
    .required("size", .count, "its length in bytes"), .required("inline", .flag, "whether the text shows it"),
    .init("contentId", .word, "the id by which HTML names it"),
  ])

  private static let members: [Shape.Member] = [
    .required("id", .guid, "its id"), .required("number", .count, "counts up from 1"),
    .required("sentAt", .time, "when it was sent"), .init("client", .word, "the short name of the app"),
    .init("user", .word, "the short name of the user who called"),
    .init("from", .word, "the address that it is from"), .init("sender", .word, "the address of who sent it"),
    .required("to", .list(.word), "the recipients"), .required("cc", .list(.word), "who gets a copy"),
    .required("bcc", .list(.word), "who gets a copy in secret"),
    .required("replyTo", .list(.word), "where replies go"), .required("subject", .text(.free), "the subject"),
    .required("snippet", .text(.free), "how the text begins"),
    .required("attachments", .list(attachment), "what is attached"),
    .required("form", .words(MailSending.Form.self), "how it came"),
    .required("savedToSentItems", .flag, "whether the sender has it in Sent Items"),
    .required("delivered", .list(.word), "the users of the world who have it in their inbox"),
    .init("exchange", .guid, "the trace id of the exchange that sent it"),
  ]

  static let mail = Shape.named("Mail", .object(members))

  static let list = Shape.object([
    .required("mail", .list(mail), "the messages, the newest first"),
    .required("dropped", .count, "how many older messages had to go for want of room"),
  ])

  static let whole = Shape.named(
    "WholeMail",
    .object(
      members + [
        .required("text", .text(.free), "what a person reads"), .init("html", .text(.free), "the HTML"),
        .required("headers", .list(pair("name", "value")), "the header fields in their order"),
        .required("droppedHeaders", .list(.word), "the header fields that the recipients do not get"),
        .required("links", .list(pair("url", "text")), "the links of HTML and text, in their order; none was fetched"),
        .required("codes", .list(.word), "the runs of four to eight digits that stand alone, in their order"),
      ]))

  private static func pair(_ first: String, _ second: String) -> Shape {
    .object([.required(first, .text(.free), "the \(first)"), .required(second, .text(.free), "the \(second)")])
  }
}
