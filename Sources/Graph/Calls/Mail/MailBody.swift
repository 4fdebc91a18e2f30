import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Mail
import Worlds

/// Reads what a client sends to the mail service.
enum MailBody {
  /// How long a request may be: 4 MB (observed 2021).
  static let maximum = 4 << 20
  /// How long the slice of an upload may be.
  static let maximumSlice = 5 << 20

  /// The members that a client cannot set, which the service passes over.
  private static let readOnly: Set = [
    "id", "changeKey", "createdDateTime", "lastModifiedDateTime", "receivedDateTime", "sentDateTime", "hasAttachments",
    "bodyPreview", "parentFolderId", "conversationId", "conversationIndex", "isDraft", "webLink", "uniqueBody",
  ]
  private static let links = [
    "extensions", "singleValueExtendedProperties", "multiValueExtendedProperties", "mentions",
  ]

  /// A message and whether it is to be saved, from the body of `sendMail`.
  static func submission(_ place: MailPlace) throws(GraphError) -> (message: MailMessage, saves: Bool, MailSending.Form)
  {
    if let message = try mime(place) { return (message, true, .mime) }
    let body = try object(place)
    let saves = body.member("saveToSentItems")
    let flag = saves?.bool ?? saves?.string.map { !ASCII.equalIgnoringCase($0, "false") }
    // One sample of the documentation posts the message without the wrapper.
    let isBare = body.member("message") == nil && body.member("toRecipients") != nil
    guard let message = isBare ? body : body.member("message")?.object else {
      throw GraphError(MailRefusal(.noMessage))
    }
    return (try self.message(message, place), flag ?? true, .json)
  }

  /// A message from the body of a call that makes a draft.
  static func draft(_ place: MailPlace) throws(GraphError) -> MailMessage {
    if let message = try mime(place) { return message }
    return try message(try object(place), place)
  }

  /// The JSON of the body.
  static func object(_ place: MailPlace) throws(GraphError) -> JSONObject {
    let bytes = try bytes(place, types: ["application/json"])
    guard case .object(let body)? = try? JSONValue.parse(bytes) else { throw GraphError(MailRefusal(.notJSON)) }
    return body
  }

  /// The message of a body of `text/plain`: MIME in Base64, with white space or without. Nil for another body.
  private static func mime(_ place: MailPlace) throws(GraphError) -> MailMessage? {
    guard place.resource.call.request.hasBody(of: "text/plain") else { return nil }
    let text = try bytes(place, types: ["text/plain"]).filter { ![0x20, 0x09, 0x0D, 0x0A].contains($0) }
    guard let decoded = Base64.decode(String(decoding: text, as: UTF8.self)) else {
      throw GraphError(MailRefusal(.notBase64))
    }
    guard let message = MIMEReader.message(decoded, newID: { place.newID() }) else {
      throw GraphError(MailRefusal(.notMIME))
    }
    return message
  }

  private static func bytes(_ place: MailPlace, types: [String]) throws(GraphError) -> [UInt8] {
    let request = place.resource.call.request
    guard request.body.count <= maximum else { throw GraphError(MailRefusal(.tooLarge)) }
    let bytes = try RequestContent.bytes(of: request, maximum: 2 * maximum)
    guard bytes.count <= maximum else { throw GraphError(MailRefusal(.tooLarge)) }
    guard types.contains(where: request.hasBody) else {
      if bytes.isEmpty { throw GraphError(MailRefusal(.noBody)) }
      throw .mail(.foreignType, request.fields["Content-Type"] ?? "")
    }
    guard !bytes.isEmpty else { throw GraphError(MailRefusal(.noBody)) }
    return bytes
  }

  // MARK: Members

  static func message(_ body: JSONObject, _ place: MailPlace) throws(GraphError) -> MailMessage {
    var message = MailMessage()
    for member in body.members where member.name.utf8.first != 0x40 {
      if ASCII.equalIgnoringCase(member.name, "attachments") {
        guard let items = member.value.array else { throw .mail(.wrongShape, "attachments") }
        for item in items { message.attachments.append(try attachment(item, place)) }
        continue
      }
      guard let name = (MailView.names + links).first(where: { ASCII.equalIgnoringCase($0, member.name) }) else {
        throw .mail(.unknownMember, member.name)
      }
      guard !readOnly.contains(name), member.value != .null || !links.contains(name) else { continue }
      try check(member.value, name)
      message.members[name] = member.value
    }
    return message
  }

  private static func check(_ value: JSONValue, _ name: String) throws(GraphError) {
    guard value != .null, let kind = GraphProperties(of: "message")?.kind(of: name) else { return }
    for value in kind.isCollection ? value.array ?? [.null] : [value] {
      let fits =
        switch kind.type {
        case "String", "DateTimeOffset", "importance", "inferenceClassificationType": value.string != nil
        case "Boolean": value.bool != nil
        default: value.object != nil
        }
      guard fits, kind.isCollection == (kind.isCollection && value != .null) else { throw .mail(.wrongShape, name) }
    }
  }

  static func attachment(_ value: JSONValue, _ place: MailPlace) throws(GraphError) -> MailAttachment {
    guard let item = value.object else { throw .mail(.wrongShape, "attachments") }
    let type = item.member("@odata.type")?.string ?? ""
    guard
      let kind = MailAttachment.Kind.allCases.first(where: {
        ASCII.equalIgnoringCase(type, "#microsoft.graph." + $0.rawValue)
      })
    else { throw .mail(.untypedAttachment, "@odata.type") }
    guard let name = item.member("name")?.string else { throw .mail(.untypedAttachment, "name") }
    var bytes: [UInt8] = []
    if kind == .file {
      guard let decoded = Base64.decode(item.member("contentBytes")?.string ?? "") else {
        throw .mail(.wrongShape, "contentBytes")
      }
      bytes = decoded
    }
    return MailAttachment(
      place.newID(), kind, name: name, contentType: item.member("contentType")?.string,
      contentID: item.member("contentId")?.string, isInline: item.member("isInline")?.bool ?? false, bytes: bytes,
      said: kind == .file
        ? [:]
        : JSONObject(item.members.filter { ["item", "sourceUrl", "providerType", "permission"].contains($0.name) }))
  }
}
