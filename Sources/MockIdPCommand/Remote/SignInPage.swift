import Bytes
import JSON

/// What a script reads from a sign-in page: its id, its message and its form.
struct SignInPage: Sendable, Hashable {
  /// The content of `<meta name="PageID">`; empty without one.
  var pageID = ""
  /// The message of the fault or error on the page; nil without one.
  var message: String?
  /// The URL that the first form is posted to; nil when the page has no form.
  var action: String?
  /// The fields that the main button posts, hidden ones too, in their order.
  var fields = FormFields()
  /// The one-time code that the page shows; nil when it shows none.
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
        // The Enter key posts no boxes that are not ticked and no other buttons, so they are left out.
        if let name = tag["name"], !["submit", "checkbox", "radio"].contains(type) {
          fields.append(name, tag["value"] ?? "")
        }
      case "strong" where pageID == "ConvergedTFA": shownCode = scanner.textUpToNextTag()
      default: break
      }
    }
    message = Self.message(in: html)
  }

  /// The message in the page's `$Config`, which scripts that drive a browser read too.
  private static func message(in html: String) -> String? {
    guard let start = html.firstPlace(of: "$Config="),
      let end = html[start.upperBound...].firstPlace(of: "};"),
      let config = try? JSONValue.parse(html[start.upperBound..<end.lowerBound] + "}"),
      let text = config["strServiceExceptionMessage"]?.string, !text.isEmpty
    else { return nil }
    return text
  }
}
