import JSON

/// A kind of object that has a row for each of its properties.
package protocol PropertyHolder: Sendable {
  var properties: PlainProperties { get set }
  /// Every row, in the order in which answers and exports show them.
  static var rows: [Property<Self>] { get }
  /// Whether Graph takes empty texts where a property may be missing. Of a user it refuses them (reported); Terraform sends them of an app.
  static var takesEmptyTexts: Bool { get }
}

extension PropertyHolder {
  package static var takesEmptyTexts: Bool { true }

  /// The row of that name. Nil for no row.
  package static func row(_ name: String) -> Property<Self>? { rows.first { $0.name == name } }

  /// The rows of what stands in that object of Graph's within the object.
  package static func rows(in holder: String) -> [Property<Self>] { rows.filter { $0.holder == holder } }

  /// The usual value of most properties.
  var noValue: JSONValue? { Optional.none }

  /// The rows of what decides nothing.
  package static var plainRows: [Property<Self>] { rows.filter(\.isPlain) }
}
