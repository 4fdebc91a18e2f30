import Expectations
import JSON
import Platform
import TestSupport
import Testing

@testable import Control

struct OpenAPITests {
  /// `docs/openapi.json`, which people read and generators use without a server.
  private static let golden =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/docs/openapi.json"

  @Test func theDocumentIsInTheDocumentation() throws {
    let text = OpenAPIDocument.make().prettyText + "\n"
    if getenv("RECORD_GOLDENS") != nil { #expect(TestFiles.write(Array(text.utf8), to: Self.golden)) }
    expectEqual(
      TestFiles.read(Self.golden), Array(text.utf8),
      "docs/openapi.json is behind; RECORD_GOLDENS=1 swift test writes it anew")
  }

  @Test func theDocumentIsServed() throws {
    try expectEqual(Bench().ask("GET", "/openapi.json"), OpenAPIDocument.make())
  }

  @Test func everyRouteIsDescribedOnce() throws {
    let paths = try #require(OpenAPIDocument.make()["paths"]?.object)
    let described = paths.members.flatMap { path in
      (path.value.object?.names ?? []).map { "\($0.uppercased()) \(path.name)" }
    }
    let routed = ControlRoute.all.map { "\($0.method.rawValue) \($0.pattern)" }
    expectEqual(described.sorted(), routed.sorted())
    expectEqual(Set(routed).count, routed.count)
    let ids = ControlRoute.all.map(\.id)
    expectEqual(Set(ids).count, ids.count, "an id stands twice")
  }

  @Test func everyNameInAPathIsAParameter() {
    for route in ControlRoute.all {
      let named = route.pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map {
        String($0.dropFirst().dropLast())
      }
      expectEqual(named, route.parameters(in: .path).map(\.name), "\(route.id)")
    }
  }

  /// A call with the world in its path is routed as the one without, and a call about a world has the world as a parameter.
  @Test func everyCallAboutAWorldNamesOne() throws {
    let paths = try #require(OpenAPIDocument.make()["paths"])
    for route in ControlRoute.all {
      let parameters = paths[route.pattern]?[route.method.rawValue.lowercased()]?["parameters"]?.array ?? []
      let hasWorld = parameters.contains(["$ref": "#/components/parameters/World"])
      expectEqual(hasWorld, route.scope == .world, "\(route.id)")
      guard route.scope == .world else { continue }
      let named = ControlPath("/_mockidp/v1/worlds/{world}" + route.pattern.dropFirst("/_mockidp/v1".count)).inWorld
      expectEqual(named.world, "{world}", "\(route.id)")
      expectNotNil(named.path.values(for: route.pattern), "\(route.id)")
    }
  }

  /// Generators make a class of each object, and an empty class of `anyOf` with null.
  @Test func everyObjectHasANameAndNullIsAType() throws {
    func walk(_ value: JSONValue, _ place: String, isComponent: Bool = false) {
      if let object = value.object {
        if !isComponent { #expect(object["properties"] == nil || object["type"] == nil, "\(place) has no name") }
        if let choices = object["anyOf"]?.array, choices.contains(["type": "null"]) {
          #expect(choices.count > 2 || choices.contains { $0["$ref"] != nil }, "\(place)")
        }
        expectNil(object["default"], "\(place)")
        for member in object.members where member.name != "properties" || !isComponent {
          walk(member.value, place + "/" + member.name)
        }
        if isComponent {
          for member in object["properties"]?.object?.members ?? [] { walk(member.value, place + "/" + member.name) }
        }
      }
      for item in value.array ?? [] { walk(item, place) }
    }
    let document = OpenAPIDocument.make()
    for schema in try #require(document["components"]?["schemas"]?.object).members {
      walk(schema.value, schema.name, isComponent: true)
    }
    walk(try #require(document["paths"]), "paths")
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
    let others = ["parameters", "responses"].flatMap { kind in
      (document["components"]?[kind]?.object?.names ?? []).map { "#/components/\(kind)/\($0)" }
    }
    expectEqual(references, Set(components.names.map { "#/components/schemas/\($0)" } + others))
  }

  /// A path that two routes fit is answered by the first, which must be the one without a name in it.
  @Test func routesWithNamesComeLast() {
    for (index, route) in ControlRoute.all.enumerated() {
      for earlier in ControlRoute.all[..<index] where earlier.method == route.method {
        expectNil(ControlPath(route.pattern).values(for: earlier.pattern), "\(route.id) is behind \(earlier.id)")
      }
    }
  }
}
