import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Mail
import Policy
import Time
import Worlds

/// What is attached to messages, at once or by an upload session (Microsoft: "List attachments", "Add attachment",
/// "attachment: createUploadSession").
enum AttachmentCalls {
  static func list(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (mail, selected) = (try place.found().mail, try MailQuery(place).selected)
    let files = mail.message.attachments.map { JSONValue.object(place.members($0, of: mail, selected)) }
    return place.answer(
      ["value": .array(files)], context: context(place, selected, isEntity: false),
      because: "\(files.count) attachments",
      &exchange)
  }

  static func read(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let ((found, file), selected) = (try found(place), try MailQuery(place).selected)
    return place.answer(
      place.members(file, of: found.mail, selected), context: context(place, selected), because: "an attachment",
      &exchange)
  }

  static func bytes(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let file = try found(place).file
    exchange.because("→ 200 the bytes of an attachment")
    return GraphAnswer.media(
      file.bytes, type: file.contentType ?? "application/octet-stream", etag: "\"\(file.id)\"", place.resource.call,
      exchange)
  }

  static func add(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let draft = try place.draft()
    let file = try place.attachment(.object(place.object()))
    guard file.bytes.count < 3 << 20 else { throw GraphError.mail(.tooLarge) }
    let changed = place.change(draft) { mail, _ in mail.message.attachments.append(file) }
    return place.created(
      place.members(file, of: changed.mail), context: context(place),
      at: "\(place.resource.call.request.path)/\(MailID.attachment(file.id))",
      because: "an attachment of \(file.size) bytes", &exchange)
  }

  static func delete(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let file = try found(place).file
    _ = place.change(try place.draft()) { mail, _ in
      mail.message.attachments.removeAll { $0.id == file.id }
      mail.message.mime = nil
    }
    exchange.because("→ 204 an attachment is gone")
    return GraphAnswer.noContent(place.resource.call, exchange)
  }

  static func createSession(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let draft = try place.draft()
    guard let item = try place.object().member("AttachmentItem")?.object else { throw GraphError.mail(.noMessage) }
    let size = item.member("size")?.integer ?? 0
    guard size >= 3 << 20 else { throw GraphError.mail(.smallUpload) }
    guard size <= min(150 << 20, place.world.settings.mail.sizeLimit) else { throw GraphError.mail(.messageSize) }
    let file = MailAttachment(
      place.newID(), name: item.member("name")?.string ?? "attachment", contentType: item.member("contentType")?.string,
      contentID: item.member("contentId")?.string, isInline: item.member("isInline")?.bool ?? false)
    let upload = MailUpload(file, total: Int(size), endsAt: place.now + .days(7))
    place.world.mail.update(draft.mail.id) { $0.uploads.append(upload) }
    let address =
      place.resource.call.origin.graph
      + UploadEndpoint.address(draft, "\(place.mailbox)@\(place.resource.token.tenant.id)")
      + "/AttachmentSessions('\(MailID.attachment(file.id))')?authtoken=\(place.world.entropy.token(24))"
    var response = place.answer(
      [
        "uploadUrl": .string(address), "expirationDateTime": .string(upload.endsAt.iso8601Ticks),
        "nextExpectedRanges": ["0-"],
      ], context: "microsoft.graph.uploadSession", because: "an upload session for \(size) bytes", &exchange)
    response.status = 201
    return response
  }

  private static func context(_ place: MailPlace, _ selected: [String]? = nil, isEntity: Bool = true) -> String {
    let path = "messages('\(Percent.encode(place.resource.keys["message"] ?? ""))')/attachments"
    return place.context(path, selected, isEntity: isEntity)
  }

  private static func found(_ place: MailPlace) throws(GraphError) -> (mail: MailPlace.Found, file: MailAttachment) {
    let found = try place.found()
    guard let id = MailID.object(place.resource.keys["attachment"] ?? "") else { throw GraphError.mail(.malformedID) }
    guard let file = found.mail.message.attachments.first(where: { $0.id == id }) else {
      throw GraphError.mail(.notFound)
    }
    return (found, file)
  }
}
