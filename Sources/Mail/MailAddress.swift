import Bytes
package import JSON

/// Who sends or gets a message: an address with the name that people read. Graph calls it `recipient`.
package struct MailAddress: Sendable, Hashable {
  package var name: String?
  package var address: String

  package init(_ address: String, name: String? = nil) {
    self.name = name
    self.address = address
  }

  /// Reads `{"emailAddress": {"name", "address"}}`, in any letter case. Nil for a value without an address.
  package init?(_ value: JSONValue?) {
    guard let mail = value?.object?.member("emailAddress")?.object,
      let address = mail.member("address")?.string.map({ ASCII.trimmed($0) }), !address.isEmpty
    else { return nil }
    self.init(address, name: mail.member("name")?.string)
  }

  /// As Graph shows it: the name is the address where nobody has said one.
  package var shown: JSONValue {
    ["emailAddress": ["name": .string(name ?? address), "address": .string(address)]]
  }

  /// As a header field has it (RFC 5322, section 3.4).
  var written: String {
    guard let name, !name.isEmpty, name != address else { return "<\(address)>" }
    return "\(EncodedWord.encode(name, asPhrase: true)) <\(address)>"
  }

  package static func == (one: Self, other: Self) -> Bool { ASCII.equalIgnoringCase(one.address, other.address) }

  package func hash(into hasher: inout Hasher) { hasher.combine(ASCII.lowercased(address)) }
}
