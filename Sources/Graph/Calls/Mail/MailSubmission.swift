import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Mail
import Time
import Worlds

/// Sends a message: checks it in the service's order, delivers it within the world, and keeps it for the catcher. Nothing leaves the machine.
struct MailSubmission {
  let place: MailPlace
  let message: MailMessage
  let form: MailSending.Form
  var saves = true
  /// The draft that is sent; nil for a message that was none.
  var draft: KeptMail?
  var conversation: GUID?

  private var world: World { place.world }

  /// Answers 202 once the message is accepted.
  func send(_ exchange: inout Exchange) throws -> HTTPResponse {
    let settings = world.settings.mail
    exchange.mail = Self.facts(of: message)
    // Those of a draft were looked at when it was made; one that came as MIME has fields of every name.
    if draft == nil { try GraphError.check(MailCheck.refusal(ofHeaders: message)) }
    guard message.size <= settings.sizeLimit else { throw GraphError.mail(.messageSize) }
    var message = try withSender()
    let tenant = place.resource.token.tenant
    try GraphError.check(
      MailCheck.refusal(ofRecipients: message, settings) { recipient in
        let domain = recipient.address.split(separator: "@").last ?? ""
        return tenant.domains.contains { ASCII.equalIgnoringCase($0, domain) } && world.readers(of: recipient).isEmpty
      })
    for name in ["toRecipients", "ccRecipients", "bccRecipients"] where message.members[name] != nil {
      message.members[name] = .array(
        message.addresses(name).map { recipient in
          MailAddress(
            recipient.address, name: recipient.name ?? world.readers(of: recipient).first?.displayName
          ).shown
        })
    }
    exchange.mail = Self.facts(of: message)
    accept(message, settings, &exchange)
    exchange.note(.mailSent)
    return GraphAnswer.accepted(place.resource.call, exchange)
  }

  private func accept(_ message: MailMessage, _ settings: MailSettings, _ exchange: inout Exchange) {
    let refused = message.recipients.filter { recipient in
      settings.bounce.contains { Wildcard($0).matches(recipient.address) }
    }
    var mail =
      draft ?? KeptMail(place.newID(), message, conversation: conversation ?? place.newID(), at: place.now)
    mail.message = message
    mail.copies = saves ? [place.copy(of: mail, in: .sentItems)] : []
    var sending = MailSending(form, at: place.now)
    sending.client = place.resource.token.client.alias
    sending.user = place.resource.token.user?.alias
    sending.savedToSentItems = saves
    sending.exchange = exchange.traceID
    let reached = world.send(mail, sending, after: settings.delay ?? .zero, except: refused)
    for recipient in refused { world.post(report(of: recipient, about: message)) }
    exchange.because(
      "→ 202 a message to \(message.recipients.count) recipients"
        + (reached.isEmpty ? "" : ", in the inbox of \(reached.map { "'\($0)'" }.joined(separator: ", "))")
        + (saves ? "" : "; not saved in Sent Items"))
  }

  /// The message with `from` and `sender` as the service fills them in.
  private func withSender() throws(GraphError) -> MailMessage {
    let from = message.address("from") ?? place.owner.mailAddress
    let (caller, token) = (place.sender, place.resource.token)
    func has(_ user: User) -> Bool { user.mailAddresses.contains(ASCII.lowercased(from.address)) }
    let isOwn = has(caller)
    func isAs(_ other: User) -> Bool { isOwn || other.mailbox.sendAs.contains(caller.id) }
    guard let other = isOwn ? caller : world.readers(of: from).first(where: has),
      isAs(other) || other.mailbox.sendOnBehalf.contains(caller.id)
    else { throw GraphError.mail(.sendAsDenied) }
    guard isOwn || token.user == nil || token.permissions.contains("Mail.Send.Shared") else {
      throw GraphError.mail(.accessDenied)
    }
    var message = message
    let shown = MailAddress(from.address, name: from.name ?? other.displayName)
    message.members["from"] = shown.shown
    message.members["sender"] = (isAs(other) ? shown : caller.mailAddress).shown
    return message
  }

  /// What the transport tells the sender of an address that cannot be delivered to.
  private func report(of recipient: MailAddress, about message: MailMessage) -> MailMessage {
    let own = place.owner.mailAddress
    let text = "Your message to \(recipient.address) couldn't be delivered.\r\n\r\n550 5.1.1 RESOLVER.ADR.RecipNotFound"
    return MailMessage(
      from: MailAddress("postmaster@\(own.address.split(separator: "@").last ?? "")", name: "Microsoft Outlook"),
      to: [own], subject: "Undeliverable: \(message.subject)", text: text + "; not found")
  }

  private static func facts(of message: MailMessage) -> Exchange.Mail {
    Exchange.Mail(
      from: message.address("from")?.address ?? "", to: message.recipients.map(\.address), subject: message.subject,
      attachments: message.attachments.count)
  }
}
