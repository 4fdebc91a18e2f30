package import Bytes
import JSON

/// Reads a message of the Internet (RFC 5322, RFC 2045 to 2047): its fields, its text and what is attached. It takes what it can read and
/// never fails on the rest.
package struct MIMEReader {
  typealias Field = (name: String, value: String, place: Range<Int>)

  /// A part with its fields, in their order, and the bytes that these take.
  private struct Part {
    let fields: [Field]
    let body: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
      let head = MIMEReader.head(of: bytes)
      (fields, body) = (head.fields, bytes[head.end...])
    }

    func field(_ name: String) -> String? { fields.first { ASCII.equalIgnoringCase($0.name, name) }?.value }

    /// The value before its parameters in small letters, and the parameters.
    func structured(_ name: String) -> (value: String, parameters: [String: String])? {
      guard let text = field(name) else { return nil }
      let pieces = text.pieces(between: 0x3B, minding: true)
      var (parameters, extended): ([String: String], [String: String]) = ([:], [:])
      for piece in pieces.dropFirst() {
        guard let sign = piece.utf8.firstIndex(of: 0x3D) else { continue }
        let key = ASCII.lowercased(ASCII.trimmed(piece[..<sign]))
        let value = MIMEReader.unquoted(ASCII.trimmed(piece[piece.utf8.index(after: sign)...]))
        let name = String(key.prefix { $0 != "*" })
        if name != key {
          extended[name, default: ""] += key.hasSuffix("*") ? value : Percent.encode(value)
        } else if parameters[key] == nil {
          parameters[key] = EncodedWord.decode(value)
        }
      }
      // RFC 2231: `filename*=UTF-8''na%C3%AFve.txt`, or in pieces from `filename*0*` on.
      for (name, value) in extended {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        let bytes = QuotedPrintable.decode((parts.last ?? "").utf8.map { $0 == 0x25 ? 0x3D : $0 })
        parameters[name] = EncodedWord.text(bytes, charset: parts.count > 2 ? String(parts[0]) : "utf-8")
      }
      return (ASCII.lowercased(pieces.first ?? ""), parameters)
    }
  }

  private static let maximumDepth = 16
  private static let maximumParts = 500

  private var message = MailMessage()
  private var html: String?
  private var parts = 0
  private let newID: () -> GUID

  /// Nil for bytes without header fields. `newID` gives the ids of attachments.
  package static func message(_ bytes: [UInt8], newID: @escaping () -> GUID) -> MailMessage? {
    let whole = Part(bytes[...])
    guard !whole.fields.isEmpty else { return nil }
    var reader = MIMEReader(newID: newID)
    reader.read(whole, depth: 0, isRelated: false)
    reader.take(whole.fields)
    let text = reader.message.plainText ?? ""
    reader.message.members["body"] = [
      "contentType": reader.html == nil ? "text" : "html", "content": .string(reader.html ?? text),
    ]
    if reader.html == nil { reader.message.plainText = nil }
    reader.message.mime = bytes
    return reader.message
  }

  private init(newID: @escaping () -> GUID) { self.newID = newID }

  private mutating func take(_ fields: [Field]) {
    var headers: [JSONValue] = []
    for (name, value, _) in fields {
      let key = ASCII.lowercased(name)
      if let member = MIMEWriter.addressFields.first(where: { ASCII.equalIgnoringCase($0.field, key) })?.member {
        let found = Self.addresses(value).map(\.shown)
        // Of two fields of one name the last `From` counts, and all recipients do.
        message.members[member] =
          MIMEWriter.singleAddresses.contains(member)
          ? found.first ?? message.members[member] : .array((message.members[member]?.array ?? []) + found)
      }
      switch key {
      case "subject": message.members["subject"] = .string(EncodedWord.decode(value))
      case "message-id": message.members["internetMessageId"] = .string(value)
      case "importance" where ["low", "normal", "high"].contains(ASCII.lowercased(value)):
        message.members["importance"] = .string(ASCII.lowercased(value))
      default: break
      }
      if MIMEWriter.dropped.contains(key) {
        message.droppedFields.append(name)
      } else if key != "bcc" {
        headers.append(["name": .string(name), "value": .string(EncodedWord.decode(value))])
      }
    }
    message.members["internetMessageHeaders"] = .array(headers)
  }

  private mutating func read(_ part: Part, depth: Int, isRelated: Bool) {
    parts += 1
    guard depth < Self.maximumDepth, parts < Self.maximumParts else { return }
    let type = part.structured("Content-Type") ?? ("text/plain", [:])
    if type.value.hasPrefix("multipart/"), let boundary = type.parameters["boundary"], !boundary.isEmpty {
      for inner in Self.bodies(part.body, between: boundary) {
        read(Part(inner), depth: depth + 1, isRelated: type.value == "multipart/related")
      }
      return
    }
    let disposition = part.structured("Content-Disposition")
    let name = disposition?.parameters["filename"] ?? type.parameters["name"]
    let bytes = Self.decoded(part)
    let text = { EncodedWord.text(bytes, charset: type.parameters["charset"] ?? "utf-8") }
    let isText = disposition?.value != "attachment" && name == nil
    if isText, type.value == "text/html", html == nil {
      html = text()
    } else if isText, type.value == "text/plain", message.plainText == nil {
      message.plainText = text()
    } else {
      let id = part.field("Content-ID").map { $0.filter { $0 != "<" && $0 != ">" } }
      message.attachments.append(
        MailAttachment(
          newID(), name: name ?? (type.value == "message/rfc822" ? "message.eml" : "attachment"),
          contentType: type.value, contentID: id,
          isInline: disposition?.value == "inline" || isRelated && id != nil, bytes: bytes))
    }
  }

  private static func decoded(_ part: Part) -> [UInt8] {
    switch ASCII.lowercased(part.field("Content-Transfer-Encoding") ?? "") {
    case "base64": base64(part.body) ?? []
    case "quoted-printable": QuotedPrintable.decode(part.body)
    default: Array(part.body)
    }
  }

  /// The bytes of Base64 with line breaks or without; nil for another text.
  package static func base64(_ text: some Sequence<UInt8>) -> [UInt8]? {
    Base64.decode(String(decoding: text.filter { !EncodedWord.isBlank($0) }, as: UTF8.self))
  }

  // MARK: Text

  /// The fields, and where the body begins. Folded lines become one. Whatever else comes ends them.
  static func head(of bytes: ArraySlice<UInt8>) -> (fields: [Field], end: Int) {
    var fields: [Field] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
      let next = min(end + 1, bytes.endIndex)
      let line = withoutReturn(bytes[start..<end])
      guard let first = line.first else { return (fields, next) }
      if EncodedWord.isBlank(first), let last = fields.indices.last {
        fields[last].value += " " + ASCII.trimmed(String(decoding: line, as: UTF8.self))
        fields[last].place = fields[last].place.lowerBound..<next
      } else if let colon = line.firstIndex(of: 0x3A), colon > line.startIndex,
        line[..<colon].allSatisfy({ (0x21...0x7E).contains($0) })
      {
        let value = ASCII.trimmed(String(decoding: line[(colon + 1)...], as: UTF8.self))
        fields.append((String(decoding: line[..<colon], as: UTF8.self), value, start..<next))
      } else {
        return (fields, start)
      }
      start = next
    }
    return (fields, bytes.endIndex)
  }

  /// The bodies between lines that begin with `--` and the boundary, to which the line break before it belongs.
  private static func bodies(_ body: ArraySlice<UInt8>, between boundary: String) -> [ArraySlice<UInt8>] {
    let mark = Array("--\(boundary)".utf8)
    var found: [ArraySlice<UInt8>] = []
    var start: Int?
    for line in body.split(separator: 0x0A, omittingEmptySubsequences: false) where line.starts(with: mark) {
      if let start { found.append(withoutReturn(body[start..<max(start, line.startIndex - 1)])) }
      if line.dropFirst(mark.count).starts(with: [0x2D, 0x2D]) { return found }
      start = min(line.endIndex + 1, body.endIndex)
    }
    if let start { found.append(body[start...]) }
    return found
  }

  private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
  }

  private static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var isEscaped = false
    return String(
      text.dropFirst().dropLast().filter { character in
        isEscaped = character == "\\" && !isEscaped
        return !isEscaped
      })
  }

  /// The addresses of a list: `Kim <kim@example.com>, lee@example.com`. A group's name does not count.
  package static func addresses(_ list: String) -> [MailAddress] {
    let items = list.pieces(between: 0x2C, minding: true).flatMap { $0.pieces(between: 0x3B, minding: true) }
    return items.compactMap { item -> MailAddress? in
      guard let open = item.utf8.lastIndex(of: 0x3C), let close = item.utf8.lastIndex(of: 0x3E), open < close else {
        let address = ASCII.trimmed(item.split(separator: ":").last ?? "")
        return address.isEmpty ? nil : MailAddress(address)
      }
      let name = EncodedWord.decode(unquoted(ASCII.trimmed(item[..<open])))
      let address = ASCII.trimmed(item[item.utf8.index(after: open)..<close])
      return address.isEmpty ? nil : MailAddress(address, name: name.isEmpty ? nil : name)
    }
  }
}
