import Directory
import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

/// Digests are made for worlds. The reader of a file, which may have ten thousand users, makes none.
@Suite("Digests of passwords and secrets") struct DigestTests {
  @Test("are not made by the reader of a file, and its worlds have them") func digests() throws {
    let reader = DirectoryEditor(forNamesOf: DirectoryState())
    let new = NewUser(
      alias: "kim", displayName: "Kim", userPrincipalName: "kim@contoso.com", tenant: SeededDirectory.contoso)
    let read = try #require(reader.made(new).password)
    #expect(!read.matches(SeededDirectory.password) && !read.matches(""))
    let world = try WorldExportTests.world(
      of: "scenario: x\nworld: { users: { kim: { displayName: Kim } }, apps: { shop: { type: web } } }")
    expectEqual(world.directory.user(named: "kim")?.password?.matches(SeededDirectory.password), true)
    expectEqual(world.directory.application(named: "shop")?.secrets.first?.digest.matches("shop-secret"), true)
  }
}
