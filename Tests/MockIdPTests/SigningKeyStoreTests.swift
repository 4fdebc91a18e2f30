import Crypto
import Dispatch
import Expectations
import TestSupport
import Testing
import Time

@testable import JOSE
@testable import MockIdP

/// Signing keys on the disk. A run that ends before all are made has kept those that it had the time for.
@Suite struct SigningKeyStoreTests {
  private static func settle(_ ring: KeyRing) {
    let settled = DispatchSemaphore(value: 0)
    ring.whenSettled { settled.signal() }
    settled.wait()
  }

  private static func keep(_ keys: [(String, SigningKey)], in home: String) throws {
    for (name, key) in keys { try Files.write(try key.pem(), to: "\(home)/signing-\(name).pem", mode: 0o600) }
  }

  private static func ring(_ home: String) throws -> KeyRing {
    try SigningKeyStore.ring(home: home, isSeeded: false, clock: ManualClock(UnixTime(seconds: 1_770_000_000)))
  }

  @Test func theKeyInUseSuffices() throws {
    let home = try TestFiles.makeDirectory()
    let fixed = try DevelopmentKeys.keys()
    try Self.keep([("current", fixed.current), ("personal", fixed.personal)], in: home)
    let ring = try Self.ring(home)
    // Nothing has to be made before the first token.
    #expect(ring.canSign)
    try expectEqual(ring.current, fixed.current)
    Self.settle(ring)
    let again = try Self.ring(home)
    #expect(again.isComplete)
    try expectEqual(again.keys.next, ring.keys.next)
  }

  @Test func aRotationIsKeptBeforeTheNextKeyIsMade() throws {
    let home = try TestFiles.makeDirectory()
    let fixed = try DevelopmentKeys.keys()
    // As a run leaves it that ended right after it rotated: the next key is the one that signs.
    try Self.keep(
      [("current", fixed.next), ("next", fixed.next), ("retired", fixed.current), ("personal", fixed.personal)],
      in: home)
    let ring = try Self.ring(home)
    try expectEqual(ring.current, fixed.next)
    Self.settle(ring)
    #expect(try ring.keys.next != fixed.next)
    try expectEqual(ring.keys.retired, fixed.current)
  }
}
