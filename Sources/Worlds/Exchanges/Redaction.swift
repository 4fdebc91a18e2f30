package import Bytes
package import HTTPWire

/// Decides which parts of a request the journal may keep.
package enum Redaction {
  /// Parameters whose values give access. A parameter whose name contains one of `secretWords` is one too. ASCII case
  /// does not count.
  private static let secret = NameTable([
    "client_assertion",
    "refresh_token", "code", "device_code", "assertion", "code_verifier", "id_token_hint", "access_token", "id_token",
    "canary", "ctx", "otc",
  ])

  /// `passw` is in password and in passwd.
  private static let secretWords = ["passw", "secret"]

  /// Long values are cut: the journal is for reading.
  private static let maximumLength = 512

  /// Header fields whose values give access.
  private static let secretFields = [
    "Authorization", "Proxy-Authorization", "Cookie", "X-IDENTITY-HEADER", "Mockidp-Control-Token", "secret",
  ]

  /// The header fields with three dots in the place of values that give access. `Referer` loses its query and its
  /// fragment.
  package static func fields(_ fields: HTTPFields) -> HTTPFields {
    var fields = fields
    for name in secretFields where fields[name] != nil { fields.set(name, "•••") }
    // The browser may come from the app's redirect URI, which has the authorization code in its query.
    if let page = fields["Referer"] { fields.set("Referer", String(page.prefix { $0 != "?" && $0 != "#" })) }
    return fields
  }

  /// The parameters with three dots in the place of values that give access. Values of more than 512 bytes are cut. A
  /// name that no form of the service has is hidden too.
  package static func parameters(of fields: FormFields) -> [Exchange.Parameter] {
    fields.fields.map { field in
      // A body that is no form, such as JSON, reads as a form with odd names, which may contain secrets.
      guard isName(field.name) else { return Exchange.Parameter(name: "•••", value: "•••") }
      if isSecret(field.name) {
        return Exchange.Parameter(name: field.name, value: field.value.isEmpty ? "" : "•••")
      }
      let value = field.value.utf8.count > maximumLength ? String(field.value.prefix(maximumLength)) + "…" : field.value
      return Exchange.Parameter(name: field.name, value: value)
    }
  }

  private static func isSecret(_ name: String) -> Bool {
    if secret.contains(name) { return true }
    let name = ASCII.lowercased(name)
    return secretWords.contains { name.firstPlace(of: $0) != nil }
  }

  private static func isName(_ name: String) -> Bool {
    let bytes = name.utf8.span
    return (1...64).contains(bytes.count) && bytes.allSatisfy(isNameCharacter)
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    // - . / : @ [ ] _ $
    case 0x2D...0x2F, 0x3A, 0x40, 0x5B, 0x5D, 0x5F, 0x24: true
    default: ASCII.isAlphanumeric(byte)
    }
  }

  /// The secrets that must never be in a URL. Authorization codes are not among them, since redirects carry them.
  /// `id_token_hint` is not among them, since sign-outs send it.
  private static let unfitForURL = NameTable([
    "password", "client_secret", "client_assertion", "refresh_token", "assertion", "code_verifier", "access_token",
    "id_token",
  ])

  /// The names of parameters in the query that are such secrets and have a value.
  package static func secrets(inURL query: FormFields) -> [String] {
    query.fields.filter { !$0.value.isEmpty && unfitForURL.contains($0.name) }.map(\.name)
  }
}

/// A set of names that every parameter of every request is compared with. It is ordered by length, so that one or two
/// comparisons are enough. ASCII case does not count.
private struct NameTable: Sendable {
  private let names: [[String]]

  init(_ names: [String]) {
    let longest = names.map(\.utf8.count).max() ?? 0
    self.names = (0...longest).map { length in names.filter { $0.utf8.count == length } }
  }

  func contains(_ name: String) -> Bool {
    let length = name.utf8.count
    return length < names.count && names[length].contains { ASCII.equalIgnoringCase($0, name) }
  }
}
