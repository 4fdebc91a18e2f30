import Bytes
package import HTTPWire
import JOSE
import JSON

/// An answer as a client reads it.
package struct AnswerView: Sendable {
  package let response: HTTPResponse
  let json: JSONValue?
  let redirect: Redirect?

  /// What a redirect, or a page that posts a form to the app, brings.
  struct Redirect: Sendable {
    var to: String
    /// `query`, `fragment` or `form`.
    var part: String
    var parameters: [(String, String)]
  }

  struct Cookie: Sendable {
    var name: String
    var value: String
    /// What stands behind the value, without blanks at the ends.
    var attributes: [String]
  }

  package init(_ response: HTTPResponse) {
    self.response = response
    json = try? JSONValue.parse(response.body)
    redirect = Self.redirect(response)
  }

  var text: String { String(decoding: response.body, as: UTF8.self) }

  var isPage: Bool { response.fields["Content-Type"]?.hasPrefix("text/html") ?? false }

  var form: PageForm? { isPage ? PageForm(in: text) : nil }

  var title: String? { PageForm.between("<title>", "</title>", in: text) }

  var pageID: String? { PageForm.between("name=\"PageID\" content=\"", "\"", in: text) }

  /// The first text of that name in the JSON of the page's script.
  func pageValue(_ name: String) -> JSONValue? {
    guard isPage, let text = PageForm.between("\"\(name)\":\"", "\"", in: text) else { return nil }
    return try? JSONValue.parse(Array("\"\(text)\"".utf8))
  }

  var cookies: [Cookie] {
    response.fields.all("Set-Cookie").map { line in
      let parts = line.split(separator: ";").map { ASCII.trimmed(String($0)) }
      let pair = (parts.first ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Cookie(
        name: String(pair.first ?? ""), value: pair.count > 1 ? String(pair[1]) : "",
        attributes: Array(parts.dropFirst()))
    }
  }

  /// The word `error`, wherever it stands.
  var error: JSONValue? {
    if let word = redirect?.parameters.first(where: { $0.0 == "error" })?.1 { return .string(word) }
    return json?["error"]?["code"] ?? json?["error"]
  }

  /// The message, without the ids and the time behind it.
  var message: String? {
    if let text = redirect?.parameters.first(where: { $0.0 == "error_description" })?.1 { return Self.plain(text) }
    if let json {
      let found = json["error_description"] ?? json["error"]?["message"] ?? json["message"] ?? json["Message"]
      return found?.string.map(Self.plain)
    }
    guard isPage else { return nil }
    for family in ["AADSTS", "AADB2C"] {
      guard let start = Self.number(family, in: text) else { continue }
      return ASCII.trimmed(CharacterReference.decoded(text[start...].prefix { $0 != "<" }))
    }
    return nil
  }

  private static func number(_ family: String, in text: String) -> String.Index? {
    var rest = text[...]
    while let place = rest.firstPlace(of: family) {
      if rest[place.upperBound...].first?.isNumber == true { return place.lowerBound }
      rest = rest[place.upperBound...]
    }
    return nil
  }

  /// A message without what is new in each answer.
  static func plain(_ text: String) -> String {
    var end = text.endIndex
    for mark in ["\r\nTrace ID:", " Trace ID:", "\r\nCorrelation ID:"] {
      if let place = text.firstPlace(of: mark), place.lowerBound < end { end = place.lowerBound }
    }
    return String(text[..<end])
  }

  /// The token that a member of the JSON or a parameter of the redirect has; nil for anything that is not a JWT.
  func token(_ path: String) -> JWS? {
    let value =
      json.flatMap { ValuePath.value(ValuePath.steps(path), in: $0)?.string }
      ?? redirect?.parameters.first { $0.0 == path }?.1
    return value.flatMap { try? JWS.parse($0) }
  }

  private static func redirect(_ response: HTTPResponse) -> Redirect? {
    guard let location = response.fields["Location"], (300..<400).contains(response.status) else { return nil }
    let hash = location.firstIndex(of: "#") ?? location.endIndex
    let fragment = String(location[hash...].dropFirst())
    let rest = location[..<hash]
    let mark = rest.firstIndex(of: "?") ?? rest.endIndex
    let query = String(rest[mark...].dropFirst())
    let isFragment = fragment.contains("=") || query.isEmpty && !fragment.isEmpty
    let fields = FormFields(parsing: isFragment ? fragment : query) ?? FormFields()
    return Redirect(
      to: String(rest[..<mark]), part: isFragment ? "fragment" : "query",
      parameters: fields.fields.map { ($0.name, $0.value) })
  }
}
