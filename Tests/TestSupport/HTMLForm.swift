import Bytes

/// The form of a page as a browser sees it: where it goes, what it carries unseen, and which buttons it has.
package struct HTMLForm: Sendable {
  package struct Button: Sendable, Hashable {
    package var id: String?
    package var name: String?
    package var value: String?
    /// Whom a tile of the account picker stands for.
    package var account: String?
  }

  package private(set) var action = ""
  package private(set) var method = "get"
  /// Every named `input` with its value, in order; boxes that are not ticked are left out.
  package private(set) var fields: [(String, String)] = []
  package private(set) var buttons: [Button] = []

  /// The first form of the page; nil when there is none.
  package init?(in html: String) {
    var isInside = false
    for tag in Self.tags(of: html) {
      switch tag.name {
      case "form":
        guard !isInside else { continue }
        isInside = true
        action = tag.attributes["action"] ?? ""
        method = tag.attributes["method"] ?? "get"
      case "/form": if isInside { return }
      case "input" where isInside: add(tag)
      case "button" where isInside:
        buttons.append(
          Button(
            id: tag.attributes["id"], name: tag.attributes["name"], value: tag.attributes["value"],
            account: tag.attributes["data-test-id"]))
      default: break
      }
    }
    if !isInside { return nil }
  }

  private mutating func add(_ tag: Tag) {
    let type = tag.attributes["type"] ?? "text"
    if type == "submit" || type == "button" {
      buttons.append(Button(id: tag.attributes["id"], name: tag.attributes["name"], value: tag.attributes["value"]))
    } else if let name = tag.attributes["name"], type != "checkbox" || tag.attributes["checked"] != nil {
      fields.append((name, tag.attributes["value"] ?? ""))
    }
  }

  /// The value of a field as the page fills it in.
  package subscript(_ name: String) -> String? { fields.first { $0.0 == name }?.1 }

  /// The content of a page's `meta` element of that name.
  static func metadata(_ name: String, in html: String) -> String? {
    tags(of: html).first { $0.name == "meta" && $0.attributes["name"] == name }?.attributes["content"]
  }

  private struct Tag {
    var name: String
    var attributes: [String: String] = [:]
  }

  private static func tags(of html: String) -> [Tag] {
    var tags: [Tag] = []
    var rest = Substring(html)
    while let open = rest.utf8.firstIndex(of: 0x3C) {
      rest = rest[rest.utf8.index(after: open)...]
      var tag = Tag(name: String(rest.prefix { $0 != " " && $0 != ">" && $0 != "\n" }))
      rest = rest.dropFirst(tag.name.count)
      while let first = rest.first, first != ">" {
        rest = rest.drop { $0 == " " || $0 == "\n" || $0 == "/" }
        let name = rest.prefix { $0 != "=" && $0 != " " && $0 != ">" && $0 != "\n" }
        rest = rest.dropFirst(name.count)
        var value = ""
        if rest.first == "=" {
          rest = rest.dropFirst()
          let mark = rest.first
          rest = rest.dropFirst()
          let text = rest.prefix { $0 != mark }
          value = decoded(text)
          rest = rest.dropFirst(text.count + 1)
        }
        if !name.isEmpty { tag.attributes[String(name)] = value }
      }
      tags.append(tag)
      if tag.name == "script" || tag.name == "style", let end = rest.firstRange(of: "</\(tag.name)>") {
        rest = rest[end.upperBound...]
      }
    }
    return tags
  }

  private static func decoded(_ text: Substring) -> String {
    var text = String(text)
    for (entity, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#10;", "\n"), ("&#13;", "\r"), ("&amp;", "&"),
    ] { text = text.replacing(entity, with: character) }
    return text
  }
}
