package import Bytes
package import JSON
package import Time

/// A message that a world keeps, with its copies in mailboxes. A message that was sent is what the catcher shows.
package struct KeptMail: Sendable {
  /// Counts up from 1 within its world.
  package internal(set) var number = 0
  package let id: GUID
  package var message: MailMessage
  package var conversation: GUID
  package let createdAt: UnixTime
  /// Nil for a draft.
  package var sending: MailSending?
  package var copies: [MailCopy] = []

  package init(_ id: GUID, _ message: MailMessage, conversation: GUID, at now: UnixTime) {
    self.id = id
    self.message = message
    self.conversation = conversation
    createdAt = now
  }

  /// The value of `Message-ID`.
  package var internetID: String {
    message.members["internetMessageId"]?.string
      ?? "<\(id)@\(message.address("from")?.address.split(separator: "@").last ?? "mockidp.test")>"
  }

  /// The text as the recipients get it; for the sender with those who get it in secret.
  package func mime(withBlindCopies: Bool) -> [UInt8] {
    MIMEWriter.bytes(message, id: internetID, sentAt: sending?.sentAt ?? createdAt, withBlindCopies: withBlindCopies)
  }
}

/// The place of a message in one mailbox.
package struct MailCopy: Sendable {
  package var id: GUID
  /// Changes with every change of the copy.
  package var change: GUID
  /// The object id of the user whose mailbox it is.
  package let mailbox: GUID
  package var folder: MailFolder
  /// From when on it can be seen.
  package var receivedAt: UnixTime
  package var modifiedAt: UnixTime
  /// What the owner says of this copy alone: `isRead`, `categories`, `flag`, `importance`.
  package var marks = JSONObject()
  /// Whether the owner sees who got it in secret.
  package var showsBlindCopies: Bool

  package init(
    _ id: GUID, change: GUID, in folder: MailFolder, of mailbox: GUID, at moment: UnixTime, isRead: Bool,
    showsBlindCopies: Bool
  ) {
    self.id = id
    self.change = change
    self.folder = folder
    self.mailbox = mailbox
    receivedAt = moment
    modifiedAt = moment
    self.showsBlindCopies = showsBlindCopies
    marks = ["isRead": .bool(isRead)]
  }
}

/// How a message was sent.
package struct MailSending: Sendable {
  package enum Form: String, Sendable, CaseIterable {
    case json
    case mime
    /// A draft that was sent, or a reply.
    case draft
    /// This server itself sends it: a one-time code, an invitation.
    case service
  }

  package let sentAt: UnixTime
  /// The short names of the app and the user who called; nil where there was none.
  package let client: String?
  package let user: String?
  package let form: Form
  package let savedToSentItems: Bool
  /// The short names of the users of the world who got a copy.
  package let delivered: [String]
  /// The trace id of the exchange; nil for mail that no request asked for.
  package let exchange: GUID?

  package init(
    at now: UnixTime, client: String?, user: String?, form: Form, savedToSentItems: Bool, delivered: [String],
    exchange: GUID?
  ) {
    sentAt = now
    self.client = client
    self.user = user
    self.form = form
    self.savedToSentItems = savedToSentItems
    self.delivered = delivered
    self.exchange = exchange
  }
}

/// What somebody looks for among the mail that was sent. Everything that is set has to fit; ASCII case does not count.
package struct MailFilter: Sendable {
  /// The whole address of one of the recipients, of whatever kind.
  package var to: String?
  package var from: String?
  /// Contained in the subject, and in the subject or the text.
  package var subject: String?
  package var text: String?
  /// Short names.
  package var client: String?
  package var user: String?
  package var since: UnixTime?

  package init() {}

  package func matches(_ mail: KeptMail) -> Bool { mail.sending != nil && missed(by: mail).isEmpty }

  /// What does not fit, in words.
  package func missed(by mail: KeptMail) -> [String] {
    let message = mail.message
    func same(_ one: String?, _ other: String) -> Bool { one.map { ASCII.equalIgnoringCase($0, other) } ?? false }
    func holds(_ text: String, _ part: String) -> Bool {
      ASCII.lowercased(text).firstPlace(of: ASCII.lowercased(part)) != nil
    }
    var missed: [String] = []
    if let to, !message.recipients.contains(MailAddress(to)) {
      missed.append("it went to \(message.recipients.map(\.address).joined(separator: ", "))")
    }
    if let from, !same(message.address("from")?.address, from) {
      missed.append("it came from \(message.address("from")?.address ?? "nobody")")
    }
    if let subject, !holds(message.subject, subject) { missed.append("its subject is '\(message.subject)'") }
    if let text, !holds(message.text, text), !holds(message.subject, text) {
      missed.append("its text does not have '\(text)'")
    }
    if let client, !same(mail.sending?.client, client) {
      missed.append("the app was \(mail.sending?.client ?? "none")")
    }
    if let user, !same(mail.sending?.user, user) { missed.append("the caller was \(mail.sending?.user ?? "no user")") }
    if let since, let sent = mail.sending?.sentAt, sent < since { missed.append("it was sent at \(sent.iso8601)") }
    return missed
  }
}
