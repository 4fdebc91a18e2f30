import Directory
import JSON
import Time
import YAML

extension WordType where Value == TokenLifetimes {
  /// `{ accessToken: 30m, idToken: 2h }`. The service takes 10 minutes to a day; tests may want less.
  static let tokenLifetimes = Self(
    .object([
      .init("accessToken", .text(.span), "Of access tokens for the app."),
      .init("idToken", .text(.span), "Of id tokens that the app gets."),
      .init("samlAssertion", .text(.span), "Of SAML assertions for the app."),
    ]), label: "mapping with `accessToken`, `idToken` and `samlAssertion`, durations",
    read: { value, _ throws(ScenarioError) in
      var fields = try FileMapping(value, "a mapping such as { accessToken: 30m }")
      let lifetimes = TokenLifetimes(
        accessToken: try fields.take("accessToken")?.wholeSeconds(),
        idToken: try fields.take("idToken")?.wholeSeconds(),
        samlAssertion: try fields.take("samlAssertion")?.wholeSeconds())
      try fields.finish()
      return lifetimes
    },
    write: { lifetimes, _ in
      var members = JSONObject()
      members.append("accessToken", lifetimes.accessToken?.duration.shortText)
      members.append("idToken", lifetimes.idToken?.duration.shortText)
      members.append("samlAssertion", lifetimes.samlAssertion?.duration.shortText)
      return .object(members)
    })
}

extension FileValue {
  func wholeSeconds() throws(ScenarioError) -> TimeSpan {
    let duration = try duration()
    guard duration >= .seconds(1) else { throw error("a token lives for at least 1s") }
    return TimeSpan(duration)
  }
}
