import Scenarios

/// The calls under `/mail`: they show the messages that were sent, wait for one, and forget them.
enum MailRoutes {
  private static let id = ControlRoute.Parameter.path("id", "the id of a message, its number, or `latest`")

  static let group = RouteGroup(
    name: "Mail",
    summary: "The messages that apps sent by Graph, and that the service itself sent. None leaves the machine.",
    routes: [
      ControlRoute(
        .get, "/mail", "listMail", "The messages that were sent, the newest first.",
        parameters: MailShapes.filters.map { ControlRoute.Parameter.query($0.name, $0.shape, $0.meaning) }
          + [.limit],
        answers: [.ok(MailShapes.list, "The messages.")], MailHandlers.list),
      ControlRoute(
        .post, "/mail/wait", "waitForMail",
        "Answers as soon as as many messages fit, those that came before too; 408 when the time is over.",
        body: .json(
          .object(
            MailShapes.filters + [
              .init("count", .number(1...1_000), "how many messages have to fit; 1 if it is not said"),
              .init("timeout", .text(.span), #"how long to wait, such as "5s", at most "60s""#),
            ])),
        answers: [
          .ok(MailShapes.list, "The messages that fit, the newest first."),
          .init(status: 408, meaning: "The time is over; the detail names what came near.", content: .problem),
        ], MailHandlers.wait),
      ControlRoute(
        .get, "/mail/{id}", "showMail", "One message with its text, its header fields, its links and its codes.",
        parameters: [id], answers: [.ok(MailShapes.whole, "The message.")], MailHandlers.show),
      ControlRoute(
        .get, "/mail/{id}/raw", "showRawMail", "The message as its recipients get it, as MIME.", parameters: [id],
        answers: [.other("message/rfc822", "The text.")], MailHandlers.raw),
      ControlRoute(
        .get, "/mail/{id}/html", "showMailHTML",
        "The HTML of the message, shut in: it runs nothing and fetches nothing.",
        parameters: [id], answers: [.other("text/html; charset=utf-8", "The page.")], MailHandlers.html),
      ControlRoute(
        .get, "/mail/{id}/attachments/{number}", "showMailAttachment", "What is attached, from 1 on.",
        parameters: [id, .path("number", "which one, from 1 on")],
        answers: [.other("application/octet-stream", "The bytes.")], MailHandlers.attachment),
      ControlRoute(
        .delete, "/mail", "clearMail", "Forgets all messages, those in mailboxes and drafts too.",
        answers: [.removed("They are forgotten.")], MailHandlers.clear),
      ControlRoute(
        .delete, "/mail/{id}", "forgetMail", "Forgets one message, with its copies in mailboxes.", parameters: [id],
        answers: [.done("It is forgotten.")], MailHandlers.forget),
    ])
}
