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
  /// The ids of the draft's copy in its mailbox, and of what the session attaches.
  private let draft: GUID
  private let file: GUID

  /// Nil for a path that is not one of `/api/v2.0/Users('…')/Messages('…')/AttachmentSessions('…')`.
  init?(segments: [String]) {
    guard segments.first.map({ ASCII.equalIgnoringCase($0, "api") }) ?? false else { return nil }
    let parts = segments.flatMap(GraphPath.split)
    guard parts.count == 8, ["api", "v2.0", "users"] == parts.prefix(3).map(ASCII.lowercased),
      ASCII.equalIgnoringCase(parts[6], "AttachmentSessions"), let draft = MailID.object(parts[5]),
      let file = MailID.object(parts[7])
    else { return nil }
    (self.draft, self.file) = (draft, file)
  }

  /// Where the sessions of a draft are.
  static func address(_ draft: MailPlace.Found, _ owner: String) -> String {
    "/api/v2.0/Users('\(owner)')/Messages('\(MailID.message(draft.copy.id, in: draft.copy.mailbox))')"
  }

  func crossOriginFields(for call: Call) -> HTTPFields { GraphAnswer.crossOriginFields(call) }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    try GraphAnswer.answering(call, &exchange) { exchange in
      try call.world.consultRules(&exchange)
      return try answer(call, &exchange)
    }
  }

  private func answer(_ call: Call, _ exchange: inout Exchange) throws(GraphError) -> HTTPResponse {
    guard call.request.fields["Authorization"] == nil else {
      throw .noToken(because: "the address of the session is the proof")
    }
    let mail = call.world.mail.all.first { $0.copies.contains { $0.id == draft } }
    let upload = mail?.uploads.first { $0.file.id == file && $0.endsAt > call.now }
    guard let mail, let upload, let copy = mail.copies.first else { throw GraphError.mail(.notFound) }
    switch call.request.method {
    case "DELETE":
      call.world.mail.update(mail.id) { $0.uploads.removeAll { $0.file.id == file } }
      return GraphAnswer.noContent(call, exchange)
    case "PUT": return try take(upload, (mail, copy), call, &exchange)
    default: throw GraphError.mail(.notSupported)
    }
  }

  private func take(
    _ upload: MailUpload, _ draft: MailPlace.Found, _ call: Call, _ exchange: inout Exchange
  ) throws(GraphError) -> HTTPResponse {
    let slice = call.request.body
    let (start, said) = (upload.file.bytes.count, call.request.fields["Content-Range"] ?? "missing")
    let end = start + slice.count
    // Python's upload task sends the last slice once more, with no bytes: that is 201 again.
    if !upload.isAttached {
      guard !slice.isEmpty, end <= upload.total, ASCII.words(said).last == "\(start)-\(end - 1)/\(upload.total)" else {
        throw GraphError(
          416, .badRequest, "The requested range is not satisfiable.",
          because: "the next slice begins at \(start) of \(upload.total), and Content-Range is \(said)")
      }
      call.world.mail.update(draft.mail.id) { mail in
        guard let place = mail.uploads.firstIndex(where: { $0.file.id == file }) else { return }
        mail.uploads[place].file.bytes += slice
        guard end == upload.total else { return }
        mail.message.attachments.append(mail.uploads[place].file)
        mail.uploads[place].file.bytes = []
        mail.uploads[place].isAttached = true
      }
      guard end == upload.total else {
        exchange.because("→ 200 \(end) of \(upload.total) bytes")
        return GraphAnswer.json(
          [
            "@odata.context":
              "https://outlook.office.com/api/v2.0/$metadata#Users('\(draft.copy.mailbox)')/Messages/AttachmentSessions/$entity",
            "ExpirationDateTime": .string(upload.endsAt.iso8601Ticks), "nextExpectedRanges": ["\(end)"],
          ], call, exchange)
      }
    }
    exchange.because("→ 201 an attachment of \(upload.total) bytes")
    var response = GraphAnswer.accepted(call, exchange)
    response.status = 201
    response.fields.append(
      "Location",
      call.origin.graph + Self.address(draft, "\(draft.copy.mailbox)") + "/Attachments('\(MailID.attachment(file))')")
    return response
  }
}
