package import HTTPWire

/// A header field that the request must have. With `value` at least one field of that name must fit it.
package struct HeaderPattern: Sendable, Hashable, CustomStringConvertible {
  /// Without the colon; ASCII case does not count.
  package var name: String
  /// What the field's value must fit as a whole. Nil: any value will do, an empty one too.
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
