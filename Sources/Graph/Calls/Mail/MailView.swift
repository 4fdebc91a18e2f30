import Bytes
import Directory
import JSON
import Mail
import Time

/// A message, a folder or an attachment as Graph shows it: which members, and in which order (Microsoft: samples of the calls' pages).
struct MailView {
  let place: MailPlace

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
  private static let marks: Set = ["isRead", "categories", "flag", "importance", "inferenceClassification"]

  private var isBasic: Bool {
    !place.resource.token.permissions.contains { $0.hasPrefix("Mail.") && !$0.hasPrefix("Mail.ReadBasic") }
  }

  /// The members of a message. `selected` nil: the default ones.
  func members(_ found: (mail: KeptMail, copy: MailCopy), selected: [String]? = nil) -> JSONObject {
    var members: JSONObject = ["@odata.etag": .string("W/\"\(change(found.copy))\"")]
    for name in Self.names {
      let isWanted =
        selected.map { $0.contains { ASCII.equalIgnoringCase($0, name) } } ?? !Self.bySelection.contains(name)
      guard isWanted || name == "id", !(isBasic && Self.beyondBasic.contains(name)) else { continue }
      let value = value(of: name, found)
      // A fresh draft has neither.
      if value == .null, name == "sender" || name == "from" { continue }
      members.append(name, value)
    }
    return members
  }

  func id(_ found: (mail: KeptMail, copy: MailCopy)) -> String {
    let isImmutable = place.resource.prefers("idtype=\"immutableid\"")
    return MailID.message(isImmutable ? found.mail.id : found.copy.id, in: place.mailbox)
  }

  private func change(_ copy: MailCopy) -> String { Base64.encode(Array("CQAA".utf8) + copy.change.bytes) }

  /// The value of a member, or of a path such as `from/emailAddress/address`.
  func value(of path: String, _ found: (mail: KeptMail, copy: MailCopy)) -> JSONValue {
    let parts = path.split(separator: "/").map(String.init)
    var value = member(parts.first ?? "", found)
    for part in parts.dropFirst() { value = value.object?.member(part) ?? .null }
    return value
  }

  private func member(_ name: String, _ found: (mail: KeptMail, copy: MailCopy)) -> JSONValue {
    let (mail, copy) = found
    let message = mail.message
    if Self.marks.contains(name), let mark = copy.marks[name] { return mark }
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
    case "isReadReceiptRequested": return message.members[name] ?? false
    case "importance": return message.members[name] ?? "normal"
    case "categories": return message.members[name] ?? []
    case "inferenceClassification": return message.members[name] ?? "focused"
    case "flag": return message.members[name] ?? ["flagStatus": "notFlagged"]
    case "isDraft": return .bool(mail.sending == nil)
    case "webLink":
      return .string(
        "https://outlook.office365.com/owa/?ItemID=\(Percent.encode(id(found)))&exvsurl=1&viewmodel=ReadMessageItem")
    case "body", "uniqueBody": return body(of: message)
    case "sender", "from": return message.address(name)?.shown ?? .null
    case "toRecipients", "ccRecipients", "replyTo": return .array(message.addresses(name).map(\.shown))
    case "bccRecipients": return copy.showsBlindCopies ? .array(message.addresses(name).map(\.shown)) : []
    case "internetMessageHeaders":
      return .array(message.headers.map { ["name": .string($0.name), "value": .string($0.value)] })
    default: return message.members[name] ?? .null
    }
  }

  var prefersText: Bool { place.resource.prefers("outlook.body-content-type=\"text\"") }

  private func body(of message: MailMessage) -> JSONValue {
    guard message.isHTML, !prefersText else { return ["contentType": "text", "content": .string(message.text)] }
    let isWhole = ASCII.lowercased(message.content).firstPlace(of: "<html") != nil
    let head =
      "<html>\r\n<head>\r\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\r\n</head>\r\n<body>\r\n"
    return [
      "contentType": "html",
      "content": .string(isWhole ? message.content : head + message.content + "\r\n</body>\r\n</html>\r\n"),
    ]
  }

  // MARK: Folders and attachments

  func members(_ folder: MailFolder, selected: [String]? = nil) -> JSONObject {
    let inside = place.contents.filter { $0.copy.folder == folder }
    let unread = inside.count { $0.copy.marks["isRead"] != true }
    let all: JSONObject = [
      "id": .string(folder.id(in: place.mailbox)), "displayName": .string(folder.displayName),
      "parentFolderId": .string(MailID.message(place.mailbox, in: place.mailbox)), "childFolderCount": 0,
      "unreadItemCount": .integer(Int64(unread)), "totalItemCount": .integer(Int64(inside.count)),
      "sizeInBytes": .integer(Int64(inside.reduce(0) { $0 + $1.mail.message.size })), "isHidden": false,
    ]
    guard let selected else { return all }
    return JSONObject(
      all.members.filter { member in
        member.name == "id" || selected.contains { ASCII.equalIgnoringCase($0, member.name) }
      })
  }

  /// `withContent` is for the attachment alone, and for lists, which show it too.
  func members(_ attachment: MailAttachment, of mail: KeptMail) -> JSONObject {
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
