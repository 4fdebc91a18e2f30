import Crypto
import Dispatch
import Platform
import Synchronization
import Testing

@testable import JOSE

@Suite struct KeyRingTests {
  /// Hands out the development keys, then fails.
  private final class Source: Sendable {
    private let keys: Mutex<[SigningKey]>

    init() throws {
      let keys = try DevelopmentKeys.keys()
      self.keys = Mutex([keys.current, keys.personal, keys.next] + [keys.retired].compactMap { $0 })
    }

    func make() throws(CryptoError) -> SigningKey {
      guard let key = keys.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { throw CryptoError("make a key") }
      return key
    }
  }

  /// Waits until the keys are made that were asked for before. Only tests may.
  private func settle(_ ring: KeyRing) {
    let settled = DispatchSemaphore(value: 0)
    ring.whenSettled { settled.signal() }
    settled.wait()
  }

  private func ids(_ ring: KeyRing, _ audience: KeyRing.Audience) throws -> [String] {
    try ring.published(for: audience).map(\.key.id)
  }

  @Test func eachAudienceSeesItsKeys() throws {
    let ring = try DevelopmentKeys.ring { () throws(CryptoError) in throw CryptoError("make a key") }
    let keys = try DevelopmentKeys.keys()
    let work = [keys.current.id, keys.next.id, keys.retired?.id]
    #expect(try ids(ring, .work) == work)
    #expect(try ids(ring, .personal) == [keys.personal.id])
    #expect(try ids(ring, .everyone) == work + [keys.personal.id])
    #expect(try ring.published(for: .everyone).map(\.isPersonal) == [false, false, false, true])
    #expect(ring.published(id: keys.next.id)?.id == keys.next.id)
    #expect(ring.published(id: "unknown") == nil)
    #expect(Set(try ids(ring, .everyone)).count == 4)
  }

  @Test func rotationMovesEveryKeyOnePlace() throws {
    let ring = try DevelopmentKeys.ring { () throws(CryptoError) in throw CryptoError("make a key") }
    let before = try ring.keys
    ring.rotate()
    settle(ring)
    let after = try ring.keys
    #expect(after.current.id == before.next.id)
    #expect(after.retired?.id == before.current.id)
    #expect(after.next.id == "PUrk_uGLEnNZ-I9kJwWX3gO4n2s")
    #expect(after.personal.id == before.personal.id)
    #expect(try ring.current.id == before.next.id)
    if let retired = before.retired { #expect(ring.published(id: retired.id) == nil) }
  }

  @Test func aWithdrawnKeyIsPublishedNoMore() throws {
    let ring = try DevelopmentKeys.ring { () throws(CryptoError) in throw CryptoError("make a key") }
    let before = try ring.keys
    ring.withdrawCurrent()
    settle(ring)
    #expect(ring.published(id: before.current.id) == nil)
    #expect(try ring.current.id == before.next.id)
    #expect(try ring.keys.retired?.id == before.retired?.id)
  }

  @Test func aCopyRotatesByItself() throws {
    let ring = try DevelopmentKeys.ring { () throws(CryptoError) in throw CryptoError("make a key") }
    let copy = ring.copy()
    copy.rotate()
    #expect(try ring.current.id == DevelopmentKeys.keys().current.id)
    #expect(try copy.current.id == DevelopmentKeys.keys().next.id)
  }

  @Test func keysAreMadeInTheBackgroundAndNobodyWaits() throws {
    let source = try Source()
    let gate = DispatchSemaphore(value: 0)
    let kept = Mutex<[KeyRing.Made]>([])
    let ring = KeyRing(
      generating: { () throws(CryptoError) in
        gate.wait()
        return try source.make()
      },
      onChange: { keys in
        kept.withLock { $0.append(keys) }
      })
    #expect(!ring.canSign && !ring.isComplete && ring.made.isEmpty)
    #expect(throws: CryptoError("sign before a key is made")) { try ring.current }
    #expect(throws: CryptoError.self) { try ring.published(for: .everyone) }
    // The keys that sign do not wait for the others.
    for _ in 0..<2 { gate.signal() }
    while !ring.canSign { sched_yield() }
    #expect(try ring.current.id == DevelopmentKeys.keys().current.id)
    #expect(!ring.isComplete && ring.made.count == 2)
    for _ in 0..<2 { gate.signal() }
    settle(ring)
    #expect(ring.isComplete)
    let keys = try ring.keys
    settle(ring)
    // Each key is told as soon as it is made, so that it can be kept: the one that signs first.
    #expect(
      kept.withLock { $0 } == [
        KeyRing.Made(current: keys.current),
        KeyRing.Made(current: keys.current, personal: keys.personal),
        KeyRing.Made(current: keys.current, next: keys.next, personal: keys.personal),
        KeyRing.Made(current: keys.current, next: keys.next, retired: keys.retired, personal: keys.personal),
      ])
  }

  @Test func aRingMakesOnlyTheKeysThatWereNotKept() throws {
    let fixed = try DevelopmentKeys.keys()
    let ring = KeyRing(
      completing: KeyRing.Made(current: fixed.current, personal: fixed.personal),
      generating: { () throws(CryptoError) in fixed.next })
    #expect(ring.canSign)
    settle(ring)
    let keys = try ring.keys
    #expect(keys.current == fixed.current && keys.personal == fixed.personal && keys.next == fixed.next)
  }

  @Test func anUnannouncedKeyWasInNoDocument() throws {
    let fixed = try DevelopmentKeys.keys()
    let ring = KeyRing(fixed, maker: { () throws(CryptoError) in try SigningKey(pem: DevelopmentKeys.firstSparePEM) })
    let before = try ids(ring, .work)
    ring.rotateUnannounced()
    settle(ring)
    let keys = try ring.keys
    #expect(!before.contains(keys.current.id))
    #expect(keys.next == fixed.next && keys.retired == fixed.current)
    #expect(ring.canSign)
  }

  @Test func twoRotationsAtOnceAreToldInOrder() throws {
    let fixed = try DevelopmentKeys.keys()
    let order = Mutex<[String]>([])
    let told = DispatchGroup()
    for _ in 0..<16 { told.enter() }
    let ring = KeyRing(
      fixed, maker: { () throws(CryptoError) in fixed.personal },
      onChange: { keys in
        order.withLock { $0.append(keys.current?.id ?? "") }
        told.leave()
      })
    DispatchQueue.concurrentPerform(iterations: 8) { _ in ring.rotate() }
    told.wait()
    // Each rotation is told twice: when the key signs, and when the one after it is made.
    #expect(order.withLock { $0 } == [fixed.next.id, fixed.next.id] + Array(repeating: fixed.personal.id, count: 14))
  }

  @Test func aKeyThatCannotBeMadeIsToldToWhoAsks() throws {
    let fixed = try DevelopmentKeys.keys()
    let ring = KeyRing(fixed, maker: { () throws(CryptoError) in throw CryptoError("make a key") })
    ring.rotate()
    settle(ring)
    #expect(try ring.current.id == fixed.next.id)
    #expect(throws: CryptoError("make a key")) { try ring.published(for: .work) }
    let none = KeyRing(generating: { () throws(CryptoError) in throw CryptoError("make a key") })
    settle(none)
    #expect(throws: CryptoError("make a key")) { try none.current }
  }

  @Test func anotherPublishedKeySignsWhileTheNewOneIsMade() throws {
    let fixed = try DevelopmentKeys.keys()
    let gate = DispatchSemaphore(value: 0)
    let ring = KeyRing(
      fixed,
      maker: { () throws(CryptoError) in
        gate.wait()
        return fixed.personal
      })
    ring.rotate()
    ring.rotate()
    #expect(!ring.canSign)
    // It is published, so that its tokens verify.
    #expect(try ring.current.id == fixed.next.id)
    #expect(ring.published(id: try ring.current.id) != nil)
    for _ in 0..<2 { gate.signal() }
    settle(ring)
    #expect(ring.canSign)
    #expect(try ring.current.id == fixed.personal.id)
  }
}
