import Bytes
import Expectations
import Handbook
import JSON
import TestSupport
import Testing

@testable import MockIdPCommand

/// What an assistant is offered, held against what it is made of.
@Suite struct AssistantTests {
  private static let docs: String = {
    let here = "\(#filePath)"
    return here.prefix(upTo: here.lastIndex(of: "/") ?? here.startIndex) + "/../../docs"
  }()

  private static let document: ControlDocument = {
    let bytes = TestFiles.read("\(Self.docs)/openapi.json") ?? []
    return ControlDocument((try? JSONValue.parse(bytes)) ?? .null)
  }()

  @Test(arguments: HandbookPage.all.map(\.name)) func aPageIsWhatTheFolderHolds(_ name: String) throws {
    let page = try #require(HandbookPage.all.first { $0.name == name })
    let bytes = try #require(TestFiles.read("\(Self.docs)/\(name).md"))
    expectEqual(Array(page.text.utf8), bytes)
    #expect(page.text.hasPrefix("# "))
    #expect(!page.title.isEmpty && page.title.firstPlace(of: "`") == nil)
  }

  /// For those who carry mockidp on or set it up once, not for those who write tests; the refusals have resources of their own.
  private static let leftOut: Set = [
    "architecture", "cluster", "cluster-balancers", "errors", "fidelity", "kubernetes", "monitoring", "performance",
    "releases",
  ]

  @Test func everyPageForTestsIsCarried() {
    let wanted = TestFiles.list(Self.docs).filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
      .filter { !Self.leftOut.contains($0) && !$0.hasPrefix("emulator-") }
    expectEqual(HandbookPage.all.map(\.name), wanted.sorted(), "Sources/CFiles/pages.c")
  }

  @Test(arguments: AssistantTool.all.map(\.name)) func aToolIsACall(_ name: String) throws {
    let tools = AssistantTool.all.filter { $0.name == name }
    expectEqual(tools.count, 1)
    let operation = try #require(Self.document.operation(name), "the control API has no call \(name)")
    let entry = try #require(tools.first?.entry(in: Self.document))
    // What only reads is asked for by GET, or is one of the questions that need a body.
    let reads = operation.method == "GET" || ["inspectToken", "verify", "checkScenario", "waitForMail"].contains(name)
    expectEqual(entry["annotations"]?["readOnlyHint"]?.bool, reads)
    if operation.method == "DELETE" { expectEqual(entry["annotations"]?["destructiveHint"]?.bool, true) }
    // A client gives its assistant all tools at once.
    #expect(entry.text.utf8.count < 6_000)
    expectEqual(entry["inputSchema"]?["type"], "object")
  }

  /// All that a schema refers to is in it.
  @Test(arguments: AssistantTool.all.map(\.name)) func aSchemaIsWhole(_ name: String) throws {
    let schema = try #require(Self.document.operation(name)).inputSchema
    let defined = schema["$defs"]?.object?.names ?? []
    for target in Self.references(schema) {
      #expect(target.hasPrefix("#/$defs/"))
      #expect(defined.contains(String(target.dropFirst("#/$defs/".count))), "\(target)")
    }
  }

  private static func references(_ value: JSONValue) -> [String] {
    switch value {
    case .object(let object):
      object.members.flatMap { $0.name == "$ref" ? [$0.value.string ?? ""] : references($0.value) }
    case .array(let items): items.flatMap(references)
    default: []
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let tool: String
    let arguments: JSONObject
    let target: String

    var testDescription: String { target }
  }

  @Test(arguments: [
    Row(tool: "findExchanges", arguments: ["id": 7], target: "/_mockidp/v1/exchanges/7"),
    Row(
      tool: "findExchanges", arguments: ["id": "a/b?c", "worlds": "all"],
      target: "/_mockidp/v1/exchanges/a%2Fb%3Fc?worlds=all"),
    Row(tool: "listExchanges", arguments: [:], target: "/_mockidp/v1/exchanges?limit=20"),
    Row(tool: "listExchanges", arguments: ["limit": 3, "error": nil], target: "/_mockidp/v1/exchanges?limit=3"),
    Row(tool: "listUsers", arguments: ["world": "t1"], target: "/_mockidp/v1/users"),
  ]) func argumentsStandInTheirPlaces(_ row: Row) throws {
    let tool = try #require(AssistantTool.all.first { $0.name == row.tool })
    let request = try ToolRequest(tool, try #require(Self.document.operation(row.tool)), row.arguments)
    expectEqual(request.target, row.target)
    expectEqual(request.world, row.arguments["world"]?.string)
  }
}
