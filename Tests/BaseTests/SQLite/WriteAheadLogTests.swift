import Expectations
import Foundation
import SQLite
import Testing

@Suite("Write-ahead log") struct WriteAheadLogTests {
  /// The log of a database with ten small changes, as a process that was killed leaves it.
  private static func log() throws -> [UInt8] {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("sqlite-tests-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    let connection = try SQLiteConnection(path: url.path + "/a.db")
    try connection.useWriteAheadLog()
    try connection.execute("CREATE TABLE t (x)")
    for number in 0..<10 { try connection.run("INSERT INTO t VALUES (?)", .integer(Int64(number))) }
    return [UInt8](try Data(contentsOf: url.appendingPathComponent("a.db-wal")))
  }

  private static let frame = 24 + 4_096

  struct Case: CustomTestStringConvertible {
    let damage: @Sendable (inout [UInt8]) -> Void
    let found: Bool
    let testDescription: String
  }

  @Test(arguments: [
    Case(damage: { _ in }, found: false, testDescription: "as it was left"),
    Case(damage: { $0 = [] }, found: false, testDescription: "empty"),
    Case(damage: { $0.removeLast(100) }, found: false, testDescription: "the last frame in pieces"),
    Case(damage: { $0.removeLast(3 * frame + 7) }, found: false, testDescription: "the last frames never written"),
    Case(damage: { $0[$0.count - 5] ^= 1 }, found: false, testDescription: "the last commit half written"),
    Case(
      damage: { for index in 0..<32 { $0[index] = 0 } }, found: false,
      testDescription: "a header that was never written"),
    Case(damage: { $0[0] = 0x53 }, found: true, testDescription: "another header"),
    Case(damage: { $0[10] ^= 1 }, found: true, testDescription: "a header that does not add up"),
    Case(damage: { $0[32 + frame * 2 + 500] ^= 1 }, found: true, testDescription: "one bit of an early page"),
    Case(
      damage: { for index in 32 + frame..<32 + 2 * frame { $0[index] = 0xAA } }, found: true,
      testDescription: "a frame of garbage in the middle"),
    Case(
      damage: { bytes in
        // The frames of the log before, with other salts, behind one of the new log.
        for number in 3..<(bytes.count / frame) { bytes[32 + number * frame + 8] ^= 0xFF }
      }, found: false, testDescription: "what the log held before it began anew"),
  ])
  func damage(_ c: Case) throws {
    var bytes = try Self.log()
    c.damage(&bytes)
    expectEqual(WriteAheadLog.damage(in: bytes) != nil, c.found)
  }

  @Test("is none where there is no file") func missing() throws {
    try expectNil(WriteAheadLog.damage(inFile: "/nowhere/a.db-wal"))
  }
}
