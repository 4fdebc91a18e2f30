import JSON
import Time

/// The values of properties that a user has without being given them.
extension User {
  var usualCreatedDateTime: JSONValue? { .string(createdAt.iso8601) }
  var usualCreationType: JSONValue? { ofGuest("Invitation") }
  var usualExternalUserState: JSONValue? { ofGuest("Accepted") }
  var usualExternalUserStateChangeDateTime: JSONValue? {
    ofGuest(properties.text("createdDateTime") ?? createdAt.iso8601)
  }
  /// The alias that the sign-in name gives: its part before the `@`.
  var usualMailNickname: JSONValue? { .string(String(userPrincipalName.prefix { $0 != "@" })) }
  var usualOtherMails: JSONValue? { isGuest ? .strings([mail].compactMap(\.self)) : [] }
  var usualProxyAddresses: JSONValue? { .strings([mail].compactMap { $0.map { "SMTP:" + $0 } }) }
  var usualUserType: JSONValue? { isGuest ? "Guest" : "Member" }

  /// The legal age group, which follows from the age group and from the consent for a minor (Microsoft: "Legal age group property
  /// definitions"). Nil for a user without an age group.
  var usualLegalAgeGroupClassification: JSONValue? {
    switch (properties.text("ageGroup"), properties.text("consentProvidedForMinor")) {
    case ("Minor", "Granted"): "MinorWithParentalConsent"
    case ("Minor", "Denied"): "MinorWithOutParentalConsent"
    case ("Minor", "NotRequired"): "MinorNoParentalConsentRequired"
    case ("Minor", _): "Undefined"
    case (let group, _): group.map { .string($0) }
    }
  }

  private func ofGuest(_ text: String) -> JSONValue? { isGuest ? .string(text) : Optional.none }
}
