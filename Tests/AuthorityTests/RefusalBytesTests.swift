import Bytes
import HTTPWire
import Policy
import TestSupport
import Testing
import Worlds

/// What the wire carries for every row of the catalogue, whole, in the same world at the same moment.
struct RefusalBytesTests {
  /// A line for each row: its label, the status, and the bytes.
  private static func lines(
    _ kinds: [RefusalKind], _ answer: (RefusalKind) throws -> (status: Int, text: String)
  ) throws -> [UInt8] {
    var text = ""
    for kind in kinds {
      let (status, body) = try answer(kind)
      text += "\(kind.label) \(kind.name) \(status)\n\(body)\n\n"
    }
    return Array(text.utf8)
  }

  @Test func ofTheTokenEndpoint() throws {
    expectGolden(
      "refusals-token.txt",
      try Self.lines(CatalogueWalkTests.kinds(on: .token)) { kind in
        let answer = try CatalogueWalkTests.world(kind, at: .token).token(CatalogueWalkTests.form)
        return (answer.status, answer.text)
      })
  }

  @Test func ofRedirects() throws {
    expectGolden(
      "refusals-redirect.txt",
      try Self.lines(CatalogueWalkTests.kinds(on: .redirect, .silentRedirect)) { kind in
        let query = AuthorizeQuery(.mobile, [("prompt", "none")])
        let answer = try CatalogueWalkTests.world(kind, at: .authorize).send("GET", query.target)
        return (answer.status, answer.location ?? "")
      })
  }

  @Test func ofTheDocuments() throws {
    expectGolden(
      "refusals-discovery.txt",
      try Self.lines(CatalogueWalkTests.kinds(on: .discovery)) { kind in
        let answer = try CatalogueWalkTests.world(kind, at: .discovery)
          .send("GET", "/common/v2.0/.well-known/openid-configuration")
        return (answer.status, answer.text)
      })
  }

  /// Of a page its middle; the frame around it is the same for all and has goldens of its own.
  @Test func ofPages() throws {
    let kinds = Catalogue.all.filter {
      $0.family == .entra && $0.surfaces.isSubset(of: [.page, .inPage, .token]) && $0.surfaces.contains(.page)
    }
    expectGolden(
      "refusals-page.txt",
      try Self.lines(kinds) { kind in
        let answer = try CatalogueWalkTests.world(kind, at: .authorize).send("GET", AuthorizeQuery(.mobile).target)
        let start = try #require(answer.text.firstRange(of: "<main")).lowerBound
        let end = try #require(answer.text.firstRange(of: "</main>")).upperBound
        return (answer.status, String(answer.text[start..<end]))
      })
  }
}
