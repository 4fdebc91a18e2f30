import Bytes

/// What a person reads of HTML, the links in a message, and the codes.
package enum MailText {
  package struct Link: Sendable, Hashable {
    package let url: String
    /// What a person clicks on; of plain text the address itself.
    package let text: String
  }

  /// The elements that begin and end a line.
  private static let breaks: Set = [
    "br", "hr", "p", "div", "tr", "li", "ul", "ol", "table", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6",
  ]

  /// The text of HTML, without its markup, its styles and its scripts.
  package static func text(ofHTML html: String) -> String {
    var text = ""
    walk(html) { piece in
      switch piece {
      case .text(let part): text += part
      case .tag(let name, _):
        if breaks.contains(name.hasPrefix("/") ? String(name.dropFirst()) : name) {
          text += "\n"
        } else if name == "/td" || name == "/th" {
          text += " "
        }
      }
    }
    let lines = text.split(separator: "\n").map { line in
      line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.joined(separator: " ")
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The addresses in HTML and in plain text, in their order. Nothing is fetched.
  package static func links(in message: MailMessage) -> [Link] {
    var links: [Link] = []
    var open: (url: String, text: String)?
    walk(message.html ?? "") { piece in
      switch piece {
      case .text(let part): open?.text += part
      case .tag("a", let inside): open = attribute("href", in: inside).flatMap { isAddress($0) ? ($0, "") : nil }
      case .tag("/a", _):
        if let (url, text) = open {
          links.append(Link(url: url, text: text.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
        }
        open = nil
      case .tag: break
      }
    }
    for word in (message.plainText ?? (message.isHTML ? "" : message.content)).split(whereSeparator: \.isWhitespace) {
      guard let start = word.firstPlace(of: "http://") ?? word.firstPlace(of: "https://") else { continue }
      var url = word[start.lowerBound...].prefix { $0 != ">" && $0 != "\"" }
      while let last = url.last, ".,;:!?)]'".contains(last) { url = url.dropLast() }
      if !links.contains(where: { $0.url == url }) { links.append(Link(url: String(url), text: String(url))) }
    }
    return links
  }

  /// The runs of four to eight digits that stand alone, in their order: what one-time codes look like.
  package static func codes(in message: MailMessage) -> [String] {
    var codes: [String] = []
    let words = (message.subject + "\n" + message.text).split {
      !($0.isLetter || $0.isNumber || "#-_/=&?.".contains($0))
    }
    for word in words {
      let code = word.last == "." ? word.dropLast() : word
      guard (4...8).contains(code.utf8.count), code.utf8.allSatisfy(ASCII.isDigit), !codes.contains(String(code)) else {
        continue
      }
      codes.append(String(code))
    }
    return codes
  }

  private static func isAddress(_ url: String) -> Bool {
    ["http://", "https://", "mailto:"].contains { ASCII.lowercased(url).hasPrefix($0) }
  }

  private enum Piece {
    case text(String)
    /// Its name in small letters, with the `/` of an end, and what else stands in it.
    case tag(String, Substring)
  }

  private static func walk(_ html: String, _ body: (Piece) -> Void) {
    var rest = Substring(html)
    var hidden: String?
    while !rest.isEmpty {
      let open = rest.utf8.firstIndex(of: 0x3C) ?? rest.endIndex
      if hidden == nil, open > rest.startIndex { body(.text(CharacterReference.decoded(rest[..<open]))) }
      guard open < rest.endIndex else { return }
      if rest[open...].hasPrefix("<!--") {
        guard let end = rest[open...].firstPlace(of: "-->") else { return }
        rest = rest[end.upperBound...]
        continue
      }
      guard let close = rest[open...].utf8.firstIndex(of: 0x3E) else { return }
      let inside = rest[rest.utf8.index(after: open)..<close]
      let name = ASCII.lowercased(String(inside.prefix { !$0.isWhitespace && $0 != ">" }))
      if let waited = hidden {
        if name == "/" + waited { hidden = nil }
      } else {
        if ["style", "script", "head", "title"].contains(name) { hidden = name }
        body(.tag(name.hasSuffix("/") ? String(name.dropLast()) : name, inside))
      }
      rest = rest[rest.utf8.index(after: close)...]
    }
  }

  private static func attribute(_ name: String, in tag: Substring) -> String? {
    // As long as the tag, and with one kind of blank.
    let plain = tag.utf8.map { EncodedWord.isBlank($0) ? 0x20 : ASCII.lowercased($0) }
    let text = String(decoding: plain, as: UTF8.self)
    guard let place = text.firstPlace(of: " \(name)=") else { return nil }
    let length = text.utf8.distance(from: text.startIndex, to: place.upperBound)
    let value = tag[tag.utf8.index(tag.startIndex, offsetBy: length)...]
    guard let quote = value.first, quote == "\"" || quote == "'" else {
      return CharacterReference.decoded(value.prefix { !$0.isWhitespace })
    }
    return CharacterReference.decoded(value.dropFirst().prefix { $0 != quote })
  }
}
