/// A place where this program does not answer as the record says.
package struct Difference: Sendable, Hashable, CustomStringConvertible {
  /// The number of the step, from 1.
  package var step: Int
  /// The place in the answer: `status`, `json.error`, `claims of access_token`.
  package var place: String
  package var service: String
  package var product: String

  package var description: String {
    "step \(step), \(place)\n      service: \(Self.short(service))\n      product: \(Self.short(product))"
  }

  private static func short(_ text: String) -> String {
    text.count > 600 ? String(text.prefix(600)) + "…" : text
  }
}
