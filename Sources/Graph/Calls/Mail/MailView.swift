import Bytes
import JSON
import Mail
import Time

/// A message, a folder or an attachment with all of its members, in the order in which Graph shows them (Microsoft: samples of the calls' pages).
extension MailPlace {
  /// What the owner may change in a message that was sent.
  static let ofOwner = ["isRead", "categories", "flag", "importance", "inferenceClassification"]
  private static let asSaid = ofOwner + ["isDeliveryReceiptRequested", "isReadReceiptRequested"]
  private static let bySelection: Set = ["internetMessageHeaders", "uniqueBody"]
  /// What `Mail.ReadBasic` does not show.
  private static let beyondBasic: Set = ["body", "bodyPreview", "uniqueBody"]

  /// Whether the caller may see neither texts nor what is attached.
  var isBasic: Bool {
    !resource.token.permissions.contains { $0.hasPrefix("Mail.") && !$0.hasPrefix("Mail.ReadBasic") }
  }

  var prefersText: Bool { resource.prefers("outlook.body-content-type=\"text\"") }

  /// The members that a call selects; nil: the usual ones. The id and what begins with `@` are always shown.
  func selected(_ object: JSONObject, _ names: [String]? = nil) -> JSONObject {
    let isBasic = isBasic
    return JSONObject(
      object.members.filter { member in
        let isUsual = !Self.bySelection.contains(member.name)
        let isSelected = names?.contains { ASCII.equalIgnoringCase($0, member.name) } ?? isUsual
        return member.name == "id" || member.name.utf8.first == 0x40
          || isSelected && !(isBasic && Self.beyondBasic.contains(member.name))
      })
  }

  func id(_ found: Found) -> String {
    MailID.message(resource.prefers("idtype=\"immutableid\"") ? found.copy.lastingID : found.copy.id, in: mailbox)
  }

  func shown(_ found: Found) -> JSONObject {
    let (mail, copy, message) = (found.mail, found.copy, found.mail.message)
    let (id, key) = (id(found), Base64.encode(Array("CQAA".utf8) + copy.change.bytes))
    let created = mail.sending == nil ? mail.createdAt : copy.receivedAt
    let sent = mail.sending?.sentAt ?? mail.createdAt
    let beginning: JSONObject = [
      "@odata.etag": .string("W/\"\(key)\""), "id": .string(id),
      "createdDateTime": .string(created.iso8601),
      "lastModifiedDateTime": .string(copy.modifiedAt.iso8601), "changeKey": .string(key), "categories": [],
      "receivedDateTime": .string(copy.receivedAt.iso8601),
      "sentDateTime": .string(sent.iso8601),
      "hasAttachments": .bool(message.attachments.contains { !$0.isInline }),
    ]
    let index = Base64.encode([1, 1] + mail.conversation.bytes + [0, 0, 0, 0])
    let asksForReceipt: JSONValue = message.mime == nil ? false : .null
    let address = "https://outlook.office365.com/owa/?ItemID=\(Percent.encode(id))&exvsurl=1&viewmodel=ReadMessageItem"
    let middle: JSONObject = [
      "internetMessageId": .string(mail.internetID), "subject": .string(message.subject),
      "bodyPreview": .string(String(message.text.prefix(255))), "importance": "normal",
      "parentFolderId": .string(copy.folder.id(in: mailbox)),
      "conversationId": .string(MailID.message(mail.conversation, in: mailbox)),
      "conversationIndex": .string(index), "isDeliveryReceiptRequested": asksForReceipt,
      "isReadReceiptRequested": false, "isRead": false, "isDraft": .bool(mail.sending == nil),
      "webLink": .string(address),
      "inferenceClassification": "focused",
    ]
    let body = body(of: message)
    var members = JSONObject(beginning.members + middle.members)
    members.append("body", body)
    // A fresh draft has neither.
    for name in ["sender", "from"] { if let one = message.address(name) { members.append(name, one.shown) } }
    for name in ["toRecipients", "ccRecipients", "bccRecipients", "replyTo"] {
      let isSecret = name == "bccRecipients" && copy.isReceived
      members.append(name, .array(isSecret ? [] : message.addresses(name).map(\.shown)))
    }
    members.append("flag", ["flagStatus": "notFlagged"])
    let headers = message.headers.map { JSONValue.object(["name": .string($0.name), "value": .string($0.value)]) }
    members.append("internetMessageHeaders", .array(headers))
    members.append("uniqueBody", body)
    members.merge(message.members.members.filter { Self.asSaid.contains($0.name) } + copy.marks.members)
    return members
  }

  /// HTML that is not a whole page comes back within one.
  private func body(of message: MailMessage) -> JSONValue {
    guard message.isHTML, !prefersText else { return ["contentType": "text", "content": .string(message.text)] }
    let isWhole = ASCII.lowercased(message.content).firstPlace(of: "<html") != nil
    let head = "<html>\r\n<head>\r\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\r\n</head>"
    let content = isWhole ? message.content : head + "\r\n<body>\r\n\(message.content)\r\n</body>\r\n</html>\r\n"
    return ["contentType": "html", "content": .string(content)]
  }

  func shown(_ folder: MailFolder) -> JSONObject {
    let inside = contents(of: folder)
    return [
      "id": .string(folder.id(in: mailbox)), "displayName": .string(folder.rawValue),
      "parentFolderId": .string(MailID.message(mailbox, in: mailbox)), "childFolderCount": 0,
      "unreadItemCount": .integer(Int64(inside.count { $0.copy.marks["isRead"] != true })),
      "totalItemCount": .integer(Int64(inside.count)),
      "sizeInBytes": .integer(Int64(inside.reduce(0) { $0 + $1.mail.message.size })), "isHidden": false,
    ]
  }

  func shown(_ file: MailAttachment, of mail: KeptMail) -> JSONObject {
    var members: JSONObject = [
      "@odata.type": .string("#microsoft.graph." + file.kind.rawValue),
      "@odata.mediaContentType": .text(file.contentType), "id": .string(MailID.attachment(file.id)),
      "lastModifiedDateTime": .string((mail.sending?.sentAt ?? mail.createdAt).iso8601), "name": .string(file.name),
      "contentType": .text(file.contentType), "size": .integer(Int64(file.size)), "isInline": .bool(file.isInline),
    ]
    guard file.kind == .file else {
      members.remove(["@odata.mediaContentType"])
      return JSONObject(members.members + file.said.members)
    }
    members.append("contentId", .text(file.contentID))
    members.append("contentLocation", .null)
    members.append("contentBytes", .string(Base64.encode(file.bytes)))
    return members
  }
}
