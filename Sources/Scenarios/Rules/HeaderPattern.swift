package import HTTPWire

/// A header field that a request must have, with any value or with one of that form.
package struct HeaderPattern: Sendable, Hashable, CustomStringConvertible {
  package var name: String
  /// Nil: any value.
  package var value: Wildcard?

  package init(name: String, value: Wildcard? = nil) {
    self.name = name
    self.value = value
  }

  package func matches(_ fields: HTTPFields) -> Bool {
    fields.all(name).contains { value?.matches($0) ?? true }
  }

  package var description: String { name + (value.map { ": \($0)" } ?? "") }
}
