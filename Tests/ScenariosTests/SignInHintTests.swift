import Expectations
import Testing
import Worlds

@testable import Scenarios

/// `signIn: { hints: … }`: whether the sign-in page offers users, and what the mapping means beside it.
@Suite("Hints of the sign-in page") struct SignInHintTests {
  struct Row: CustomTestStringConvertible {
    let text: String
    let offersUsers: Bool
    let signIn: WorldSettings.SignIn

    var testDescription: String { text.isEmpty ? "nothing said" : text }
  }

  static let rows = [
    Row(text: "", offersUsers: true, signIn: .pages),
    Row(text: "signIn: pages", offersUsers: true, signIn: .pages),
    Row(text: "signIn: auto", offersUsers: true, signIn: .auto),
    Row(text: "signIn: { hints: false }", offersUsers: false, signIn: .pages),
    Row(text: "signIn: { hints: true }", offersUsers: true, signIn: .pages),
    Row(text: "signIn: { hints: false, user: bob }", offersUsers: false, signIn: .auto),
    Row(text: "signIn: { hints: false, consent: accept }", offersUsers: false, signIn: .auto),
    Row(text: "signIn: {}", offersUsers: true, signIn: .auto),
  ]

  @Test("are read", arguments: rows) func areRead(_ row: Row) throws {
    let scenario = try ScenarioDecoder.scenario(from: Array("scenario: test\n\(row.text)\n".utf8), file: "x.yaml")
    expectEqual(scenario.settings.offersUsers, row.offersUsers)
    expectEqual(scenario.settings.signIn, row.signIn)
  }

  @Test("come back from an export", arguments: rows) func areExported(_ row: Row) throws {
    let (world, twin, _) = try WorldExportTests.twins(row.text)
    expectEqual(twin.settings, world.settings)
    expectEqual(twin.settings.offersUsers, row.offersUsers)
    expectEqual(twin.settings.signIn, row.signIn)
  }

  @Test("are a truth value") func mistake() {
    #expect(throws: ScenarioError.self) {
      try ScenarioDecoder.scenario(from: Array("scenario: test\nsignIn: { hints: none }\n".utf8), file: "x.yaml")
    }
  }
}
