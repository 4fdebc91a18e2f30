import Bytes
import Directory
import JSON
import Pages
import Policy

/// Fields that several pages of user flows have.
enum CustomerFields {
  static let cancel = CustomerPage.Choice("cancel", "Cancel", PageAction.cancel.rawValue)

  static func nameID(_ flow: UserFlow) -> String { flow.localAccount == .username ? "signInName" : "email" }

  static func nameLabel(_ flow: UserFlow) -> String { flow.localAccount == .username ? "Username" : "Email Address" }

  static func name(_ flow: UserFlow, _ value: String, fault: PageFault? = nil) -> CustomerPage.Field {
    CustomerPage.Field(
      flow.localAccount == .username ? .text : .email, nameID(flow), nameLabel(flow), value: value, fault: fault)
  }

  /// `GoogleExchange` for `google.com`, as the service's own buttons are called.
  static func choice(ofProvider provider: String) -> CustomerPage.Choice {
    let name = title(ofProvider: provider)
    return CustomerPage.Choice("\(name)Exchange", name, "provider:" + provider)
  }

  /// `Google` for `google.com`.
  static func title(ofProvider provider: String) -> String {
    let label = provider.prefix { $0 != "." }
    return label.prefix(1).uppercased() + label.dropFirst()
  }

  private static let labels = [
    "city": "City", "country": "Country/Region", "displayName": "Display Name", "givenName": "Given Name",
    "jobTitle": "Job Title", "postalCode": "Postal Code", "state": "State/Province",
    "streetAddress": "Street Address", "surname": "Surname",
  ]

  private static func label(_ attribute: UserFlow.Attribute) -> String {
    let name = attribute.name
    return labels[name] ?? (name.hasPrefix("extension_") ? String(name.dropFirst("extension_".count)) : name)
  }

  /// A field for each attribute, with what the customer typed, else what is known of the customer.
  static func attributes(
    _ flow: UserFlow, of user: User?, typed: [String: String], faults: [String: PageFault]
  ) -> [CustomerPage.Field] {
    flow.attributes.map { attribute in
      CustomerPage.Field(
        .text, attribute.name, label(attribute),
        value: typed[attribute.name] ?? user.flatMap { text(attribute.name, of: $0) } ?? "",
        hint: attribute.isRequired ? nil : "Optional", fault: faults[attribute.name])
    }
  }

  static func text(_ name: String, of user: User) -> String? {
    switch CustomerAttributes.value(name, of: user) {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    default: nil
    }
  }

  /// What the form has for each attribute.
  static func typed(_ flow: UserFlow, _ form: FormFields) -> [String: String] {
    var values: [String: String] = [:]
    for attribute in flow.attributes { values[attribute.name] = form[attribute.name].map { ASCII.trimmed($0) } }
    return values
  }

  /// What is wrong with the attributes, by their names.
  static func faults(_ flow: UserFlow, _ typed: [String: String]) -> [String: PageFault] {
    var faults: [String: PageFault] = [:]
    for attribute in flow.attributes {
      if let sentence = AttributeCheck.fault(of: typed[attribute.name] ?? "", attribute) {
        faults[attribute.name] = PageFault(message: sentence)
      }
    }
    return faults
  }
}
