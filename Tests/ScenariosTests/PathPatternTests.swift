import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

@Suite("Path pattern") struct PathPatternTests {
  @Test(
    "fits a path",
    arguments: [
      ("/v1.0/me", "/v1.0/me", true), ("/v1.0/me", "/V1.0/Me/", true), ("/v1.0/me", "/v1.0/me/drive", false),
      ("/v1.0/*/drive", "/v1.0/me/drive", true), ("/v1.0/*/drive", "/v1.0/me/x/drive", false),
      ("/v1.0/me/drive/**", "/v1.0/me/drive/root/children", true), ("/v1.0/me/drive/**", "/v1.0/me/drive", true),
      ("/v1.0/me/drive/**", "/v1.0/me/drives", false), ("/**/children", "/v1.0/me/drive/children", true),
      ("/**", "/", true), ("/**", "/anything/at/all", true), ("/a*c", "/abbbc", true), ("/a*c", "/ab/c", false),
      ("/a**c", "/ab/c", true), ("/a***c", "/ab/c", true),
    ])
  func fits(_ pattern: String, _ path: String, _ wanted: Bool) throws {
    try expectEqual(#require(PathPattern(pattern)).matches(path), wanted)
  }

  @Test("begins with a slash", arguments: ["", "v1.0/me", "*"]) func begins(_ text: String) {
    expectNil(PathPattern(text))
  }

  @Test(
    "says what is wrong in a file",
    arguments: [
      ("{ path: me }", "'path' is a path such as /v1.0/me/drive/** here"),
      ("{ method: 'GET /' }", "'method' is a method such as POST here"),
    ])
  func mistakes(_ pattern: String, _ sentence: String) throws {
    let error = #expect(throws: ScenarioError.self) {
      try TestWorld("rules: [{ when: \(pattern), then: { delay: 1s } }]")
    }
    expectEqual(error?.sentence.hasPrefix(sentence), true, "\(error?.sentence ?? "")")
  }
}
