import Bytes
import JSON
package import Time

/// Writes a message of the Internet of what a client sent as JSON, in a form like that of Exchange (chosen), and takes out of a message that came
/// as MIME what the recipients do not get.
package enum MIMEWriter {
  /// What the service takes away on its way (reported: redaxo 6590, msgraph-sdk-dotnet 2209).
  static let dropped = ["auto-submitted", "return-path"]
  static let addressFields: [(field: String, member: String)] = [
    ("From", "from"), ("Sender", "sender"), ("To", "toRecipients"), ("Cc", "ccRecipients"), ("Bcc", "bccRecipients"),
    ("Reply-To", "replyTo"),
  ]
  static let singleAddresses: Set = ["from", "sender"]
  /// What is written from other members. A message that came as MIME has these among its header fields, too.
  private static let written: Set = [
    "from", "sender", "to", "cc", "bcc", "reply-to", "subject", "date", "message-id", "importance", "mime-version",
  ]

  private static func isWritten(_ name: String) -> Bool {
    let name = ASCII.lowercased(name)
    return written.contains(name) || name.hasPrefix("content-")
  }

  /// `id` and `date` are those of the message. `withBlindCopies` is for the sender's own copy.
  package static func bytes(
    _ message: MailMessage, id: String, sentAt date: UnixTime?, withBlindCopies: Bool
  ) -> [UInt8] {
    if let mime = message.mime { return withBlindCopies ? mime : delivered(mime) }
    var lines: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { lines.append("\(name): \(value.filter { !$0.isNewline })") }
    }
    for (field, member) in addressFields where field != "Bcc" || withBlindCopies {
      let addresses = message.address(member).map { [$0] } ?? message.addresses(member)
      add(field, addresses.map(\.written).joined(separator: ", "))
    }
    add("Subject", EncodedWord.encode(message.subject))
    add("Date", date.map { $0.httpDate.dropLast(3) + "+0000" })
    add("Message-ID", id)
    if let importance = message.members["importance"]?.string, importance != "normal" { add("Importance", importance) }
    for (name, value) in message.headers where !isWritten(name) { add(name, EncodedWord.encode(value)) }
    lines.append("MIME-Version: 1.0")
    // The boundaries follow from the id, so that one message always has the same text.
    let mark = "_000_\(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40))_"
    func files(isInline: Bool) -> [String] {
      message.attachments.filter { $0.kind == .file && $0.isInline == isInline }.map(part)
    }
    let (inline, others) = (files(isInline: true), files(isInline: false))
    var body = part(message.isHTML ? "text/html" : "text/plain", Array(message.content.utf8), "; charset=utf-8", [])
    if !inline.isEmpty { body = multipart("related", "\(mark)r", [body] + inline) }
    if !others.isEmpty { body = multipart("mixed", "\(mark)m", [body] + others) }
    return Array((lines.joined(separator: "\r\n") + "\r\n" + body).utf8)
  }

  private static func multipart(_ kind: String, _ boundary: String, _ parts: [String]) -> String {
    "Content-Type: multipart/\(kind); boundary=\"\(boundary)\"\r\n\r\n"
      + parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n"
  }

  private static func part(_ file: MailAttachment) -> String {
    let name = "=\"" + EncodedWord.encode(file.name.filter { $0 != "\"" && !$0.isNewline }) + "\""
    return part(
      file.contentType ?? "application/octet-stream", file.bytes, "; name" + name,
      ["Content-Disposition: \(file.isInline ? "inline" : "attachment"); filename" + name]
        + [file.contentID.map { "Content-ID: <\($0.filter { !$0.isNewline })>" }].compactMap(\.self))
  }

  private static func part(_ type: String, _ bytes: [UInt8], _ parameters: String, _ fields: [String]) -> String {
    let text = Array(Base64.encode(bytes).utf8)
    let rows = stride(from: 0, to: text.count, by: 76).map { start in
      String(decoding: text[start..<min(start + 76, text.count)], as: UTF8.self)
    }
    let head = ["Content-Type: \(type.filter { !$0.isNewline })\(parameters)", "Content-Transfer-Encoding: base64"]
    return (head + fields + [""] + rows).joined(separator: "\r\n")
  }

  /// The text without `Bcc` and what is dropped, and with all the other fields as they were.
  private static func delivered(_ mime: [UInt8]) -> [UInt8] {
    let head = MIMEReader.head(of: mime[...])
    let kept = head.fields.filter { !(dropped + ["bcc"]).contains(ASCII.lowercased($0.name)) }
    return kept.flatMap { mime[$0.place] } + mime[(head.fields.last?.place.upperBound ?? 0)...]
  }
}
