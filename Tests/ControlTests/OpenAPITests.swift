import Glibc
import JSON
import TestSupport
import Testing

@testable import Control

@Suite struct OpenAPITests {
  /// `docs/openapi.json`, which people read and generators use without a server.
  private static let golden =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/docs/openapi.json"

  @Test func theDocumentIsInTheDocumentation() throws {
    let text = OpenAPIDocument.make().prettyText + "\n"
    if getenv("RECORD_GOLDENS") != nil { #expect(TestFiles.write(Array(text.utf8), to: Self.golden)) }
    #expect(
      TestFiles.read(Self.golden) == Array(text.utf8),
      "docs/openapi.json is behind; RECORD_GOLDENS=1 swift test writes it anew")
  }

  @Test func theDocumentIsServed() throws {
    #expect(try Bench().ask("GET", "/openapi.json") == OpenAPIDocument.make())
  }

  @Test func everyRouteIsDescribedOnce() throws {
    let paths = try #require(OpenAPIDocument.make()["paths"]?.object)
    let described = paths.members.flatMap { path in
      (path.value.object?.names ?? []).map { "\($0.uppercased()) \(path.name)" }
    }
    let routes = ControlRoute.all + ControlRoute.all.compactMap(\.inNamedWorld)
    let routed = routes.map { "\($0.method.rawValue) \($0.pattern)" }
    #expect(described.sorted() == routed.sorted())
    #expect(Set(routed).count == routed.count)
    let ids = routes.map(\.id)
    #expect(Set(ids).count == ids.count, "an id stands twice")
  }

  @Test func everyNameInAPathIsAParameter() {
    for route in ControlRoute.all + ControlRoute.all.compactMap(\.inNamedWorld) {
      let named = route.pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map {
        String($0.dropFirst().dropLast())
      }
      #expect(named == route.parameters(in: .path).map(\.name), "\(route.id)")
    }
  }

  /// A call with the world in its path is routed as the one without.
  @Test func everyPathBelowAWorldIsRouted() throws {
    for route in ControlRoute.all {
      let values = ControlPath(route.inNamedWorld?.pattern ?? "").inWorld
      guard route.scope == .world else {
        #expect(route.inNamedWorld == nil)
        continue
      }
      #expect(values.world == "{world}", "\(route.id)")
      #expect(values.path.values(for: route.pattern) != nil, "\(route.id)")
    }
  }

  @Test func everySummaryIsASentence() {
    for route in ControlRoute.all { #expect(route.summary.hasSuffix("."), "\(route.id)") }
    for group in RouteGroup.all { #expect(group.summary.hasSuffix("."), "\(group.name)") }
  }

  @Test func everyReferenceLeadsSomewhere() throws {
    let document = OpenAPIDocument.make()
    let components = try #require(document["components"]?["schemas"]?.object)
    var references: Set<String> = []
    func collect(_ value: JSONValue) {
      if let reference = value["$ref"]?.string { references.insert(reference) }
      for item in value.array ?? [] { collect(item) }
      for member in value.object?.members ?? [] { collect(member.value) }
    }
    collect(document)
    #expect(references == Set(components.names.map { "#/components/schemas/\($0)" }))
  }

  /// A path that two routes fit is answered by the first, which must be the one without a name in it.
  @Test func routesWithNamesComeLast() {
    for (index, route) in ControlRoute.all.enumerated() {
      for earlier in ControlRoute.all[..<index] where earlier.method == route.method {
        #expect(ControlPath(route.pattern).values(for: earlier.pattern) == nil, "\(route.id) is behind \(earlier.id)")
      }
    }
  }
}
