import Expectations
import Platform
import TestSupport
import Testing

@testable import MockIdP

/// Keys, certificates and stores that another user could have planted.
struct OwnershipTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let owner: uid_t
    let mode: mode_t
    var fault: String?
  }

  @Test(arguments: [
    Row(testDescription: "own and private", owner: 1000, mode: 0o700),
    Row(testDescription: "own, and readable by others", owner: 1000, mode: 0o755),
    Row(testDescription: "the group may write, as on a mounted volume", owner: 1000, mode: 0o2775),
    Row(testDescription: "root's", owner: 0, mode: 0o755),
    Row(testDescription: "root's, and the group may write", owner: 0, mode: 0o2770),
    Row(
      testDescription: "another user's", owner: 1001, mode: 0o700, fault: "belongs to user 1001, and this is user 1000"),
    Row(testDescription: "every user may write", owner: 1000, mode: 0o777, fault: "may be changed by every user"),
    Row(
      testDescription: "every user may write, as in /tmp", owner: 0, mode: 0o1777, fault: "may be changed by every user"
    ),
  ])
  func isDecidedByOwnerAndMode(_ row: Row) {
    expectEqual(Ownership(owner: row.owner, mode: row.mode).fault(for: 1000), row.fault)
  }

  @Test func aHomeThatEveryUserMayChangeIsRefused() throws {
    let options = try Running.options()
    chmod(options.home, 0o777)
    let refusal = try Running.refusal(options)
    #expect(
      refusal.hasPrefix("\(options.home) may be changed by every user, so somebody else could have put it there; "))
    chmod(options.home, 0o770)
    try Running.server(options) { _, _ in }
  }

  @Test(arguments: ["ca.pem", "ca.key"])
  func aKeyThatEveryUserMayChangeIsRefused(_ name: String) throws {
    let options = try Running.options()
    try Running.server(options) { _, _ in }
    chmod(options.home + "/" + name, 0o646)
    #expect(try Running.refusal(options).hasPrefix("\(options.home)/\(name) may be changed by every user"))
  }

  @Test func aSigningKeyThatEveryUserMayChangeIsRefused() throws {
    let options = try Running.options { $0.seed = nil }
    let key = options.home + "/signing-current.pem"
    #expect(TestFiles.write([], to: key))
    chmod(key, 0o666)
    #expect(try Running.refusal(options).hasPrefix("\(key) may be changed by every user"))
  }

  /// Only root can give files away.
  @Test(.enabled(if: geteuid() == 0)) func whatAnotherUserOwnsIsRefused() throws {
    let options = try Running.options()
    try Running.server(options) { _, _ in }
    for path in [options.home + "/ca.key", options.home + "/ca.pem", options.home] {
      expectEqual(chown(path, 12_345, 0), 0)
      #expect(try Running.refusal(options).hasPrefix("\(path) belongs to user 12345, and this is user 0, "))
      chown(path, 0, 0)
    }
    // A link that another user may turn elsewhere.
    let link = options.home + "-link"
    expectEqual(symlink(options.home, link), 0)
    defer { unlink(link) }
    try Running.server(try Running.options(home: link)) { _, _ in }
    expectEqual(lchown(link, 12_345, 0), 0)
    #expect(try Running.refusal(try Running.options(home: link)).hasPrefix("\(link) belongs to user 12345"))
  }

  @Test func aStoreIsForItsUserAlone() throws {
    let data = try TestFiles.makeDirectory()
    let options = try Running.options { $0.dataDirectory = data }
    try Running.server(options) { _, _ in
      for name in ["mockidp.sqlite", "mockidp.sqlite-wal"] {
        expectEqual(TestFiles.mode(data + "/" + name), 0o600, "\(name)")
      }
    }
    // One that an earlier version made.
    chmod(data + "/mockidp.sqlite", 0o644)
    try Running.server(options) { _, _ in
      expectEqual(TestFiles.mode(data + "/mockidp.sqlite"), 0o600)
    }
  }

  @Test(arguments: ["mockidp.sqlite", "mockidp.lock"])
  func aLinkInTheDataDirectoryIsNotFollowed(_ name: String) throws {
    let data = try TestFiles.makeDirectory()
    let target = data + "/elsewhere"
    #expect(TestFiles.write(Array("mine".utf8), to: target))
    expectEqual(symlink(target, data + "/" + name), 0)
    let refusal = try Running.refusal(try Running.options { $0.dataDirectory = data })
    #expect(refusal.hasPrefix("\(data)/\(name) "), "\(refusal)")
    expectEqual(TestFiles.read(target), Array("mine".utf8))
  }

  @Test func aStoreInADirectoryOfAllUsersIsRefused() throws {
    let data = try TestFiles.makeDirectory()
    chmod(data, 0o777)
    #expect(
      try Running.refusal(try Running.options { $0.dataDirectory = data }).hasPrefix(
        "\(data) may be changed by every user"))
  }

  /// A link or a file that waits under the name of a temporary file.
  @Test func temporaryFilesAreMadeAnew() throws {
    let directory = try TestFiles.makeDirectory()
    let target = directory + "/target"
    #expect(TestFiles.write(Array("mine".utf8), to: target))
    for number in 0..<3 { expectEqual(symlink(target, "\(directory)/ca.pem.\(getpid()).\(number).new"), 0) }
    try Files.write("certificate", to: directory + "/ca.pem", mode: 0o600)
    expectEqual(TestFiles.read(target), Array("mine".utf8))
    expectEqual(TestFiles.read(directory + "/ca.pem"), Array("certificate".utf8))
    expectEqual(TestFiles.mode(directory + "/ca.pem"), 0o600)
    // Names that cannot be freed are passed over.
    mkdir("\(directory)/ca.pem.\(getpid()).0.new", 0o700)
    try Files.write("another", to: directory + "/ca.pem")
    expectEqual(TestFiles.read(directory + "/ca.pem"), Array("another".utf8))
  }
}
