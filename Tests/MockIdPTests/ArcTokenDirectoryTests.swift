import Crypto
import Expectations
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// The files with the keys of an Azure Arc agent.
struct ArcTokenDirectoryTests {
  private static func directory() throws -> ArcTokenDirectory {
    try ArcTokenDirectory(try Running.options().home + "/arc/tokens", entropy: SeededEntropy(seed: 1))
  }

  @Test func aKeyStandsInAFileOfItsOwnUntilItIsUsed() throws {
    let files = try Self.directory()
    let path = try files.write("one")
    #expect(path.hasPrefix(files.path + "/") && path.hasSuffix(".key"))
    expectEqual(TestFiles.read(path), Array("one".utf8))
    expectEqual(TestFiles.mode(path), 0o600)
    #expect(!files.use("two"))
    #expect(files.use("one"))
    #expect(!files.use("one"))
    expectNil(TestFiles.read(path))
  }

  @Test func keysThatNobodyUsesGo() throws {
    let files = try Self.directory()
    let paths = try (0...32).map { try files.write("\($0)") }
    expectNil(TestFiles.read(paths[0]))
    #expect(!files.use("0"))
    #expect(files.use("1"))
    #expect(files.use("32"))
  }

  @Test func nothingIsLeftBehind() throws {
    var files: ArcTokenDirectory? = try Self.directory()
    let path = try #require(try files?.write("one"))
    files = nil
    expectNil(TestFiles.read(path))
  }

  @Test(arguments: [("tokens", "needs a whole path"), ("/proc/none", "/proc/none cannot be made")])
  func aDirectoryThatCannotBeMadeIsNamed(_ path: String, _ text: String) throws {
    let options = try Running.options { $0.arcTokenDirectory = path }
    #expect(try Running.refusal(options).contains(text))
  }
}
