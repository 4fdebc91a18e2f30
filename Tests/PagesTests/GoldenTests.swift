import Expectations
import Platform
import Testing

@testable import Pages

/// Whole pages as bytes, for those whose exact form others depend on. `RECORD_GOLDENS=1` writes them anew.
struct GoldenTests {
  static let recorded = Exhibit.all.filter {
    [
      "sign-in-fault", "password-known", "error", "form-post", "native-client", "consent", "sign-in-who-is-here",
      "welcome",
    ].contains($0.name)
  }

  @Test(arguments: recorded) func isAsRecorded(_ exhibit: Exhibit) throws {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(folder)/Goldens/\(exhibit.name).html"
    let page = Self.withoutStylesheet(exhibit.page.html())
    if getenv("RECORD_GOLDENS") != nil { try #require(Files.write(page, to: path)) }
    let golden = try #require(Files.read(path))
    expectEqual(String(decoding: page, as: UTF8.self), String(decoding: golden, as: UTF8.self))
    expectEqual(page, golden)
  }

  /// The page with an empty `style` element, so that a change of looks rewrites no golden.
  private static func withoutStylesheet(_ page: [UInt8]) -> [UInt8] {
    Array(String(decoding: page, as: UTF8.self).replacing(Stylesheet.element.text, with: "", maxReplacements: 1).utf8)
  }
}

extension HTML {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
