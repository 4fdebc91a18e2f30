import Bytes
import Directory
import JSON
import Policy
import Time
import YAML

extension WordType where Value == OptionalClaims {
  /// Claims of each kind of token, as names or as mappings of Graph's form.
  static let optionalClaims = Self(
    .object([
      .init("idToken", .list(claim), "Claims of id tokens."),
      .init("accessToken", .list(claim), "Claims of access tokens. An API lists them for itself."),
      .init("saml2Token", .list(claim), "Claims of SAML tokens, which are not issued here."),
    ]), label: "mapping with `idToken` and `accessToken`, lists of claims",
    read: { value, _ throws(ScenarioError) in
      var fields = try FileMapping(value, "a mapping such as { idToken: [email] }")
      func claims(_ key: String) throws(ScenarioError) -> [OptionalClaim]? {
        guard let value = fields.take(key) else { return nil }
        var claims: [OptionalClaim] = []
        for item in try value.list("a list such as [email, ipaddr]") {
          let claim = try item.optionalClaim()
          if claims.named(claim.name) == nil { claims.append(claim) }
        }
        return claims
      }
      let result = OptionalClaims(
        idToken: try claims("idToken") ?? [], accessToken: try claims("accessToken") ?? [],
        saml2Token: try claims("saml2Token"))
      try fields.finish()
      return result
    },
    write: { claims, _ in
      var kinds = JSONObject()
      for (name, list) in [
        ("idToken", claims.idToken), ("accessToken", claims.accessToken), ("saml2Token", claims.saml2Token ?? []),
      ] where !list.isEmpty { kinds.append(name, .array(list.map(\.written))) }
      return .object(kinds)
    })

  private static let claim = Shape.either(
    [
      .choice(OptionalClaims.known),
      .object([
        .required("name", .choice(OptionalClaims.known), "The claim."),
        .init("source", .text(.plain), "`user` for an extension property of the user."),
        .init("essential", .flag, "What the app says of its need for it."),
        .init(
          "additionalProperties", .list(.text(.plain)), "What changes its form, such as `emit_as_roles` of `groups`."),
      ]),
    ], expected: "a claim's name, or a mapping with 'name'")
}

extension OptionalClaim {
  fileprivate var written: JSONValue {
    if self == OptionalClaim(name) { return .string(name) }
    var members: JSONObject = ["name": .string(name)]
    members.append("source", source)
    if isEssential { members.append("essential", true) }
    if !additionalProperties.isEmpty { members.append("additionalProperties", .strings(additionalProperties)) }
    return .object(members)
  }
}

extension FileValue {
  fileprivate func optionalClaim() throws(ScenarioError) -> OptionalClaim {
    let claim = WordType<String>.optionalClaim
    let place = WordPlace(directory: DirectoryState())
    guard node.entries != nil else { return OptionalClaim(try claim.read(self, place)) }
    var fields = try FileMapping(self)
    let name = try claim.read(try fields.require("name", else: "a claim needs 'name', such as email"), place)
    var result = OptionalClaim(name)
    result.source = try fields.take("source")?.text()
    result.isEssential = try fields.take("essential")?.bool() ?? false
    var seen = SeenWords()
    for item in try fields.take("additionalProperties")?.list("a list such as [emit_as_roles]") ?? [] {
      let property = try item.text("a list of properties")
      guard name != "groups" || GroupClaimForm.properties.contains(property) else {
        throw item.unknown("property of the claim 'groups'", among: GroupClaimForm.properties)
      }
      if seen.insert(property) { result.additionalProperties.append(property) }
    }
    try fields.finish()
    return result
  }
}

extension WordType where Value == TokenLifetimes {
  /// `{ accessToken: 30m, idToken: 2h }`. The service takes 10 minutes to a day; tests may want less.
  static let tokenLifetimes = Self(
    .object([
      .init("accessToken", .text(.span), "Of access tokens for the app."),
      .init("idToken", .text(.span), "Of id tokens that the app gets."),
    ]), label: "mapping with `accessToken` and `idToken`, durations",
    read: { value, _ throws(ScenarioError) in
      var fields = try FileMapping(value, "a mapping such as { accessToken: 30m }")
      let lifetimes = TokenLifetimes(
        accessToken: try fields.take("accessToken")?.wholeSeconds(), idToken: try fields.take("idToken")?.wholeSeconds()
      )
      try fields.finish()
      return lifetimes
    },
    write: { lifetimes, _ in
      var members = JSONObject()
      members.append("accessToken", lifetimes.accessToken?.duration.shortText)
      members.append("idToken", lifetimes.idToken?.duration.shortText)
      return .object(members)
    })
}

extension FileValue {
  fileprivate func wholeSeconds() throws(ScenarioError) -> TimeSpan {
    let duration = try duration()
    guard duration >= .seconds(1) else { throw error("a token lives for at least 1s") }
    return TimeSpan(duration)
  }
}
