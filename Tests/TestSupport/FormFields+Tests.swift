package import Bytes

extension FormFields {
  /// The fields with every byte outside of RFC 3986's unreserved ones encoded: what a careful client sends.
  package var query: String {
    fields.map { Percent.encode($0.name) + "=" + Percent.encode($0.value) }.joined(separator: "&")
  }

  /// The same with some fields set, or taken away by nil.
  package func with(_ changes: [(String, String?)]) -> FormFields {
    var copy = self
    for (name, value) in changes {
      if let value { copy.set(name, value) } else { copy.remove(name) }
    }
    return copy
  }

  package var names: [String] { fields.map(\.name) }
}
