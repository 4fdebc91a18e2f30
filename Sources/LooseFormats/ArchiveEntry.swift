package import Bytes

/// One exchange of an HTTP archive (HAR 1.2), with the parts that are read. Chromium, Firefox, Fiddler and mitmproxy write the same members in
/// ways of their own: a body as text or in Base64, a form as text or as parameters, a redirect in a header or in `redirectURL`.
package struct ArchiveEntry: Sendable {
  /// Which one in the file, from 1.
  package let number: Int
  /// Where it begins in the file.
  package let line: Int
  /// When it began, as the archive writes it. Archives write all times in one form, so texts are compared.
  package let startedAt: String
  /// In small letters.
  package let method: String
  package let address: WebAddress
  /// The fields of a form that was posted.
  package let form: FormFields
  /// 0 when there was no answer.
  package let status: Int
  /// Where the answer leads.
  package let location: WebAddress?
  /// The body of the answer, decoded.
  package let body: String
  private let requestFields: [Node]
  private let responseFields: [Node]

  /// Nil for what is not a request of HTTP, such as Fiddler's tunnels, and for what has no address.
  package init?(_ node: Node, number: Int) {
    guard let request = node["request"], let method = request["method"]?.text,
      let address = request["url"]?.text.flatMap({ WebAddress($0) }),
      !ASCII.equalIgnoringCase(method, "CONNECT")
    else { return nil }
    self.number = number
    line = node.line
    startedAt = node["startedDateTime"]?.text ?? ""
    self.method = ASCII.lowercased(method)
    self.address = address
    form = Self.form(request["postData"])
    let response = node["response"]
    status = response?["status"]?.text.flatMap { Int($0) } ?? 0
    requestFields = request["headers"]?.items ?? []
    responseFields = response?["headers"]?.items ?? []
    let header = Self.field("location", in: responseFields)
    let member = response?["redirectURL"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    location = (header ?? member).flatMap { WebAddress($0) }
    body = Self.body(response?["content"])
  }

  /// The value of a header of the request; nil without it.
  package func requestField(_ name: String) -> String? { Self.field(name, in: requestFields) }

  /// The same of the answer.
  package func responseField(_ name: String) -> String? { Self.field(name, in: responseFields) }

  private static func field(_ name: String, in fields: [Node]) -> String? {
    fields.first { $0["name"]?.text.map { ASCII.equalIgnoringCase($0, name) } == true }?["value"]?.text
  }

  private static func form(_ data: Node?) -> FormFields {
    if let text = data?["text"]?.text, !text.isEmpty, text.utf8.first != 0x7B {
      return FormFields(parsing: text) ?? FormFields()
    }
    var form = FormFields()
    for item in data?["params"]?.items ?? [] {
      guard let name = item["name"]?.text, let value = item["value"]?.text else { continue }
      form.append(name, Percent.decode(value, plusIsSpace: true) ?? value)
    }
    return form
  }

  private static func body(_ content: Node?) -> String {
    guard let text = content?["text"]?.text else { return "" }
    guard content?["encoding"]?.text.map({ ASCII.equalIgnoringCase($0, "base64") }) == true else { return text }
    return Base64.decode(text).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The body as JSON. Nil for another one.
  package var json: Node? {
    guard body.utf8.first(where: { $0 > 0x20 }) == 0x7B, let text = SourceText(Array(body.utf8)) else { return nil }
    return LooseJSON.parse(text)
  }
}
