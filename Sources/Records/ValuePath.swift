import HTTPWire
import JOSE
import JSON

/// Where a value stands in an answer: `json.access_token`, `redirect.code`, `header.Location`, `form.flowToken`, `cookie.fpc`,
/// `claims.id_token.oid`, `page.transId`.
package struct ValuePath: Sendable, Hashable {
  package enum Place: String, Sendable, CaseIterable {
    case json
    case redirect
    case header
    case form
    case cookie
    case claims
    /// A text of the JSON that a page's script has.
    case page
  }

  package let place: Place
  package let names: [String]

  package init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let place = Place(rawValue: parts[0]) else { return nil }
    self.place = place
    switch place {
    case .json: names = Self.steps(parts[1])
    case .claims:
      let rest = parts[1].split(separator: ".", maxSplits: 1).map(String.init)
      guard rest.count == 2 else { return nil }
      names = rest
    case .redirect, .header, .form, .cookie, .page: names = [parts[1]]
    }
  }

  /// Nil when the answer has nothing there.
  func value(in answer: AnswerView) -> JSONValue? {
    switch place {
    case .json: answer.json.flatMap { Self.value(names, in: $0) }
    case .redirect: answer.redirect?.parameters.first { $0.0 == names[0] }.map { .string($0.1) }
    case .header: answer.response.fields[names[0]].map { .string($0) }
    case .form: answer.form?[names[0]].map { .string($0) }
    case .cookie: answer.cookies.first { $0.name == names[0] }.map { .string($0.value) }
    case .claims: answer.token(names[0])?.payload[names[1]]
    case .page: answer.pageValue(names[0])
    }
  }

  /// `value.0.id` as its parts. A dot behind a backslash belongs to a name, such as `@odata\.type`.
  static func steps(_ text: String) -> [String] {
    var steps = [""]
    var isEscaped = false
    for character in text {
      if isEscaped || (character != "." && character != "\\") {
        steps[steps.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        steps.append("")
      }
    }
    return steps
  }

  static func value(_ names: [String], in value: JSONValue) -> JSONValue? {
    var value = value
    for name in names {
      if let items = value.array {
        guard let index = Int(name), items.indices.contains(index) else { return nil }
        value = items[index]
      } else {
        guard let member = value[name] else { return nil }
        value = member
      }
    }
    return value
  }
}
