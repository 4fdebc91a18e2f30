import Directory
import Expectations
import JSON
import TestSupport
import Testing

/// Claims whose values a transformation makes of others.
struct ClaimsTransformationTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Entries of the schema beside the one that has the result, which is `result`.
    var entries = "{ source: user, id: mail }"
    let transformation: String
    let value: JSONValue?

    init(_ description: String, _ entries: String, _ transformation: String, _ value: JSONValue?) {
      testDescription = description
      self.entries = entries
      self.transformation = transformation
      self.value = value
    }
  }

  private static func one(_ method: String, _ input: String, _ more: String = "") -> String {
    "transformationMethod: \(method), inputClaims: [{ claimTypeReferenceId: \(input), transformationClaimType: mail\(more) }]"
  }

  static let rows = [
    Row(
      "two strings", "{ Source: user, ID: extensionattribute1 }",
      "TransformationMethod: Join, InputClaims: [{ ClaimTypeReferenceId: extensionattribute1, TransformationClaimType: string1 }], "
        + "InputParameters: [{ ID: string2, Value: sandbox }, { ID: separator, Value: . }]", "north.sandbox"),
    Row(
      "two claims without a separator", "{ source: user, id: givenname }, { source: user, id: surname }",
      "transformationMethod: join, inputClaims: [{ claimTypeReferenceId: GivenName, transformationClaimType: String1 }, "
        + "{ claimTypeReferenceId: surname, transformationClaimType: string2 }]", "AliceArcher"),
    Row(
      "a string that the user does not have", "{ source: user, id: city }",
      "transformationMethod: Join, inputClaims: [{ claimTypeReferenceId: city, transformationClaimType: string1 }], "
        + "inputParameters: [{ id: string2, value: a }]", nil),
    Row("the part before the @", "{ source: user, id: mail }", one("ExtractMailPrefix", "mail"), "alice"),
    Row("a text without @", "{ source: user, id: employeeid }", one("ExtractMailPrefix()", "employeeid"), "0042a"),
    Row("capitals", "{ source: user, id: employeeid }", one("ToUppercase()", "employeeid"), "0042A"),
    Row("small letters", "{ source: user, id: displayname }", one("ToLowercase()", "displayname"), "alice archer"),
    Row(
      "the first value", "{ source: user, id: proxyaddresses }", one("ToUppercase", "proxyaddresses"), "SMTP:A@X.TEST"),
    Row(
      "all values", "{ source: user, id: proxyaddresses }",
      one("ToUppercase", "proxyaddresses", ", treatAsMultiValue: true"), ["SMTP:A@X.TEST", "SMTP:B@X.TEST"]),
    Row(
      "a directory extension", "{ source: user, extensionId: \(OptionalClaimsTests.color) }",
      one("ToUppercase", OptionalClaimsTests.color), "GREEN"),
    Row("the tenant's country", "{ source: company, id: tenantcountry }", one("ToLowercase", "tenantcountry"), "us"),
    Row(
      "a constant", "{ source: user, id: mail, jwtClaimType: address }",
      "transformationMethod: CreateStringClaim, inputParameters: [{ id: value, dataType: string, value: sandbox }]",
      "sandbox"),
  ]

  @Test(arguments: rows) func makesTheValue(_ row: Row) throws {
    let test = try Self.world(
      "\(row.entries), { source: transformation, id: result, transformationId: t, jwtClaimType: x }",
      "{ id: t, \(row.transformation), outputClaims: [{ claimTypeReferenceId: result, transformationClaimType: outputClaim }] }"
    )
    let claims = try ClaimsMappingTests.tokens(test).claims("id_token")
    expectEqual(claims["x"], row.value)
    // An entry without a claim's name is for the transformation alone.
    for name in ["extensionattribute1", "givenname", "mail", "displayname"] { expectNil(claims[name]) }
  }

  @Test func twoStandInARow() throws {
    let test = try Self.world(
      "{ source: user, id: mail }, { source: transformation, id: short, transformationId: prefix }, "
        + "{ source: transformation, id: loud, transformationId: upper, jwtClaimType: x }",
      "{ id: prefix, \(Self.one("ExtractMailPrefix", "mail")), outputClaims: [{ claimTypeReferenceId: short }] }, "
        + "{ id: upper, \(Self.one("ToUppercase", "short")), outputClaims: [{ claimTypeReferenceId: loud }] }")
    try expectEqual(ClaimsMappingTests.tokens(test).claims("id_token")["x"], "ALICE")
  }

  private static func world(_ entries: String, _ transformations: String) throws -> TestWorld {
    try ClaimsMappingTests.world(
      mobile:
        "{ acceptMappedClaims: true, claimsMappingPolicy: { claimsSchema: [\(entries)], claimsTransformations: [\(transformations)] } }",
      alice:
        "{ employeeId: 0042a, extensionAttribute1: north, proxyAddresses: ['smtp:a@x.test', 'smtp:b@x.test'], "
        + "\(OptionalClaimsTests.color): green }",
      tenant: "{ countryLetterCode: US }")
  }
}
