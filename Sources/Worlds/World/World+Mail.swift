import Bytes
import Crypto
package import Directory
package import Mail
import Time

extension World {
  /// The users who get mail of an address: whose it is, else the members of the group that has it, one level deep.
  package func readers(of recipient: MailAddress) -> [User] {
    let directory = directory
    let address = ASCII.lowercased(recipient.address)
    let users = directory.usersInOrder.filter { !$0.isDeleted && $0.mailAddresses.contains(address) }
    guard users.isEmpty else { return users }
    let group = directory.groupsInOrder.first { group in
      directory.tenants[group.tenant]?.mail(of: group).map { ASCII.equalIgnoringCase($0, address) } ?? false
    }
    return group?.members.compactMap { member in
      if case .user(let id) = member { directory.users[id].flatMap { $0.isDeleted ? nil : $0 } } else { nil }
    } ?? []
  }

  /// Keeps a message, or the draft that it was, as sent. Each user of the world who gets it has it in the inbox after that time, except those
  /// whose addresses are in `refused`. Gives these users' short names.
  @discardableResult
  package func send(
    _ mail: KeptMail, _ sending: MailSending, after delay: Duration = .zero, except refused: [MailAddress] = []
  ) -> [String] {
    var seen: Set<User.ID> = []
    let reached = mail.message.recipients.filter { !refused.contains($0) }.flatMap(readers).filter {
      $0.mailboxState == .cloud && seen.insert($0.id).inserted
    }
    var sent = mail
    sent.copies += reached.map { user in
      MailCopy(in: .inbox, of: user.id.guid, at: sending.sentAt + delay, isReceived: true) { entropy.guid() }
    }
    sent.uploads = []
    sent.sending = sending
    sent.sending?.delivered = reached.map(\.alias)
    let kept = sent
    if !self.mail.update(kept.id, { $0 = kept }) { self.mail.keep(kept) }
    return reached.map(\.alias)
  }

  /// Sends a message of the service itself: a one-time code, an invitation, a report. `client` is the short name of the app.
  package func post(_ message: MailMessage, client: String? = nil, exchange: Exchange? = nil) {
    var sending = MailSending(.service, at: now)
    (sending.client, sending.exchange) = (client, exchange?.traceID)
    send(KeptMail(entropy.guid(), message, conversation: entropy.guid(), at: now), sending)
  }
}
