import Bytes

/// The members of a Graph body that speak of another member or of the body itself, such as `@odata.type` and `owners@odata.bind`
/// (OData JSON Format 4.01, section 4.6).
enum ODataAnnotation {
  /// Whether a member of that name is an annotation, so no property of the object.
  static func isNamed(_ name: String) -> Bool { name.firstPlace(of: "@odata.") != nil }
}
