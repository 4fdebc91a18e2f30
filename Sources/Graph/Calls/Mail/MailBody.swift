import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Mail
import Worlds

/// Reads what a client sends to the mail service.
extension MailPlace {
  /// How long a request may be: 4 MB (observed 2021).
  private static let maximumBody = 4 << 20

  /// What a client cannot set, which the service passes over.
  private static let readOnly: Set = [
    "id", "changeKey", "createdDateTime", "lastModifiedDateTime", "receivedDateTime", "sentDateTime", "hasAttachments",
    "bodyPreview", "parentFolderId", "conversationId", "conversationIndex", "isDraft", "webLink", "uniqueBody",
  ]
  private static let links = [
    "extensions", "singleValueExtendedProperties", "multiValueExtendedProperties", "mentions",
  ]

  /// A message and whether it is to be saved, from the body of `sendMail`.
  func submission() throws(GraphError) -> (message: MailMessage, saves: Bool, MailSending.Form) {
    if let message = try mimeMessage() { return (message, true, .mime) }
    let body = try object()
    let saves = body.member("saveToSentItems")
    let flag = saves?.bool ?? saves?.string.map { !ASCII.equalIgnoringCase($0, "false") }
    // One sample of the documentation posts the message without the wrapper.
    let isBare = body.member("message") == nil && body.member("toRecipients") != nil
    guard let said = isBare ? body : body.member("message")?.object else { throw GraphError.mail(.noMessage) }
    return (try message(said), flag ?? true, .json)
  }

  /// The JSON of the body.
  func object() throws(GraphError) -> JSONObject {
    let bytes = try bytes(of: "application/json")
    guard case .object(let body)? = try? JSONValue.parse(bytes) else { throw GraphError.mail(.notJSON) }
    return body
  }

  /// The message of a body of `text/plain`: MIME in Base64, with white space or without. Nil for another body.
  func mimeMessage() throws(GraphError) -> MailMessage? {
    guard resource.call.request.hasBody(of: "text/plain") else { return nil }
    guard let decoded = MIMEReader.base64(try bytes(of: "text/plain")) else { throw GraphError.mail(.notBase64) }
    guard let message = MIMEReader.message(decoded, newID: newID) else { throw GraphError.mail(.notMIME) }
    return message
  }

  private func bytes(of type: String) throws(GraphError) -> [UInt8] {
    let request = resource.call.request
    let bytes = try RequestContent.bytes(of: request, maximum: 2 * Self.maximumBody)
    guard max(bytes.count, request.body.count) <= Self.maximumBody else { throw GraphError.mail(.tooLarge) }
    guard !bytes.isEmpty else { throw GraphError.mail(.noBody) }
    guard request.hasBody(of: type) else { throw .mail(.foreignType, request.fields["Content-Type"] ?? "") }
    return bytes
  }

  // MARK: Members

  func message(_ body: JSONObject) throws(GraphError) -> MailMessage {
    var message = MailMessage()
    for member in body.members where member.name.utf8.first != 0x40 {
      if ASCII.equalIgnoringCase(member.name, "attachments") {
        guard let items = member.value.array else { throw .mail(.wrongShape, "attachments") }
        for item in items { message.attachments.append(try attachment(item)) }
        continue
      }
      let kind = GraphProperties(of: "message")?.kind(of: member.name)
      guard let name = kind?.name ?? Self.links.first(where: { ASCII.equalIgnoringCase($0, member.name) }) else {
        throw .mail(.unknownMember, member.name)
      }
      guard !Self.readOnly.contains(name), member.value != .null || kind != nil else { continue }
      guard kind?.fits(member.value) ?? true else { throw .mail(.wrongShape, name) }
      message.members[name] = member.value
    }
    return message
  }

  func attachment(_ value: JSONValue) throws(GraphError) -> MailAttachment {
    guard let item = value.object else { throw .mail(.wrongShape, "attachments") }
    let type = item.member("@odata.type")?.string ?? ""
    let kind = MailAttachment.Kind.allCases.first { ASCII.equalIgnoringCase(type, "#microsoft.graph." + $0.rawValue) }
    guard let kind else { throw .mail(.untypedAttachment, "@odata.type") }
    guard let name = item.member("name")?.string else { throw .mail(.untypedAttachment, "name") }
    let bytes = kind == .file ? Base64.decode(item.member("contentBytes")?.string ?? "") : []
    guard let bytes else { throw .mail(.wrongShape, "contentBytes") }
    let said = item.members.filter { ["item", "sourceUrl", "providerType", "permission"].contains($0.name) }
    return MailAttachment(
      newID(), kind, name: name, contentType: item.member("contentType")?.string,
      contentID: item.member("contentId")?.string, isInline: item.member("isInline")?.bool ?? false, bytes: bytes,
      said: kind == .file ? [:] : JSONObject(said))
  }
}

extension GraphProperties.Kind {
  /// Whether a value has the form of the property; null has that of each.
  fileprivate func fits(_ value: JSONValue) -> Bool {
    guard value != .null else { return true }
    guard let values = isCollection ? value.array : [value] else { return false }
    return values.allSatisfy { value in
      switch type {
      case "String", "DateTimeOffset", "importance", "inferenceClassificationType": value.string != nil
      case "Boolean": value.bool != nil
      default: value.object != nil
      }
    }
  }
}
