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
  /// The files that come in slices, of a draft.
  package var uploads: [MailUpload] = []

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

  /// How much memory it takes with its uploads, in bytes, within a little.
  package var size: Int { message.size + uploads.reduce(0) { $0 + 512 + $1.file.bytes.count } }

  /// The text as the recipients get it; for the sender with those who get it in secret.
  package func mime(withBlindCopies: Bool) -> [UInt8] {
    MIMEWriter.bytes(message, id: internetID, sentAt: sending?.sentAt ?? createdAt, withBlindCopies: withBlindCopies)
  }
}

/// The place of a message in one mailbox.
package struct MailCopy: Sendable {
  /// Changes when the copy goes to another folder.
  package var id: GUID
  /// The id that stays. That of the owner's own message is the message's, as a draft and once it was sent.
  package let lastingID: GUID
  /// Changes with every change of the copy.
  package var change: GUID
  /// The object id of the user whose mailbox it is.
  package let mailbox: GUID
  package var folder: MailFolder
  /// From when on it can be seen.
  package var receivedAt: UnixTime
  package var modifiedAt: UnixTime
  /// What the owner says of this copy alone: `isRead`, `categories`, `flag`, `importance`.
  package var marks: JSONObject
  /// Whether it came to the owner, who then does not see who else got it in secret.
  package let isReceived: Bool

  package init(
    in folder: MailFolder, of mailbox: GUID, at moment: UnixTime, isReceived: Bool, lastingID: GUID? = nil,
    newID: () -> GUID
  ) {
    let id = newID()
    (self.id, self.lastingID, change) = (id, lastingID ?? id, newID())
    (self.folder, self.mailbox, self.isReceived) = (folder, mailbox, isReceived)
    (receivedAt, modifiedAt) = (moment, moment)
    marks = ["isRead": .bool(!isReceived)]
  }
}

/// A file that comes in slices.
package struct MailUpload: Sendable {
  /// With what has come of its bytes; with none of them once it is attached.
  package var file: MailAttachment
  /// Of the whole file, in bytes.
  package let total: Int
  package let endsAt: UnixTime
  package var isAttached = false

  package init(_ file: MailAttachment, total: Int, endsAt: UnixTime) {
    (self.file, self.total, self.endsAt) = (file, total, endsAt)
  }
}

/// How a message was sent.
package struct MailSending: Sendable {
  package enum Form: String, Sendable, CaseIterable {
    case json
    case mime
    /// A draft that was sent, or a reply.
    case draft
    /// This server itself sends it: a one-time code, an invitation, a report.
    case service
  }

  package let sentAt: UnixTime
  package let form: Form
  /// The short names of the app and the user who called; nil where there was none.
  package var client: String?
  package var user: String?
  package var savedToSentItems = false
  /// The short names of the users of the world who got a copy.
  package var delivered: [String] = []
  /// The trace id of the exchange; nil for mail that no request asked for.
  package var exchange: GUID?

  package init(_ form: Form, at now: UnixTime) { (self.form, sentAt) = (form, now) }
}
