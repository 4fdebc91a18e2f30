/// The type of a property's value.
package enum PropertyKind: Sendable, Hashable {
  case text
  /// A mail address or a sign-in name, with or without a prefix such as `SMTP:`. A world of its own has domains of its own in it.
  case address
  /// An address of the web, `https://…` or `http://…`.
  case webAddress
  case flag
  case number(ClosedRange<Int64>)
  /// A time in UTC and whole seconds.
  case time
  case texts
  case addresses
  case choice([String])
  /// An object with these texts, each of which may be missing.
  case record([String])
  /// A list of objects with all of these texts.
  case records([String])
  /// An object with these times, each of which may be missing.
  case times([String])
  /// The products of a tenant by their part numbers, each with the number of its licenses.
  case products
  /// The licenses of a user, each an object with `skuId` and `disabledPlans`.
  case licenses
  /// Open extensions: objects by their names, with members of the app's choice.
  case openExtensions
  /// Any JSON, as the client sent it.
  case anything
  /// The members by name that a client of Microsoft Graph wrote, that Graph has and that have no row.
  case graphMembers

  /// The fifteen texts of `onPremisesExtensionAttributes`.
  package static let extensionAttributes = (1...15).map { "extensionAttribute\($0)" }

  /// Whether the value is a list.
  package var isCollection: Bool {
    switch self {
    case .texts, .addresses, .records, .licenses: true
    default: false
    }
  }
}
