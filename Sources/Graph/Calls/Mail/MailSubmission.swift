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
  var message: MailMessage
  let form: MailSending.Form
  var saves = true
  /// The draft that is sent; nil for a message that was none.
  var draft: KeptMail?
  var conversation: GUID?

  /// Answers 202 once the message is accepted.
  func send(_ exchange: inout Exchange) throws -> HTTPResponse {
    let settings = place.world.settings.mail
    exchange.mail = facts
    if let refusal = MailCheck.refusal(ofHeaders: message) { throw GraphError(refusal) }
    guard message.size <= settings.sizeLimit else { throw GraphError(MailRefusal(.messageSize)) }
    var message = try withSender()
    let tenant = place.resource.token.tenant
    let refusal = MailCheck.refusal(ofRecipients: message, settings) { recipient in
      let domain = recipient.address.split(separator: "@").last.map { ASCII.lowercased($0) } ?? ""
      return tenant.domains.contains { ASCII.equalIgnoringCase($0, domain) } && users(of: recipient).isEmpty
    }
    if let refusal { throw GraphError(refusal) }
    for name in ["toRecipients", "ccRecipients", "bccRecipients"] where message.members[name] != nil {
      message.members[name] = .array(
        message.addresses(name).map { recipient in
          recipient.name != nil
            ? recipient.shown : MailAddress(recipient.address, name: users(of: recipient).first?.displayName).shown
        })
    }
    exchange.mail = facts(of: message)
    accept(message, settings, &exchange)
    exchange.note(.mailSent)
    return GraphAnswer.accepted(place.resource.call, exchange)
  }

  private func accept(_ message: MailMessage, _ settings: MailSettings, _ exchange: inout Exchange) {
    let (world, now) = (place.world, place.now)
    let refused = message.recipients.filter { recipient in
      settings.bounce.contains { Wildcard($0).matches(recipient.address) }
    }
    var seen: Set<User.ID> = []
    let reached = message.recipients.filter { !refused.contains($0) }.flatMap(users).filter {
      $0.mailboxState == .cloud && seen.insert($0.id).inserted
    }
    var mail = draft ?? KeptMail(place.newID(), message, conversation: conversation ?? place.newID(), at: now)
    mail.message = message
    mail.copies = saves ? [place.copy(in: .sentItems)] : []
    for user in reached {
      mail.copies.append(
        MailCopy(
          place.newID(), change: place.newID(), in: .inbox, of: user.id.guid, at: now + (settings.delay ?? .zero),
          isRead: false, showsBlindCopies: false))
    }
    mail.sending = MailSending(
      at: now, client: place.resource.token.client.alias, user: place.resource.token.user?.alias, form: form,
      savedToSentItems: saves, delivered: reached.map(\.alias), exchange: exchange.traceID)
    let sent = mail
    if draft == nil || !world.mail.update(sent.id, { $0 = sent }) { world.mail.keep(sent) }
    for recipient in refused { world.mail.keep(report(of: recipient, about: message)) }
    exchange.because(
      "→ 202 a message to \(message.recipients.count) recipients"
        + (reached.isEmpty ? "" : ", in the inbox of \(reached.map { "'\($0.alias)'" }.joined(separator: ", "))")
        + (saves ? "" : "; not saved in Sent Items"))
  }

  /// The message with `from` and `sender` as the service fills them in.
  private func withSender() throws(GraphError) -> MailMessage {
    var message = message
    let own = MailAddress(place.owner.mail ?? place.owner.userPrincipalName, name: place.owner.displayName)
    let from = message.address("from") ?? own
    let caller = place.sender
    let isOwn = caller.mailAddresses.contains(ASCII.lowercased(from.address))
    let other = isOwn ? caller : users(of: from).first { $0.mailAddresses.contains(ASCII.lowercased(from.address)) }
    guard let other, isOwn || other.mailbox.sendAs.contains(caller.id) || other.mailbox.sendOnBehalf.contains(caller.id)
    else { throw GraphError(MailRefusal(.sendAsDenied)) }
    let token = place.resource.token
    if !isOwn, token.user != nil, !token.permissions.contains("Mail.Send.Shared") {
      throw GraphError(MailRefusal(.accessDenied))
    }
    message.members["from"] = MailAddress(from.address, name: from.name ?? other.displayName).shown
    let isAs = isOwn || other.mailbox.sendAs.contains(caller.id)
    message.members["sender"] =
      isAs
      ? message.members["from"]
      : MailAddress(caller.mail ?? caller.userPrincipalName, name: caller.displayName).shown
    return message
  }

  /// The users of the world who get mail of an address: whose it is, and the members of a group with it, one level.
  private func users(of recipient: MailAddress) -> [User] {
    let address = ASCII.lowercased(recipient.address)
    let directory = place.world.directory
    let users = directory.usersInOrder.filter { !$0.isDeleted && $0.mailAddresses.contains(address) }
    guard users.isEmpty else { return users }
    let group = directory.groupsInOrder.first { group in
      GroupView(group: group, tenant: place.resource.token.tenant).value(of: "mail").string.map {
        ASCII.equalIgnoringCase($0, address)
      } ?? false
    }
    return group?.members.compactMap { member in
      if case .user(let id) = member { directory.users[id].flatMap { $0.isDeleted ? nil : $0 } } else { nil }
    } ?? []
  }

  /// What the transport tells the sender of an address that cannot be delivered to.
  private func report(of recipient: MailAddress, about message: MailMessage) -> KeptMail {
    let address = place.owner.mail ?? place.owner.userPrincipalName
    let domain = address.split(separator: "@").last.map(String.init) ?? ""
    let report = MailMessage(
      from: MailAddress("postmaster@\(domain)", name: "Microsoft Outlook"), to: [MailAddress(address)],
      subject: "Undeliverable: \(message.subject)",
      text:
        "Your message to \(recipient.address) couldn't be delivered.\r\n\r\n550 5.1.1 RESOLVER.ADR.RecipNotFound; not found"
    )
    var mail = KeptMail(place.newID(), report, conversation: place.newID(), at: place.now)
    var copy = place.copy(in: .inbox, isRead: false)
    copy.showsBlindCopies = false
    mail.copies = [copy]
    mail.sending = MailSending(
      at: place.now, client: nil, user: nil, form: .service, savedToSentItems: false, delivered: [place.owner.alias],
      exchange: nil)
    return mail
  }

  private var facts: Exchange.Mail { facts(of: message) }

  private func facts(of message: MailMessage) -> Exchange.Mail {
    Exchange.Mail(
      from: message.address("from")?.address ?? "", to: message.recipients.map(\.address), subject: message.subject,
      attachments: message.attachments.count)
  }
}
