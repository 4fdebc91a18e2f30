import Bytes
import HTTPWire
import JOSE
import JSON

extension AnswerExpectation {
  /// Where the answer is other than this, in the order of the record.
  func differences(from answer: AnswerView, in step: Int, _ names: Names) -> [Difference] {
    var found: [Difference] = []
    func note(_ place: String, _ service: String, _ product: String) {
      found.append(Difference(step: step, place: place, service: service, product: product))
    }
    func compare(_ expected: Expected?, _ value: JSONValue?, _ place: String) {
      expected?.differences(from: value, at: place, names, note)
    }
    let response = answer.response
    compare(status, .integer(Int64(response.status)), "status")
    compare(error, answer.error, "error")
    compare(text, answer.message.map { .string($0) }, "text")
    for field in fields {
      // A field that comes several times is a list (RFC 9110 §5.3).
      let values = response.fields.all(field.name)
      let text: JSONValue? = values.isEmpty ? .none : .string(values.joined(separator: ", "))
      compare(field.value, text, "header field \(field.name)")
    }
    compare(cookies, .strings(answer.cookies.map(\.name)), "cookies")
    for cookie in cookieAttributes {
      let own = answer.cookies.first { $0.name == cookie.name }
      compare(cookie.value, own.map { .strings($0.attributes) }, "cookie \(cookie.name)")
    }
    compare(body, .string(answer.text), "body")
    members?.compare(answer.json?.object?.names, "members", note)
    compare(json, answer.json, "json")
    redirect?.differences(from: answer, names, note)
    page?.differences(from: answer, names, note)
    for (path, token) in tokens { token.differences(from: answer.token(path), at: path, names, note) }
    challenge?.differences(from: response.fields["WWW-Authenticate"] ?? "", names, note)
    return found
  }
}

extension NameList {
  func compare(_ names: [String]?, _ place: String, _ note: (String, String, String) -> Void) {
    let want = self.names.filter { !but.contains($0) }
    guard let names else { return note(place, want.joined(separator: " "), "nothing") }
    let have = names.filter { !but.contains($0) && (!isPart || want.contains($0)) }
    if want != have { note(place, want.joined(separator: " "), have.joined(separator: " ")) }
  }
}

extension RedirectExpectation {
  fileprivate func differences(
    from answer: AnswerView, _ names: Names, _ note: (String, String, String) -> Void
  ) {
    guard let redirect = answer.redirect else {
      return note("redirect", "a redirect", "\(answer.response.status) \(answer.message ?? answer.title ?? "")")
    }
    to?.differences(from: .string(redirect.to), at: "redirect", names, note)
    if let part, part != redirect.part { note("part of the redirect", part, redirect.part) }
    self.names?.compare(redirect.parameters.map(\.0), "parameters of the redirect", note)
    for value in values {
      let own = redirect.parameters.first { $0.0 == value.name }?.1
      value.value.differences(from: own.map { .string($0) }, at: "redirect.\(value.name)", names, note)
    }
  }
}

extension PageExpectation {
  fileprivate func differences(
    from answer: AnswerView, _ names: Names, _ note: (String, String, String) -> Void
  ) {
    guard answer.isPage else {
      return note(
        "page", "a page", "\(answer.response.status) \(answer.message ?? answer.text.prefix(300).description)")
    }
    title?.differences(
      from: answer.title.map { .string(CharacterReference.decoded($0[...])) }, at: "title", names, note)
    id?.differences(from: answer.pageID.map { .string($0) }, at: "PageID", names, note)
    let text = CharacterReference.decoded(answer.text[...])
    for part in contains where text.firstPlace(of: names.filled(part)) == nil {
      note("page", "has " + names.filled(part), "has not")
    }
    for part in lacks where text.firstPlace(of: names.filled(part)) != nil {
      note("page", "has not " + names.filled(part), "has")
    }
    form?.compare(answer.form?.fields.map(\.0), "fields of the form", note)
    for value in values {
      let own = answer.form?[value.name]
      value.value.differences(from: own.map { .string($0) }, at: "field \(value.name)", names, note)
    }
  }
}

extension TokenExpectation {
  fileprivate func differences(
    from token: JWS?, at path: String, _ names: Names, _ note: (String, String, String) -> Void
  ) {
    guard let token else { return note(path, "a token", "none that can be read") }
    header?.differences(from: token.header, at: "header of \(path)", names, note)
    self.names?.compare(token.payload.object?.names, "claims of \(path)", note)
    claims?.differences(from: token.payload, at: "\(path)", names, note)
    for span in spans {
      let parts = span.name.split(separator: "-").map { ASCII.trimmed(String($0)) }
      let times = parts.compactMap { token.payload[$0]?.integer }
      let length = times.count == 2 ? JSONValue.integer(times[0] - times[1]) : nil
      span.value.differences(from: length, at: "\(span.name) of \(path)", names, note)
    }
  }
}

extension ChallengeExpectation {
  fileprivate func differences(
    from field: String, _ names: Names, _ note: (String, String, String) -> Void
  ) {
    guard let parameters = Self.parameters(of: scheme, in: field) else {
      return note("WWW-Authenticate", "scheme \(scheme)", field.isEmpty ? "nothing" : field)
    }
    self.names?.compare(parameters.map(\.0), "parameters of \(scheme)", note)
    for value in values {
      let own = parameters.first { $0.0 == value.name }?.1
      value.value.differences(from: own.map { .string($0) }, at: "\(scheme) \(value.name)", names, note)
    }
  }

  /// `name="value"` and `name=value` behind the scheme, up to the next scheme.
  static func parameters(of scheme: String, in field: String) -> [(String, String)]? {
    let start: String.Index
    if field == scheme || field.hasPrefix(scheme + " ") || field.hasPrefix(scheme + ",") {
      start = field.index(field.startIndex, offsetBy: scheme.count)
    } else if let place = field.firstPlace(of: ", " + scheme) {
      start = place.upperBound
    } else {
      return nil
    }
    var found: [(String, String)] = []
    var rest = field[start...]
    while true {
      rest = rest.drop { $0 == " " || $0 == "," }
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      guard !name.isEmpty, rest.dropFirst(name.count).first == "=" else { return found }
      rest = rest.dropFirst(name.count + 1)
      if rest.first == "\"" {
        let value = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest.dropFirst(value.count + 2)
        found.append((String(name), String(value)))
      } else {
        let value = rest.prefix { $0 != "," && $0 != " " }
        rest = rest.dropFirst(value.count)
        found.append((String(name), String(value)))
      }
    }
  }
}
