import Bytes
import Directory
import JSON
import Policy
import YAML

extension WordType where Value == OptionalClaims {
  /// Claims of each kind of token, as names or as mappings of Graph's form.
  static let optionalClaims = Self(
    .object([
      .init("idToken", .list(claim), "Claims of id tokens."),
      .init("accessToken", .list(claim), "Claims of access tokens. An API lists them for itself."),
      .init("saml2Token", .list(claim), "Claims of SAML assertions."),
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

  private static let name = Shape.either(
    [
      .choice(OptionalClaims.known), .text(.pattern(PlainProperties.extensionPattern, "a directory extension")),
      .text(.pattern("^extensionAttribute([1-9]|1[0-5])$", "an extension attribute")),
    ], expected: "a claim's name")

  private static let claim = Shape.either(
    [
      name,
      .object([
        .required("name", name, "The claim."),
        .init("source", .text(.plainOrEmpty), "`user` for an extension of the user."),
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
    guard node.entries != nil else { return OptionalClaim(try optionalClaimName()) }
    var fields = try FileMapping(self)
    let name = try fields.require("name", else: "a claim needs 'name', such as email").optionalClaimName()
    var result = OptionalClaim(name)
    result.source = try fields.take("source")?.anyText()
    result.isEssential = try fields.take("essential")?.bool() ?? false
    var seen = SeenWords()
    for item in try fields.take("additionalProperties")?.list("a list such as [emit_as_roles]") ?? [] {
      let property = try item.text("a list of properties")
      if let known = OptionalClaim.properties(of: name), !known.contains(property) {
        throw item.unknown("property of the claim '\(name)'", among: known)
      }
      if seen.insert(property) { result.additionalProperties.append(property) }
    }
    try fields.finish()
    return result
  }

  private func optionalClaimName() throws(ScenarioError) -> String {
    let name = try text("a list of claims")
    guard OptionalClaims.admits(name) else {
      if PlainProperties.looksLikeExtension(name) {
        throw error(
          "'\(name)' is not a directory extension; write \(PlainProperties.extensionForm), with the client id of an app without its hyphens"
        )
      }
      throw unknown("optional claim", among: OptionalClaims.known)
    }
    return name
  }
}

extension WordType where Value == GroupMembershipClaims {
  /// One word, or several with commas between them, as Graph writes them.
  static let groupMemberships: Self = {
    let words = GroupMembershipClaims.Word.allCases.map(\.rawValue)
    let several = words.filter { $0 != GroupMembershipClaims.none.rawValue }.joined(separator: "|")
    return Self(
      .either(
        [
          .choice(words),
          .text(.pattern("^(\(several))( *, *(\(several)))+$", "several of them, with commas between them")),
        ], expected: "one of \(words.joined(separator: ", ")), or several with commas between them"),
      label: words.map { "`\($0)`" }.joined(separator: ", ") + "; or several with commas between them",
      read: { value, _ throws(ScenarioError) in
        let text = try value.text("a text such as SecurityGroup")
        if let claims = GroupMembershipClaims(rawValue: text) { return claims }
        for part in text.split(separator: ",").map({ ASCII.trimmed($0) }) where !words.contains(part) {
          throw value.error(FileValue.unknown("groupMembershipClaims", part, among: words))
        }
        throw value.error("'\(text)' says None beside another word; leave one of them out")
      }, write: { claims, _ in .string(claims.rawValue) })
  }()
}

extension WordType where Value == JSONObject {
  /// Claims by their names, with values of any kind.
  static let statedClaims = Self(
    .map(.anything), label: "mapping of claims",
    read: { value, _ throws(ScenarioError) in
      _ = try FileMapping(value, "a mapping such as { tier: gold }")
      return JSONValue(value.node).object ?? [:]
    }, write: { claims, _ in .object(claims) })
}
