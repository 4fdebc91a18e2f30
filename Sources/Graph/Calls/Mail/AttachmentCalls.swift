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
    let mail = try place.found().mail
    return try MailQuery(place).list(
      mail.message.attachments, { place.shown($0, of: mail) }, of: "attachment", at: path(place), usually: .max,
      &exchange)
  }

  static func read(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (found, file) = try found(place)
    return try MailQuery(place).one(
      place.shown(file, of: found.mail), at: path(place), because: "an attachment", &exchange)
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
      place.shown(file, of: changed.mail), context: place.context(path(place)),
      at: "\(place.resource.call.request.path)/\(MailID.attachment(file.id))",
      because: "an attachment of \(file.size) bytes", &exchange)
  }

  static func delete(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let file = try found(place).file
    _ = place.change(try place.draft()) { mail, _ in mail.message.attachments.removeAll { $0.id == file.id } }
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

  private static func path(_ place: MailPlace) -> String {
    "messages('\(Percent.encode(place.resource.keys["message"] ?? ""))')/attachments"
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
