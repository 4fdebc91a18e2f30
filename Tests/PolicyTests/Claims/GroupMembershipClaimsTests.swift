import Directory
import Expectations
import Testing

struct GroupMembershipClaimsTests {
  @Test(arguments: [
    ("None", "None"), ("SecurityGroup", "SecurityGroup"),
    ("SecurityGroup, ApplicationGroup", "SecurityGroup, ApplicationGroup"),
    ("ApplicationGroup,SecurityGroup", "SecurityGroup, ApplicationGroup"),
    ("DirectoryRole , SecurityGroup", "SecurityGroup, DirectoryRole"), ("All, All", "All"), ("None, All", nil),
    ("", nil),
    ("SecurityGroup,", nil), ("securitygroup", nil), ("Everything", nil),
  ])
  func areReadFromTheTextOfAManifest(_ text: String, _ written: String?) {
    expectEqual(GroupMembershipClaims(rawValue: text)?.rawValue, written)
  }
}
