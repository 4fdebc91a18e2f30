import Expectations
import Testing

@testable import Directory
@testable import Policy

/// Which number tells that a policy wants a device.
struct DeviceRuleTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var control = AccessPolicy.Control.compliantDevice
    var isKnown = false
    var isManaged: Bool?
    var system: String?
    var way = DeviceRule.Way.page
    /// Nil: the control's own number.
    var code: Int?
  }

  private static let linux = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36"
  private static let android = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36"
  private static let iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)"

  @Test(arguments: [
    Row(testDescription: "a page, nothing known"),
    Row(testDescription: "a page on Linux", system: linux, code: 50005),
    Row(testDescription: "a page on Windows", system: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"),
    Row(testDescription: "a page on Android", system: android),
    Row(testDescription: "a telephone that should be joined", control: .domainJoined, system: iPhone, code: 9_001_011),
    Row(testDescription: "an Android that should be joined", control: .domainJoined, system: android, code: 9_001_011),
    Row(testDescription: "a refresh on Linux", system: "linux", way: .token, code: 50005),
    Row(testDescription: "a refresh, as MSAL for Python writes macOS", system: "darwin", way: .token),
    Row(testDescription: "a refresh by a script", system: "python-requests/2.32", way: .token),
    Row(testDescription: "a device that nobody manages", isKnown: true, isManaged: false, way: .token, code: 530_003),
    Row(testDescription: "the same on a page", isKnown: true, isManaged: false),
    Row(testDescription: "a device that does not comply, on Linux", isKnown: true, system: linux),
    Row(testDescription: "a password", way: .password, code: 50005),
    Row(testDescription: "a password from Windows", system: "win32", way: .password),
    Row(testDescription: "a device code", isKnown: true, way: .deviceCode, code: 530_033),
    Row(testDescription: "another control", control: .block, system: linux),
  ]) func decides(_ row: Row) {
    var device: User.Device?
    if row.isKnown {
      device = User.Device(id: User.Device.id(ofUser: "alice"), isCompliant: false, isJoined: false)
      device?.isManaged = row.isManaged
    }
    let told = DeviceRule.refusal(
      instead: row.control, device: device, platform: SignInPlatform(row.system), way: row.way)
    expectEqual(told?.decision.code, row.code)
    expectEqual(told?.reasons.count, row.code.map { _ in 1 })
  }
}
