import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

extension ScenarioMistakeTests {
  @Test(
    "in licenses and sign-ins",
    arguments: [
      Mistake(
        "a product that is not one",
        "world: { tenants: { contoso: { licenses: { 'E 3': 1 } } } }",
        "2:44: 'E 3' is not a product; write its part number, such as ENTERPRISEPACK"),
      Mistake(
        "a product twice",
        "world: { tenants: { contoso: { licenses: { SPE_E3: 1, spe_e3: 2 } } } }",
        "2:55: 'SPE_E3' stands here twice; leave one out"),
      Mistake(
        "no number of licenses",
        "world: { tenants: { contoso: { licenses: { SPE_E3: lots } } } }",
        "2:52: 'SPE_E3' is a number here, not 'lots'"),
      Mistake(
        "too few licenses",
        "world: { tenants: { contoso: { licenses: { SPE_E3: -1 } } } }",
        "2:52: 'SPE_E3' is a number from 0 to 1000000 here, not '-1'"),
      Mistake(
        "licenses as a list",
        "world: { tenants: { contoso: { licenses: [SPE_E3] } } }",
        "2:42: 'licenses' is a mapping such as { ENTERPRISEPACK: 25 } here, not a list"),
      Mistake(
        "a license of no product",
        "world: { users: { bob: { assignedLicenses: ['E 3'] } } }",
        "2:45: 'E 3' is not a product; write its part number, such as ENTERPRISEPACK, or its id"),
      Mistake(
        "a plan that is not an id",
        "world: { users: { bob: { assignedLicenses: [{ skuId: SPE_E3, disabledPlans: [sway] }] } } }",
        "2:78: 'disabledPlans' is the id of a plan, a GUID here, not 'sway'"),
      Mistake(
        "a license without a product",
        "world: { users: { bob: { assignedLicenses: [{ disabledPlans: [] }] } } }",
        "2:45: 'assignedLicenses' needs 'skuId' in each of its mappings"),
      Mistake(
        "a sign-in at no time",
        "world: { users: { bob: { signInActivity: { lastSignInDateTime: once } } } }",
        "2:64: 'lastSignInDateTime' is a time such as 2026-01-31T09:00:00Z here, not 'once'"),
      Mistake(
        "a sign-in of another name",
        "world: { users: { bob: { signInActivity: { lastSignInTime: 2026-01-05 } } } }",
        "2:44: unknown key 'lastSignInTime'; did you mean 'lastSignInDateTime'?"),
    ])
  func inLicenses(_ c: Mistake) { expectEqual(Self.message(of: "scenario: x\n" + c.text), "x.yaml:" + c.message) }
}
