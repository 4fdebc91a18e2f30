import Bytes
import Crypto
import HTTPWire
import JSON
import Mail
import Policy
import Time
import Worlds

/// Takes the slices of an upload session. Its address is the proof, so a request with a token of its own is refused (Microsoft: "Attach large files
/// to Outlook messages").
struct UploadEndpoint: Endpoint {
  let name = EndpointName.graph
  let session: GUID

  /// Nil for a path that is not one of `/api/v2.0/Users('…')/Messages('…')/AttachmentSessions('…')`.
  init?(segments: [String]) {
    let parts = segments.flatMap(GraphPath.split)
    guard parts.count == 8, ["api", "v2.0", "users"] == parts.prefix(3).map(ASCII.lowercased),
      ASCII.equalIgnoringCase(parts[6], "AttachmentSessions"), let id = MailID.object(parts[7])
    else { return nil }
    session = id
  }

  func crossOriginFields(for call: Call) -> HTTPFields { GraphAnswer.crossOriginFields(call) }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    if let preflight = GraphAnswer.preflight(call, exchange) { return preflight }
    do {
      try call.world.consultRules(&exchange)
      let response = try answer(call, &exchange)
      exchange.note(.resourceServed)
      return response
    } catch let error as GraphError {
      return GraphAnswer.refusal(error, call, &exchange)
    } catch let refusal as Refusal {
      exchange.refusal = refusal
      return GraphAnswer.refusal(GraphError(refusal), call, &exchange)
    }
  }

  private func answer(_ call: Call, _ exchange: inout Exchange) throws(GraphError) -> HTTPResponse {
    guard call.request.fields["Authorization"] == nil else {
      throw .noToken(because: "the address of the session is the proof")
    }
    let room = call.world.mail
    guard let upload = room.upload(session, { $0 }), upload.endsAt > call.now else {
      throw GraphError(MailRefusal(.notFound))
    }
    switch call.request.method {
    case "DELETE":
      room.upload(session) { $0 = nil }
      return GraphAnswer.noContent(call, exchange)
    case "PUT": return try take(upload, call, &exchange)
    default: throw GraphError(MailRefusal(.notSupported))
    }
  }

  private func take(_ upload: MailUpload, _ call: Call, _ exchange: inout Exchange) throws(GraphError) -> HTTPResponse {
    let place = "/api/v2.0/Users('\(upload.mailbox)')/Messages('\(MailID.message(upload.message, in: upload.mailbox))')"
    // Python's upload task sends the last slice once more, with no bytes: that is 201 again.
    if let attachment = upload.attachment { return added(attachment, place, call, exchange) }
    let range =
      ASCII.words(call.request.fields["Content-Range"] ?? "").last?.split(separator: "/").map(String.init) ?? []
    let ends = range.first?.split(separator: "-").compactMap { Int($0) } ?? []
    let slice = call.request.body
    guard range.count == 2, ends.count == 2, range[1] == "\(upload.total)", ends[0] == upload.bytes.count,
      slice.count == ends[1] - ends[0] + 1, ends[1] < upload.total
    else {
      throw GraphError(
        416, .badRequest, "The requested range is not satisfiable.",
        because: "the next slice begins at \(upload.bytes.count) of \(upload.total), and Content-Range is "
          + (call.request.fields["Content-Range"] ?? "missing"))
    }
    let id = call.world.entropy.guid()
    let bytes = upload.bytes + slice
    let isLast = bytes.count == upload.total
    call.world.mail.upload(session) { kept in
      kept?.bytes = isLast ? [] : bytes
      if isLast { kept?.attachment = id }
    }
    guard isLast else {
      exchange.because("→ 200 \(bytes.count) of \(upload.total) bytes")
      return GraphAnswer.json(
        [
          "@odata.context":
            "https://outlook.office.com/api/v2.0/$metadata#Users('\(upload.mailbox)')/Messages/AttachmentSessions/$entity",
          "ExpirationDateTime": .string(upload.endsAt.iso8601Ticks), "nextExpectedRanges": ["\(bytes.count)"],
        ], call, exchange)
    }
    call.world.mail.update(upload.message) { mail in
      mail.message.attachments.append(
        MailAttachment(
          id, name: upload.name, contentType: upload.contentType, contentID: upload.contentID,
          isInline: upload.isInline, bytes: bytes))
    }
    exchange.because("→ 201 an attachment of \(bytes.count) bytes")
    return added(id, place, call, exchange)
  }

  private func added(_ id: GUID, _ place: String, _ call: Call, _ exchange: Exchange) -> HTTPResponse {
    var response = GraphAnswer.accepted(call, exchange)
    response.status = 201
    response.fields.append(
      "Location", "\(call.origin.graph)\(place)/Attachments('\(MailID.attachment(id))')")
    return response
  }
}
