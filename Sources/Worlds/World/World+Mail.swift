import Bytes
import Crypto
import Directory
package import Mail

extension World {
  /// Keeps a message that the service itself sends: a one-time code, an invitation. A user of the world who has the address gets it in the
  /// inbox.
  package func post(_ message: MailMessage, client: String?, exchange: Exchange) {
    var mail = KeptMail(entropy.guid(), message, conversation: entropy.guid(), at: now)
    var delivered: [String] = []
    for recipient in message.recipients {
      let owner = directory.usersInOrder.first { user in
        !user.isDeleted && user.mailboxState == .cloud
          && user.mailAddresses.contains(ASCII.lowercased(recipient.address))
      }
      guard let owner else { continue }
      delivered.append(owner.alias)
      mail.copies.append(
        MailCopy(
          entropy.guid(), change: entropy.guid(), in: .inbox, of: owner.id.guid, at: now, isRead: false,
          showsBlindCopies: false))
    }
    mail.sending = MailSending(
      at: now, client: client, user: nil, form: .service, savedToSentItems: false, delivered: delivered,
      exchange: exchange.traceID)
    self.mail.keep(mail)
  }
}
