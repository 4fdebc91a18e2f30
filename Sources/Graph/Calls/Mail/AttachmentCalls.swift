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
  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    let mail = try place.found().mail
    let view = MailView(place: place)
    exchange.because("→ 200 \(mail.message.attachments.count) attachments")
    return resource.list(
      mail.message.attachments.map { .object(view.members($0, of: mail)) }, context: context(place), exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (place, mail, attachment) = try found(resource, &exchange)
    exchange.because("→ 200 an attachment")
    return resource.odata(
      MailView(place: place).members(attachment, of: mail), context: context(place) + "/$entity", exchange)
  }

  static func bytes(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let attachment = try found(resource, &exchange).2
    exchange.because("→ 200 the bytes of an attachment")
    return GraphAnswer.media(
      attachment.bytes, type: attachment.contentType ?? "application/octet-stream", etag: "\"\(attachment.id)\"",
      resource.call, exchange)
  }

  static func add(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    let draft = try place.draft()
    let attachment = try MailBody.attachment(.object(try MailBody.object(place)), place)
    guard attachment.bytes.count < 3 << 20 else { throw GraphError(MailRefusal(.tooLarge)) }
    let changed = place.change(draft) { mail, _ in mail.message.attachments.append(attachment) }
    exchange.because("→ 201 an attachment of \(attachment.size) bytes")
    let view = MailView(place: place)
    return GraphAnswer.created(
      view.members(attachment, of: changed.mail), context: context(place) + "/$entity",
      location:
        "\(resource.call.origin.graph)\(resource.call.request.path)/\(MailID.attachment(attachment.id))",
      version: resource.version.rawValue, resource.call, exchange)
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (place, _, attachment) = try found(resource, &exchange)
    _ = place.change(try place.draft()) { mail, _ in
      mail.message.attachments.removeAll { $0.id == attachment.id }
      mail.message.mime = nil
    }
    exchange.because("→ 204 an attachment is gone")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func createSession(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    let draft = try place.draft()
    guard let item = try MailBody.object(place).member("AttachmentItem")?.object else {
      throw GraphError(MailRefusal(.noMessage))
    }
    let size = item.member("size")?.integer ?? 0
    guard size >= 3 << 20 else { throw GraphError(MailRefusal(.smallUpload)) }
    guard size <= 150 << 20, size <= place.world.settings.mail.sizeLimit else {
      throw GraphError(MailRefusal(.messageSize))
    }
    let id = place.newID()
    let endsAt = place.now + .days(7)
    place.world.mail.upload(id) { upload in
      upload = MailUpload(
        to: draft.mail.id, in: place.mailbox, name: item.member("name")?.string ?? "attachment",
        contentType: item.member("contentType")?.string, isInline: item.member("isInline")?.bool ?? false,
        contentID: item.member("contentId")?.string, total: Int(size), endsAt: endsAt)
    }
    exchange.because("→ 201 an upload session for \(size) bytes")
    let owner = "\(place.owner.id)@\(resource.token.tenant.id)"
    let address =
      "\(resource.call.origin.graph)/api/v2.0/Users('\(owner)')/Messages('\(MailID.message(draft.copy.id, in: place.mailbox))')"
      + "/AttachmentSessions('\(MailID.attachment(id))')?authtoken=\(place.world.entropy.token(24))"
    var response = resource.odata(
      [
        "uploadUrl": .string(address), "expirationDateTime": .string(endsAt.iso8601Ticks), "nextExpectedRanges": ["0-"],
      ], context: "microsoft.graph.uploadSession", exchange)
    response.status = 201
    return response
  }

  private static func context(_ place: MailPlace) -> String {
    "users('\(place.owner.id)')/messages('\(Percent.encode(place.resource.keys["message"] ?? ""))')/attachments"
  }

  private static func found(
    _ resource: ResourceCall, _ exchange: inout Exchange
  ) throws(GraphError) -> (MailPlace, KeptMail, MailAttachment) {
    let place = try MailPlace(resource, &exchange)
    let mail = try place.found().mail
    guard let id = MailID.object(resource.keys["attachment"] ?? "") else { throw GraphError(MailRefusal(.malformedID)) }
    guard let attachment = mail.message.attachments.first(where: { $0.id == id }) else {
      throw GraphError(MailRefusal(.notFound))
    }
    return (place, mail, attachment)
  }
}
