import Bytes
import Directory
import JSON
import Mail
import Time

/// A message, a folder or an attachment as Graph shows it: which members, and in which order (Microsoft: samples of the calls' pages).
extension MailPlace {
  /// The members of a message in their order. The last two come by `$select` alone.
  static let names = [
    "id", "createdDateTime", "lastModifiedDateTime", "changeKey", "categories", "receivedDateTime", "sentDateTime",
    "hasAttachments", "internetMessageId", "subject", "bodyPreview", "importance", "parentFolderId", "conversationId",
    "conversationIndex", "isDeliveryReceiptRequested", "isReadReceiptRequested", "isRead", "isDraft", "webLink",
    "inferenceClassification", "body", "sender", "from", "toRecipients", "ccRecipients", "bccRecipients", "replyTo",
    "flag", "internetMessageHeaders", "uniqueBody",
  ]
  private static let bySelection: Set = ["internetMessageHeaders", "uniqueBody"]
  /// What `Mail.ReadBasic` does not show.
  private static let beyondBasic: Set = ["body", "bodyPreview", "uniqueBody"]
  /// What a message has of which nobody has said anything.
  private static let usual: JSONObject = [
    "categories": [], "importance": "normal", "isReadReceiptRequested": false, "inferenceClassification": "focused",
    "flag": ["flagStatus": "notFlagged"],
  ]

  private var isBasic: Bool {
    !resource.token.permissions.contains { $0.hasPrefix("Mail.") && !$0.hasPrefix("Mail.ReadBasic") }
  }

  var prefersText: Bool { resource.prefers("outlook.body-content-type=\"text\"") }

  /// Whether `$select` names a member. The id is always shown.
  private func isSelected(_ name: String, _ selected: [String]?, byDefault: Bool = true) -> Bool {
    name == "id" || selected?.contains { ASCII.equalIgnoringCase($0, name) } ?? byDefault
  }

  /// The members of a message. `selected` nil: the default ones.
  func members(_ found: Found, _ selected: [String]? = nil) -> JSONObject {
    var members: JSONObject = ["@odata.etag": .string("W/\"\(change(found.copy))\"")]
    for name in Self.names
    where isSelected(name, selected, byDefault: !Self.bySelection.contains(name))
      && !(isBasic && Self.beyondBasic.contains(name))
    {
      let value = member(name, found)
      // A fresh draft has neither.
      if value != .null || !["sender", "from"].contains(name) { members.append(name, value) }
    }
    return members
  }

  func id(_ found: Found) -> String {
    MailID.message(resource.prefers("idtype=\"immutableid\"") ? found.mail.id : found.copy.id, in: mailbox)
  }

  private func change(_ copy: MailCopy) -> String { Base64.encode(Array("CQAA".utf8) + copy.change.bytes) }

  /// The value of a member, or of a path such as `from/emailAddress/address`.
  func value(of path: String, _ found: Found) -> JSONValue {
    let parts = path.split(separator: "/").map(String.init)
    return parts.dropFirst().reduce(member(parts.first ?? "", found)) { $0.object?.member($1) ?? .null }
  }

  private func member(_ name: String, _ found: Found) -> JSONValue {
    let (mail, copy, message) = (found.mail, found.copy, found.mail.message)
    if let mark = copy.marks[name] { return mark }
    switch name {
    case "id": return .string(id(found))
    case "changeKey": return .string(change(copy))
    case "createdDateTime": return .string((mail.sending == nil ? mail.createdAt : copy.receivedAt).iso8601)
    case "lastModifiedDateTime": return .string(copy.modifiedAt.iso8601)
    case "receivedDateTime": return .string(copy.receivedAt.iso8601)
    case "sentDateTime": return .string((mail.sending?.sentAt ?? mail.createdAt).iso8601)
    case "hasAttachments": return .bool(message.attachments.contains { !$0.isInline })
    case "internetMessageId": return .string(mail.internetID)
    case "subject": return .string(message.subject)
    case "bodyPreview": return .string(String(message.text.prefix(255)))
    case "parentFolderId": return .string(copy.folder.id(in: copy.mailbox))
    case "conversationId": return .string(MailID.message(mail.conversation, in: copy.mailbox))
    case "conversationIndex": return .string(Base64.encode([1, 1] + mail.conversation.bytes + [0, 0, 0, 0]))
    case "isDeliveryReceiptRequested": return message.members[name] ?? (message.mime == nil ? false : .null)
    case "isDraft": return .bool(mail.sending == nil)
    case "webLink":
      return .string(
        "https://outlook.office365.com/owa/?ItemID=\(Percent.encode(id(found)))&exvsurl=1&viewmodel=ReadMessageItem")
    case "body", "uniqueBody": return body(of: message)
    case "sender", "from": return message.address(name)?.shown ?? .null
    case "bccRecipients" where copy.isReceived: return []
    case "toRecipients", "ccRecipients", "bccRecipients", "replyTo":
      return .array(message.addresses(name).map(\.shown))
    case "internetMessageHeaders":
      return .array(message.headers.map { ["name": .string($0.name), "value": .string($0.value)] })
    default: return message.members[name] ?? Self.usual[name] ?? .null
    }
  }

  /// HTML that is not a whole page comes back within one.
  private func body(of message: MailMessage) -> JSONValue {
    guard message.isHTML, !prefersText else { return ["contentType": "text", "content": .string(message.text)] }
    let isWhole = ASCII.lowercased(message.content).firstPlace(of: "<html") != nil
    let head = "<html>\r\n<head>\r\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\r\n</head>"
    let content = isWhole ? message.content : head + "\r\n<body>\r\n\(message.content)\r\n</body>\r\n</html>\r\n"
    return ["contentType": "html", "content": .string(content)]
  }

  // MARK: Folders and attachments

  func members(_ folder: MailFolder, _ selected: [String]?) -> JSONObject {
    let inside = contents.filter { $0.copy.folder == folder }
    let all: JSONObject = [
      "id": .string(folder.id(in: mailbox)), "displayName": .string(folder.rawValue),
      "parentFolderId": .string(MailID.message(mailbox, in: mailbox)), "childFolderCount": 0,
      "unreadItemCount": .integer(Int64(inside.count { $0.copy.marks["isRead"] != true })),
      "totalItemCount": .integer(Int64(inside.count)),
      "sizeInBytes": .integer(Int64(inside.reduce(0) { $0 + $1.mail.message.size })), "isHidden": false,
    ]
    return JSONObject(all.members.filter { isSelected($0.name, selected) })
  }

  func members(_ attachment: MailAttachment, of mail: KeptMail, _ selected: [String]? = nil) -> JSONObject {
    let members = members(whole: attachment, of: mail).members
    return JSONObject(members.filter { $0.name.utf8.first == 0x40 || isSelected($0.name, selected) })
  }

  private func members(whole attachment: MailAttachment, of mail: KeptMail) -> JSONObject {
    var members: JSONObject = [
      "@odata.type": .string("#microsoft.graph." + attachment.kind.rawValue),
      "@odata.mediaContentType": .text(attachment.contentType), "id": .string(MailID.attachment(attachment.id)),
      "lastModifiedDateTime": .string((mail.sending?.sentAt ?? mail.createdAt).iso8601),
      "name": .string(attachment.name), "contentType": .text(attachment.contentType),
      "size": .integer(Int64(attachment.size)), "isInline": .bool(attachment.isInline),
    ]
    guard attachment.kind == .file else {
      members.remove(["@odata.mediaContentType"])
      return JSONObject(members.members + attachment.said.members)
    }
    members.append("contentId", .text(attachment.contentID))
    members.append("contentLocation", .null)
    members.append("contentBytes", .string(Base64.encode(attachment.bytes)))
    return members
  }
}
