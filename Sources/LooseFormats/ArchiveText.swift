import Bytes

/// What stands in the texts of the service: numbers of refusals, pages, claims.
package enum ArchiveText {
  /// The number of the first `AADSTS…` in the text.
  package static func code(in text: String) -> Int? {
    guard let sign = text.firstPlace(of: "AADSTS") else { return nil }
    return number(text[sign.upperBound...])
  }

  private static func number(_ text: Substring) -> Int? { Int(text.prefix { $0.isASCII && $0.isNumber }.prefix(9)) }

  /// The page that the service shows, by `$Config` in its script, and the refusal on it.
  package static func page(_ body: String) -> (name: String, code: Int?)? {
    guard let config = body.firstPlace(of: "$Config") else { return nil }
    let text = String(body[config.upperBound...])
    guard let name = value(of: "pgid", in: text), !name.isEmpty else { return nil }
    let code =
      value(of: "sErrorCode", in: text).flatMap { Int($0) } ?? value(of: "iErrorCode", in: text).flatMap { Int($0) }
    // A first page says 50058: nobody is signed in, which is not a refusal.
    let isFirst = name == "ConvergedSignIn" && code == 50058
    return (name, code.flatMap { $0 == 0 || isFirst ? nil : $0 })
  }

  /// The value of `"name":"value"` or `"name":1`.
  private static func value(of name: String, in text: String) -> String? {
    guard let place = text.firstPlace(of: "\"\(name)\":") else { return nil }
    let rest = text[place.upperBound...]
    guard rest.utf8.first == 0x22 else { return String(rest.prefix { $0.isASCII && $0.isNumber }) }
    return String(rest.dropFirst().prefix { $0 != "\"" })
  }

  /// The claims of a token that is a JWT (RFC 7519 §3). Its signature is not looked at: archives are often stripped of it.
  package static func claims(_ token: String?) -> Node? {
    guard let parts = token?.parts(0x2E), parts.count >= 2, let bytes = Base64.decodeURL(Array(parts[1].utf8)[...]),
      let text = SourceText(bytes), let node = LooseJSON.parse(text), node.isMap
    else { return nil }
    return node
  }
}
