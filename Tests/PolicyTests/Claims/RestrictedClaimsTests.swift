import Expectations
import Testing

@testable import Policy

struct RestrictedClaimsTests {
  @Test(arguments: [
    ("aud", true), ("_claim_names", true), ("ztdid", true), ("upn", true), ("CloudAssignedMdmId", true),
    ("email", true),
    ("xms_anything", true), ("extn.color", true), (".", true), ("name", false), ("given_name", false),
    ("birthdate", false), ("AUD", false), ("au", false), ("aud ", false), ("aud iss", false), ("", false),
  ])
  func areThoseOfMicrosoftsList(_ name: String, _ isRestricted: Bool) {
    expectEqual(RestrictedClaims.contains(name), isRestricted)
  }
}
