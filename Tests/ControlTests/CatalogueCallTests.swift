import Expectations
import HTTPWire
import JSON
import Policy
import Scenarios
import Testing
import Worlds

@testable import Control

/// What the control API tells of refusals, scenarios and client libraries: the same as the commands do.
struct CatalogueCallTests {
  @Test func everyRefusalIsListed() throws {
    let rows = try #require(try Bench().ask("GET", "/v1/refusals")["refusals"]?.array)
    expectEqual(rows.compactMap { $0["code"]?.string }, Catalogue.all.map(\.label))
    #expect(rows.allSatisfy { $0["meaning"]?.string?.isEmpty == false })
  }

  @Test(arguments: ["AADSTS50173", "50173", "grantRevoked", "AADSTS50173: The provided grant has expired"])
  func aRefusalIsExplained(_ text: String) throws {
    let path = text.split(separator: " ").joined(separator: "%20")
    let kind = try Bench().ask("GET", "/v1/refusals/\(path)")
    expectEqual(kind["code"], "AADSTS50173")
    expectEqual(kind["name"], "grantRevoked")
    expectEqual(kind["remedy"], "Drop the refresh token and sign the user in again.")
    expectEqual(kind["explanation"]?.string, Catalogue.kind(code: 50173).map { "\(Explanation($0))" })
    let readings = try #require(kind["libraries"]?.array)
    expectEqual(readings.count, MSALVerdict.Library.allCases.count)
    #expect(readings.contains(["library": ".NET", "reading": "MsalUiRequiredException", "asksUser": true]))
  }

  @Test func anUnknownRefusalNamesTheNearest() throws {
    let response = try Bench().call("GET", "/v1/refusals/AADSTS50174")
    expectEqual(response.status, 404)
    try expectEqual(JSONValue.parse(response.body)["remedy"]?.string?.hasPrefix("Did you mean AADSTS50173"), true)
  }

  @Test func everyScenarioIsListedAndShown() throws {
    let bench = try Bench()
    let rows = try #require(try bench.ask("GET", "/v1/scenarios")["scenarios"]?.array)
    expectEqual(rows.compactMap { $0["name"]?.string }.sorted(), ScenarioLibrary.names.sorted())
    #expect(rows.allSatisfy { $0["summary"]?.string?.isEmpty == false && $0["theme"]?.string?.isEmpty == false })
    let one = try bench.ask("GET", "/v1/scenarios/expired-refresh")
    expectEqual(one["text"]?.string, ScenarioLibrary.text(named: "expired-refresh"))
    try expectEqual(bench.call("GET", "/v1/scenarios/expired-refrsh").status, 404)
  }

  @Test func theStoryIsThatOfTheWorld() throws {
    let story: JSONValue = ["name": "test", "summary": "For tests.", "docs": "", "expectations": 0]
    try expectEqual(Bench().ask("GET", "/v1/scenario"), story)
  }

  struct Text: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// The places of the mistakes, as line and column. Empty: there is none.
    let mistakes: [[Int64]]
  }

  @Test(arguments: [
    Text(testDescription: "a scenario", text: "scenario: a\n", mistakes: []),
    Text(testDescription: "a scenario as JSON", text: #"{"scenario": "a"}"#, mistakes: []),
    Text(testDescription: "nothing", text: "", mistakes: [[1, 1]]),
    Text(testDescription: "no YAML", text: "scenario: a\nworld: [\n", mistakes: [[3, 1]]),
    Text(testDescription: "an unknown key", text: "scenario: a\nsignin: auto\n", mistakes: [[2, 1]]),
    Text(
      testDescription: "two mistakes", text: "scenario: a\nsignIn: aut\nrules: [{ when: {}, then: { refuze: x } }]\n",
      mistakes: [[2, 9], [3, 29]]),
    Text(testDescription: "a file that it extends", text: "scenario: a\nextends: ./b.yaml\n", mistakes: [[2, 10]]),
  ]) func aTextIsChecked(_ row: Text) throws {
    let bench = try Bench()
    let answer = try bench.ask("POST", "/v1/scenarios/check", body: row.text)
    expectEqual(answer["ok"], .bool(row.mistakes.isEmpty))
    let places = (answer["mistakes"]?.array ?? []).map { [$0["line"]?.integer ?? 0, $0["column"]?.integer ?? 0] }
    expectEqual(places, row.mistakes)
    if row.mistakes.isEmpty { expectEqual(answer["scenario"], "a") }
  }

  @Test func aSnippetIsMadeForTheWorldThatAsks() throws {
    let bench = try Bench(snippets: [
      ClientSnippet(name: "one", summary: "The first") { world, base in "\(world.name) at \(base)" }
    ])
    let row: JSONValue = ["name": "one", "summary": "The first"]
    try expectEqual(bench.ask("GET", "/v1/snippets"), ["snippets": [row]])
    let text: JSONValue = ["name": "one", "summary": "The first", "text": "default at https://localhost:8443"]
    try expectEqual(bench.ask("GET", "/v1/snippets/one"), text)
    try expectEqual(bench.call("GET", "/v1/snippets/two").status, 404)
    try expectEqual(Bench().ask("GET", "/v1/snippets"), ["snippets": []])
  }

  @Test func twoObjectsAreCompared() throws {
    func rows(_ here: String, _ there: String) throws -> [String] {
      let (here, there) = (try JSONValue.parse(Array(here.utf8)), try JSONValue.parse(Array(there.utf8)))
      return JSONDifference.rows(between: try #require(here.object), and: try #require(there.object)).map {
        "\($0.path) \($0.here?.text ?? "-") \($0.there?.text ?? "-")"
      }
    }
    #expect(try rows(#"{"a": {"b": 1}}"#, #"{"a": {"b": 1}}"#).isEmpty)
    try expectEqual(
      rows(#"{"a": {"b": 1, "c": 2}, "d": 3}"#, #"{"a": {"b": 4}, "e": 5}"#),
      [
        "a.b 1 4", "a.c 2 -", "d 3 -", "e - 5",
      ])
    try expectEqual(rows(#"{"a": [1, 2]}"#, #"{"a": [2, 3]}"#), ["a 1 -", "a - 3"])
    #expect(try rows(#"{"a": [1, 2]}"#, #"{"a": [2, 1]}"#).isEmpty)
    try expectEqual(rows(#"{"a": {"b": {"c": 1}, "d": {}}}"#, "{}"), ["a.b.c 1 -", "a.d {} -"])
    try expectEqual(rows(#"{"a": null}"#, #"{}"#), ["a null -"])
  }

  @Test func aServerWithOneWorldHasNoneToCompareWith() throws {
    try expectEqual(Bench().call("GET", "/v1/difference", query: "with=t1").status, 404)
    try expectEqual(Bench().call("GET", "/v1/difference").status, 400)
  }
}
