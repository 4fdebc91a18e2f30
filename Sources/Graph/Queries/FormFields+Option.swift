import Bytes

extension FormFields {
  /// The value of an option of OData. ASCII case does not count.
  func option(_ name: String) -> String? { fields.first { ASCII.equalIgnoringCase($0.name, name) }?.value }

  /// The options of a query as they were sent, except those of these names, which are in small letters.
  static func options(in query: String?, except names: [String]) -> [String] {
    (query ?? "").split(separator: "&").filter { part in
      !names.contains(ASCII.lowercased(Percent.decode(part.prefix { $0 != "=" }) ?? ""))
    }.map(String.init)
  }
}
