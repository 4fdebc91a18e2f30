package import Bytes

/// The folders of every mailbox, by what people read (Microsoft: "mailFolder resource type").
package enum MailFolder: String, Sendable, CaseIterable {
  case inbox = "Inbox"
  case drafts = "Drafts"
  case sentItems = "Sent Items"
  case deletedItems = "Deleted Items"
  case outbox = "Outbox"
  case junkEmail = "Junk Email"
  case archive = "Archive"

  /// The folder of that name without spaces in any letter case, such as `sentitems`, or of that id.
  package init?(_ key: String, in mailbox: GUID) {
    let known = Self.allCases.first {
      ASCII.equalIgnoringCase($0.rawValue.filter { $0 != " " }, key) || $0.id(in: mailbox) == key
    }
    guard let known else { return nil }
    self = known
  }

  package func id(in mailbox: GUID) -> String {
    MailID.text(mailbox.bytes + [UInt8(Self.allCases.firstIndex(of: self) ?? 0)])
  }
}

/// The ids of messages, folders and attachments in the form that Exchange has: Base64 for URLs that begins with `AAMk` and ends with `=`.
package enum MailID {
  private static let head: [UInt8] = [0x00, 0x03, 0x24]

  static func text(_ bytes: [UInt8]) -> String {
    let text = Base64.encodeURL(head + bytes)
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }

  /// The id of a copy in a mailbox.
  package static func message(_ copy: GUID, in mailbox: GUID) -> String { text(mailbox.bytes + copy.bytes) }

  /// The id of what is attached to a message.
  package static func attachment(_ id: GUID) -> String { text([0x12, 0, 0, 0] + id.bytes) }

  /// What the id of a message, or of what is attached to one, is about. Nil for a text that Exchange did not make.
  package static func object(_ text: String) -> GUID? {
    guard let bytes = Base64.decode(text), bytes.starts(with: head), [23, 35].contains(bytes.count) else { return nil }
    return GUID(bytes: Array(bytes.suffix(16)))
  }
}
