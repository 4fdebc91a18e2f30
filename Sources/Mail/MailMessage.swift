package import Bytes
package import JSON

/// A message as somebody wrote it: what Graph lets a client say of one, with its attachments.
package struct MailMessage: Sendable {
  /// What a client may say, in Graph's form and spelling (Microsoft: "message resource type").
  package var members = JSONObject()
  package var attachments: [MailAttachment] = [] { didSet { mime = nil } }
  /// The text as it came, for a message that came as MIME. Nil as soon as something else is attached, which that text does not have.
  package var mime: [UInt8]?
  /// The plain text beside an HTML body, for a message that came as MIME with both.
  package var plainText: String?
  /// The header fields of MIME that do not reach the recipients.
  package var droppedFields: [String] = []

  package init() {}

  package init(from: MailAddress, to: [MailAddress], subject: String, text: String) {
    members = [
      "subject": .string(subject), "body": ["contentType": "text", "content": .string(text)], "from": from.shown,
      "toRecipients": .array(to.map(\.shown)),
    ]
  }

  package var subject: String { members["subject"]?.string ?? "" }
  package var isHTML: Bool {
    ASCII.equalIgnoringCase(members["body"]?.object?.member("contentType")?.string ?? "", "html")
  }
  /// The text of the body as it was written, HTML or plain.
  package var content: String { members["body"]?.object?.member("content")?.string ?? "" }
  package var html: String? { isHTML ? content : nil }
  /// What a person reads.
  package var text: String { isHTML ? plainText ?? MailText.text(ofHTML: content) : content }

  package func address(_ name: String) -> MailAddress? { MailAddress(members[name]) }

  package func addresses(_ name: String) -> [MailAddress] { members[name]?.array?.compactMap { MailAddress($0) } ?? [] }

  /// Everybody who gets it, each once.
  package var recipients: [MailAddress] {
    var seen: Set<MailAddress> = []
    return ["toRecipients", "ccRecipients", "bccRecipients"].flatMap { addresses($0) }.filter {
      seen.insert($0).inserted
    }
  }

  /// The header fields that the client asked for, those that a property of MAPI stands for among them: `List-Unsubscribe`.
  package var headers: [(name: String, value: String)] {
    func texts(_ list: String, _ name: String) -> [(name: String, value: String)] {
      members[list]?.array?.compactMap { item in
        guard let name = item.object?.member(name)?.string, let value = item.object?.member("value")?.string else {
          return nil
        }
        return (name, value)
      } ?? []
    }
    return texts("internetMessageHeaders", "name")
      + texts("singleValueExtendedProperties", "id").filter { ASCII.equalIgnoringCase($0.name, "String 0x1045") }
      .map { ("List-Unsubscribe", $0.value) }
  }

  /// How much memory it takes, in bytes, within a little.
  package var size: Int {
    (mime?.count ?? 0) + content.utf8.count + subject.utf8.count + (plainText?.utf8.count ?? 0)
      + attachments.reduce(512) { $0 + $1.size + 256 }
  }
}

/// What is attached to a message (Microsoft: "fileAttachment", "itemAttachment" and "referenceAttachment resource type").
package struct MailAttachment: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case file = "fileAttachment"
    case item = "itemAttachment"
    case reference = "referenceAttachment"
  }

  package let id: GUID
  package var kind: Kind
  package var name: String
  package var contentType: String?
  package var contentID: String?
  package var isInline: Bool
  /// Of a file.
  package var bytes: [UInt8]
  /// Of an item or a reference: what the client said of it, kept as it is.
  package var said: JSONObject

  package init(
    _ id: GUID, _ kind: Kind = .file, name: String, contentType: String?, contentID: String? = nil,
    isInline: Bool = false, bytes: [UInt8] = [], said: JSONObject = [:]
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.contentType = contentType
    self.contentID = contentID
    self.isInline = isInline
    self.bytes = bytes
    self.said = said
  }

  /// In bytes.
  package var size: Int { bytes.isEmpty ? JSONValue.object(said).serialized.count : bytes.count }
}
