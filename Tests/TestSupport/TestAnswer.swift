package import Bytes
package import HTTPWire
package import JSON
package import Worlds

/// An answer with what the journal knows of it.
package struct TestAnswer: Sendable {
  package let response: HTTPResponse
  package let exchange: Exchange

  package var status: Int { response.status }
  package var body: [UInt8] { response.body }
  package var fields: HTTPFields { response.fields }
  package var text: String { String(decoding: response.body, as: UTF8.self) }
  package var location: String? { fields["Location"] }

  /// The number of an error page.
  package var pageCode: Int? { fields["x-ms-error-code"].flatMap { Int($0) } }

  /// The `PageID` that a page says it is. The page that posts an answer to the app says none, and stands in the journal so.
  package var pageID: String? {
    guard fields["Content-Type"]?.hasPrefix("text/html") ?? false else { return nil }
    return HTMLForm.metadata("PageID", in: text) ?? exchange.page
  }

  /// A page's first heading; what tells the pages of one id apart.
  package var heading: String? {
    guard let start = text.firstRange(of: "<h1"), let end = text.firstRange(of: "</h1>"),
      let open = text[start.upperBound...].firstIndex(of: ">"), open < end.lowerBound
    else { return nil }
    return String(text[text.index(after: open)..<end.lowerBound])
  }

  package var form: HTMLForm? { HTMLForm(in: text) }

  package var json: JSONValue {
    get throws { try JSONValue.parse(response.body) }
  }

  package var jsonNames: [String] {
    get throws { try json.object?.names ?? [] }
  }

  /// The first of `error_codes`.
  package var errorCode: Int? {
    guard let json = try? json else { return nil }
    return json["error_codes"]?.array?.first?.integer.map { Int($0) }
  }

  package var error: String? { (try? json)?["error"]?.string }

  /// What the answer brings to the app, by redirect or by form; nil when it brings nothing.
  package var delivered: Delivered? { Delivered(self) }

  /// Parameters on their way to the app.
  package struct Delivered: Sendable {
    package enum Mode: String, Sendable {
      case query
      case fragment
      case formPost = "form_post"
    }

    package let mode: Mode
    /// The redirect URI they go to.
    package let address: String
    package let parameters: FormFields

    init?(_ answer: TestAnswer) {
      guard let location = answer.location else {
        guard let form = HTMLForm(in: answer.text), answer.pageID == "ConvergedResponse" else { return nil }
        mode = .formPost
        address = form.action
        parameters = FormFields(form.fields)
        return
      }
      let hash = location.utf8.firstIndex(of: 0x23) ?? location.endIndex
      let fragment = location[hash...].dropFirst()
      let rest = location[..<hash]
      if fragment.isEmpty, let mark = rest.utf8.firstIndex(of: 0x3F) {
        mode = .query
        address = String(rest[..<mark])
        parameters = FormFields(parsing: rest[rest.utf8.index(after: mark)...]) ?? FormFields()
      } else {
        mode = .fragment
        address = String(rest)
        parameters = FormFields(parsing: fragment) ?? FormFields()
      }
    }

    package subscript(_ name: String) -> String? { parameters[name] }

    /// The number in `error_description`.
    package var errorCode: Int? {
      guard let text = parameters["error_description"], text.hasPrefix("AADSTS") else { return nil }
      return Int(text.dropFirst(6).prefix { $0.isNumber })
    }
  }
}
