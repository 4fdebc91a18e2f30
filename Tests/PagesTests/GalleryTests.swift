import Platform
import Testing

@testable import Pages

struct GalleryTests {
  /// `RECORD_GALLERY=dir swift test --filter GalleryTests` writes every page to that folder, to be looked at,
  /// and beside it the policy to serve it with.
  @Test(.enabled(if: getenv("RECORD_GALLERY") != nil), arguments: Exhibit.all) func record(_ exhibit: Exhibit) throws {
    let folder = try #require(getenv("RECORD_GALLERY").map { String(cString: $0) })
    let policy = Array(exhibit.page.contentSecurityPolicy.description.utf8)
    try #require(Files.write(exhibit.page.html(), to: "\(folder)/\(exhibit.name).html"))
    try #require(Files.write(policy, to: "\(folder)/\(exhibit.name).csp"))
  }
}
