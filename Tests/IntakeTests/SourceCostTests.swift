import Expectations
import JSON
import Testing

@testable import Intake
@testable import LooseFormats

/// What a source costs follows from its length: the settings that it gives are looked at again and again, so together they are not many
/// times as long as the file.
@Suite("The cost of a source") struct SourceCostTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let unit: String
    /// How many times as long as the file the values may be together.
    let times: Int

    init(_ title: String, _ unit: String, times: Int = 1) {
      (testDescription, self.unit, self.times) = (title, unit, times)
    }
  }

  private static let text = "some text that is as long as texts of pages are"

  static let rows = [
    Row("attributes of a page", "<input \(String(repeating: "data-x=\"\(text)\" ", count: 20))>\n"),
    Row("attributes and text on one line", "<a class=\"b\" href='\(text)' title=\"\(text)\">\(text)</a>"),
    Row(
      "scripts of a page",
      "<script>var a={name:\"\(text)\",list:[1,\"b\"],f:function(c){return c?\"\(text)\":c}};</script>"),
    Row("members in one statement", "a:{b:\"\(text)\",c:[\"\(text)\",d]},", times: 3),
    Row("calls that do not end", "a=f(\"\(text)\",", times: 18),
    Row("texts behind assignments that do not end", "a=b=c=\"\(text)\"+", times: 18),
  ]

  @Test("is in proportion to its length", arguments: rows) func isBounded(_ row: Row) throws {
    for length in [20_000, 200_000] {
      let source = String(repeating: row.unit, count: length / row.unit.utf8.count)
      let text = try #require(SourceText(Array(source.utf8)))
      let settings = SourceSettings.parse(text, hashComments: false, isPython: false).settings
      let count = settings.flatMap(\.values).reduce(0) { $0 + $1.utf8.count }
      #expect(count > 0)
      #expect(count <= row.times * source.utf8.count, "\(source.utf8.count) bytes have values of \(count) bytes")
    }
  }

  private static let authority = "https://login.microsoftonline.com/\(Id.tenant)"
  private static let section = "\"TenantId\":\"\(Id.tenant)\",\"ClientId\":\"\(Id.app)\""

  /// Each part was read by a call in the call for the part before it, until the stack was full.
  @Test(
    "does not grow the stack",
    arguments: [
      (
        "app.js",
        "authority='\(authority)';clientId=\(String(repeating: "process.env.X||", count: 9_000))'x'"
      ),
      (
        "app.js",
        "authority='\(authority)';clientId='\(String(repeating: "${a:-", count: 2_000))\(String(repeating: "}", count: 2_000))'"
      ),
      ("appsettings.json", "{\"AzureAd\":{\(section),\"Key\(String(repeating: "__a", count: 20_000))\":\"x\"}}"),
      ("appsettings.json", "{\"AzureAd\":{\(section),\"Key\(String(repeating: ":a", count: 20_000))\":\"x\"}}"),
      (
        "appsettings.json",
        "{\"AzureAdB2C\":{\(section),\"PolicyName\":\"B2C_1_a\(String(repeating: "/", count: 60_000))\"}}"
      ),
    ]) func isReadToItsEnd(_ name: String, _ text: String)
  {
    // What stands beside it is found as well.
    let beside = Array("{\"AzureAd\":{\(Self.section)}}".utf8)
    let draft = Reading.draft([(name, Array(text.utf8)), ("other/appsettings.json", beside)])
    expectEqual(draft.apps.count, 1)
  }

  /// What an app has is looked up and not looked through, as long as findings are only added.
  @Test("of an app's findings is one look each") func indexesFindings() throws {
    let place = Place(file: "a.json", line: 1)
    func secret(_ end: String) -> Finding {
      Finding(.secret, "web", at: place, key: "secret", json: ["endDateTime": .string(end)])
    }
    let section = "{\"AzureAd\":{\(Self.section),\"Scopes\":[\"User.Read\"]}}"
    var app = try #require(Reading.draft([("appsettings.json", Array(section.utf8))]).apps.first)
    app.findings = []
    expectNil(app.index)
    for scope in ["Word.Read", "Word.Write", "word.read", "WORD.WRITE", "Word.All"] {
      app.add(Finding(.scope, scope, at: place, key: "scope"))
    }
    app.add(Finding(.exposedScope, "Word.Read", at: place, key: "scope"))
    for end in ["2026-01-05", "2027-01-05", "2026-01-05"] { app.add(secret(end)) }
    expectEqual(app.findings.map(\.value), ["Word.Read", "Word.Write", "Word.All", "Word.Read", "web", "web"])
    expectEqual(app.index?[.scope].map(\.value), ["Word.Read", "Word.Write", "Word.All"])
    expectEqual(app.all(.secret).count, 2)
    // Whoever changes the list otherwise has it looked through again.
    app.findings.removeAll { $0.value == "Word.Write" }
    expectNil(app.index)
    expectEqual(app.all(.scope).map(\.value), ["Word.Read", "Word.All"])
    app.add(Finding(.scope, "Word.Write", at: place, key: "scope"))
    expectEqual(app.all(.scope).map(\.value), ["Word.Read", "Word.All", "Word.Write"])
    expectEqual(app.first(.exposedScope)?.value, "Word.Read")
    // An ending is what a scope is called, behind the address of its API.
    app.add(Finding(.scope, "api://word/Word.Print", at: place, key: "scope"))
    let endings = ["Word.Print", "/Word.Print", "Word.All", "/Word.All", "Print"]
    expectEqual(endings.filter { app.has(.scope, ending: $0) }, ["/Word.Print", "Word.All"])
    app.findings.removeAll { $0.fact == .scope }
    expectEqual(endings.filter { app.has(.scope, ending: $0) }, [])
  }

  /// Whatever number of projects uses one variable: where one of them looks, few others stand.
  @Test("of a project does not grow with their number", arguments: [20, 400]) func looksAtFew(_ count: Int) throws {
    let place = Place(file: "a.env", line: 1)
    func id(_ number: Int) -> Finding {
      var finding = Finding(.clientId, "${APP_ID}", at: place, key: "APP_ID")
      finding.variable = "APP_ID"
      return finding
    }
    var values = Values()
    var places = APIPlaces()
    var candidates: [Candidate] = []
    let section = "{\"AzureAd\":{\(Self.section),\"Scopes\":[\"User.Read\"]}}"
    var app = try #require(Reading.draft([("appsettings.json", Array(section.utf8))]).apps.first)
    app.kind = .api
    for number in 0..<count {
      let file = "p\(number)/.env"
      let node = Node(kind: .text("x"), line: 1)
      values.add("APP_ID", node, in: "p\(number)", at: Place(file: file, line: 1))
      candidates.append(Candidate(file: file, project: "p\(number)", findings: [id(number)]))
      (app.project, app.candidates) = ("p\(number)", [])
      places.add(app, number)
    }
    // One for each folder, and one for the top.
    expectEqual(values.here.count, count)
    expectEqual(values.below.count, count + 1)
    expectEqual(values.entry("APP_ID", in: "p7/a.py", of: "p7")?.scope, "p7")
    expectEqual(values.entry("APP_ID", in: "a.py", of: "")?.scope.utf8.count, count > 20 ? 4 : 3)
    expectEqual(places.real[""]?.count, 2)
    expectEqual(places.nearest(to: 7, in: "p7"), 0)
    expectEqual(places.nearest(to: count, in: "p7"), 7)
    var linker = CandidateLinker(candidates, apiProjects: [])
    linker.linkByVariable()
    expectEqual(linker.sameVariable.count, 3 * count + 1)
    expectEqual(linker.sameVariable.values.reduce(0) { $0 + $1.count }, 4 * count)
    // Those of one project are one, and one of them stands for all.
    for index in candidates.indices { candidates[index].project = "" }
    linker = CandidateLinker(candidates, apiProjects: [])
    linker.linkByVariable()
    expectEqual(linker.sameVariable[["APP_ID", "in", ""]]?.count, 2)
    expectEqual(linker.groups().count, 1)
  }
}
