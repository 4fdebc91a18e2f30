package import Bytes
package import HTTPWire

/// What of a request's parameters the journal may keep.
package enum Redaction {
  /// Values that would let their reader in. Names in small letters; whatever has a word of `secretWords` in its name is one too.
  private static let secret: Set<String> = [
    "client_assertion",
    "refresh_token", "code", "device_code", "assertion", "code_verifier", "id_token_hint", "access_token", "id_token",
    "canary", "ctx", "otc",
  ]

  private static let secretWords = ["password", "passwd", "secret"]

  /// Long values are cut: the journal is for reading.
  private static let maximumLength = 512

  /// Header fields that hold such values.
  private static let secretFields = ["Authorization", "Proxy-Authorization", "Cookie", "X-IDENTITY-HEADER", "secret"]

  package static func fields(_ fields: HTTPFields) -> HTTPFields {
    var fields = fields
    for name in secretFields where fields[name] != nil { fields.set(name, "•••") }
    // The page before may be an app's own, which has the code in its address.
    if let page = fields["Referer"] { fields.set("Referer", String(page.prefix { $0 != "?" && $0 != "#" })) }
    return fields
  }

  package static func parameters(of fields: FormFields) -> [Exchange.Parameter] {
    fields.fields.map { field in
      // A body that is no form, JSON say, reads as one with odd names, and nobody knows what is in those.
      guard isName(field.name) else { return Exchange.Parameter(name: "•••", value: "•••") }
      if isSecret(ASCII.lowercased(field.name)) {
        return Exchange.Parameter(name: field.name, value: field.value.isEmpty ? "" : "•••")
      }
      let value = field.value.utf8.count > maximumLength ? String(field.value.prefix(maximumLength)) + "…" : field.value
      return Exchange.Parameter(name: field.name, value: value)
    }
  }

  private static func isSecret(_ name: String) -> Bool {
    secret.contains(name) || secretWords.contains { name.firstPlace(of: $0) != nil }
  }

  private static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-._$@:/[]".utf8.contains($0) }
  }

  /// The secrets that never belong into a URL. Codes do: redirects carry them; and hints are sent by sign-outs.
  private static let unfitForURL: Set<String> = [
    "password", "client_secret", "client_assertion", "refresh_token", "assertion", "code_verifier", "access_token",
    "id_token",
  ]

  /// The names of those that stand in a query with a value.
  package static func secrets(inURL query: FormFields) -> [String] {
    query.fields.filter { unfitForURL.contains(ASCII.lowercased($0.name)) && !$0.value.isEmpty }.map(\.name)
  }
}
