import Bytes
import JSON

/// What a script sees of a sign-in page: its name, its message and its form.
struct SignInPage: Sendable, Hashable {
  /// The content of `<meta name="PageID">`, empty when there is none.
  var pageID = ""
  /// What the page complains about.
  var message: String?
  /// Where the first form is posted; nil when the page has none.
  var action: String?
  /// The fields the main button posts: hidden ones and those to fill in, in their order.
  var fields = FormFields()
  /// The one-time code that the page itself tells.
  var shownCode: String?

  init(_ html: String) {
    var scanner = MarkupScanner(html)
    while let tag = scanner.nextTag() {
      switch tag.name {
      case "meta" where tag["name"] == "PageID": pageID = tag["content"] ?? ""
      case "form" where action == nil: action = tag["action"] ?? ""
      case "/form" where action != nil: scanner.ignoresFields = true
      case "input" where action != nil && !scanner.ignoresFields:
        let type = tag["type"] ?? "text"
        // Boxes stay unticked and buttons unpressed, as when somebody presses Enter.
        if let name = tag["name"], !["submit", "checkbox", "radio"].contains(type) {
          fields.append(name, tag["value"] ?? "")
        }
      case "strong" where pageID == "ConvergedTFA": shownCode = scanner.textUpToNextTag()
      default: break
      }
    }
    message = Self.message(in: html)
  }

  /// From the page's `$Config`, which scripted browsers read too.
  private static func message(in html: String) -> String? {
    guard let start = html.firstPlace(of: "$Config="),
      let end = html[start.upperBound...].firstPlace(of: "};"),
      let config = try? JSONValue.parse(html[start.upperBound..<end.lowerBound] + "}"),
      let text = config["strServiceExceptionMessage"]?.string, !text.isEmpty
    else { return nil }
    return text
  }
}
