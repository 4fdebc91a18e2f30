package import Bytes
package import HTTPWire

/// What of a request's parameters the journal may keep.
package enum Redaction {
  /// Values that would let their reader in. Names in small letters.
  private static let secret: Set<String> = [
    "password", "passwd", "newpassword", "currentpassword", "confirmpassword", "client_secret", "client_assertion",
    "refresh_token", "code", "device_code", "assertion", "code_verifier", "id_token_hint", "access_token", "id_token",
    "canary", "ctx", "otc",
  ]

  /// Long values are cut: the journal is for reading.
  private static let maximumLength = 512

  /// Header fields that hold such values.
  private static let secretFields = ["Authorization", "Proxy-Authorization", "Cookie", "X-IDENTITY-HEADER", "secret"]

  package static func fields(_ fields: HTTPFields) -> HTTPFields {
    var fields = fields
    for name in secretFields where fields[name] != nil { fields.set(name, "•••") }
    return fields
  }

  package static func parameters(of fields: FormFields) -> [Exchange.Parameter] {
    fields.fields.map { field in
      if secret.contains(ASCII.lowercased(field.name)) {
        return Exchange.Parameter(name: field.name, value: field.value.isEmpty ? "" : "•••")
      }
      let value = field.value.utf8.count > maximumLength ? String(field.value.prefix(maximumLength)) + "…" : field.value
      return Exchange.Parameter(name: field.name, value: value)
    }
  }
}
