import Crypto
import Dispatch
import Expectations
import Platform
import Synchronization
import Testing
import Time

@testable import JOSE

@Suite struct KeyRingTests {
  /// Hands out the development keys, then fails.
  private final class Source: Sendable {
    private let keys: Mutex<[SigningKey]>

    init() throws {
      let keys = try DevelopmentKeys.keys()
      self.keys = Mutex([keys.current, keys.next, keys.personal] + [keys.retired].compactMap { $0 })
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
    try expectEqual(ids(ring, .work), work)
    try expectEqual(ids(ring, .personal), [keys.personal.id])
    try expectEqual(ids(ring, .everyone), work + [keys.personal.id])
    try expectEqual(ring.published(for: .everyone).map(\.isPersonal), [false, false, false, true])
    expectEqual(ring.published(id: keys.next.id)?.id, keys.next.id)
    expectNil(ring.published(id: "unknown"))
    expectEqual(Set(try ids(ring, .everyone)).count, 4)
  }

  /// A world writes its keys when the revision has changed, before the call that rotated them is answered.
  @Test func aRotationIsCountedWhenItIsMade() throws {
    let ring = try DevelopmentKeys.ring { () throws(CryptoError) in throw CryptoError("make a key") }
    for rotate in [ring.rotate, ring.withdrawCurrent, { ring.put(ring.madeByPlace) }, ring.rotateUnannounced] {
      settle(ring)
      let before = ring.revision
      rotate()
      #expect(ring.revision > before)
    }
  }

  @Test func rotationMovesEveryKeyOnePlace() throws {
    let ring = try DevelopmentKeys.ring { () throws(CryptoError) in throw CryptoError("make a key") }
    let before = try ring.keys
    ring.rotate()
    settle(ring)
    let after = try ring.keys
    expectEqual(after.current.id, before.next.id)
    expectEqual(after.retired?.id, before.current.id)
    expectEqual(after.next.id, "PUrk_uGLEnNZ-I9kJwWX3gO4n2s")
    expectEqual(after.personal.id, before.personal.id)
    try expectEqual(ring.current.id, before.next.id)
    if let retired = before.retired { expectNil(ring.published(id: retired.id)) }
  }

  @Test func aWithdrawnKeyIsPublishedNoMore() throws {
    let ring = try DevelopmentKeys.ring { () throws(CryptoError) in throw CryptoError("make a key") }
    let before = try ring.keys
    ring.withdrawCurrent()
    settle(ring)
    expectNil(ring.published(id: before.current.id))
    try expectEqual(ring.current.id, before.next.id)
    try expectEqual(ring.keys.retired?.id, before.retired?.id)
  }

  @Test func aCopyRotatesByItself() throws {
    let ring = try DevelopmentKeys.ring { () throws(CryptoError) in throw CryptoError("make a key") }
    let copy = ring.copy()
    copy.rotate()
    try expectEqual(ring.current.id, DevelopmentKeys.keys().current.id)
    try expectEqual(copy.current.id, DevelopmentKeys.keys().next.id)
  }

  /// A ring whose keys are made one by one, when a test says so.
  private struct Stepwise {
    let ring: KeyRing
    let gate = DispatchSemaphore(value: 0)
    let kept = Told()

    final class Told: Sendable {
      private let states = Mutex<[KeyRing.Made]>([])

      func add(_ state: KeyRing.Made) { states.withLock { $0.append(state) } }

      var all: [KeyRing.Made] { states.withLock { $0 } }
    }

    init(keeping kept: KeyRing.Made = KeyRing.Made()) throws {
      let source = try Source()
      ring = KeyRing(
        completing: kept,
        generating: { [gate] () throws(CryptoError) in
          gate.wait()
          return try source.make()
        }, patience: 3_600, onChange: { [told = self.kept] in told.add($0) })
    }

    /// Lets one key be made, and waits for it.
    func makeOne() {
      let before = ring.made.count
      gate.signal()
      while ring.made.count == before { sched_yield() }
    }
  }

  @Test func keysAreMadeInTheBackgroundAndNobodyWaits() throws {
    let fixed = try DevelopmentKeys.keys()
    let steps = try Stepwise()
    let ring = steps.ring
    #expect(!ring.canSign && !ring.canList && !ring.isComplete && ring.made.isEmpty)
    // The key that signs does not wait for the others, and the retired one is the last.
    steps.makeOne()
    #expect(ring.canSign && ring.canList && !ring.isComplete)
    try expectEqual(ring.current, fixed.current)
    for _ in 0..<3 { steps.makeOne() }
    settle(ring)
    #expect(ring.isComplete)
    // Each key is told as soon as it is made, so that it can be kept. A later key may be told with the one before it.
    let order = [fixed.current, fixed.next, fixed.personal] + [fixed.retired].compactMap { $0 }
    try expectEqual(ring.made, [fixed.current, fixed.next] + [ring.retired].compactMap { $0 } + [fixed.personal])
    try expectEqual(ring.retired, order.last)
    expectEqual(steps.kept.all.count, 4)
    expectEqual(steps.kept.all.last, ring.madeByPlace)
  }

  /// A machine that is busy for hours gives no time to a thread that gives way.
  @Test func whatGaveWayForLongIsMadeAsIfSomebodyWaited() throws {
    let source = try Source()
    let calls = Mutex(0)
    let (begun, busy) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // As many keys are begun in haste as there are processors, at most two. The next one is the first that gives way.
    let givesWay = min(2, OwnThread.processors) + 1
    let ring = KeyRing(
      generating: { () throws(CryptoError) in
        let call = calls.withLock { calls in
          calls += 1
          return calls
        }
        if call == givesWay {
          begun.signal()
          busy.wait()
        }
        // No key is made before all in haste are begun: else the thread that made it could begin the next one before them.
        while calls.withLock({ $0 < givesWay - 1 }) { sched_yield() }
        return try source.make()
      }, patience: 3_600)
    begun.wait()
    ring.hasten()
    while !ring.isComplete { sched_yield() }
    busy.signal()
    expectEqual(Set(try ids(ring, .everyone)).count, 4)
  }

  @Test func documentsListWhatThereIs() throws {
    let fixed = try DevelopmentKeys.keys()
    let steps = try Stepwise()
    steps.makeOne()
    try expectEqual(ids(steps.ring, .everyone), [fixed.current.id])
    steps.makeOne()
    try expectEqual(ids(steps.ring, .everyone), [fixed.current.id, fixed.next.id])
    steps.makeOne()
    try expectEqual(ids(steps.ring, .everyone), [fixed.current.id, fixed.next.id, fixed.personal.id])
    try expectEqual(ids(steps.ring, .work), [fixed.current.id, fixed.next.id])
    steps.makeOne()
    try expectEqual(ids(steps.ring, .work), [fixed.current.id, fixed.next.id, fixed.retired?.id])
  }

  @Test func aKeyThatSomebodyWaitsForIsMadeFirst() throws {
    let source = try Source()
    let gate = DispatchSemaphore(value: 0)
    let works = KeyWorks { () throws(CryptoError) in
      gate.wait()
      return try source.make()
    }
    let places = (0..<3).map { _ in PendingKey(isFirst: true) }
    works.order(places, wanted: 0)
    works.want(places[2])
    works.want(places[2])
    for filled in [[2], [0, 2], [0, 1, 2]] {
      gate.signal()
      while places.count(where: \.isFilled) < filled.count { sched_yield() }
      expectEqual(places.indices.filter { places[$0].isFilled }, filled)
    }
    gate.signal()
  }

  @Test func aPlaceThatNoRingHasGetsNoKey() throws {
    let made = Mutex(0)
    let gate = DispatchSemaphore(value: 0)
    let fixed = try DevelopmentKeys.keys()
    let works = KeyWorks { () throws(CryptoError) in
      gate.wait()
      made.withLock { $0 += 1 }
      return fixed.next
    }
    works.order((0..<9).map { _ in PendingKey(isFirst: true) }, wanted: 0)
    gate.signal()
    let kept = PendingKey(isFirst: true)
    works.order([kept], wanted: 1)
    for _ in 0..<9 { gate.signal() }
    while !kept.isFilled { sched_yield() }
    #expect(made.withLock { $0 } <= 3)
  }

  @Test func thePersonalKeyIsAwaited() throws {
    let steps = try Stepwise()
    let ring = steps.ring
    let done = DispatchSemaphore(value: 0)
    let listed = Mutex<[String]>([])
    #expect(
      OwnThread.start {
        let ids = (try? ring.published(for: .personal))?.map(\.key.id) ?? []
        listed.withLock { $0 = ids }
        done.signal()
      })
    for _ in 0..<4 { steps.gate.signal() }
    done.wait()
    settle(ring)
    try expectEqual(listed.withLock { $0 }, [ring.personal.id])
  }

  @Test(arguments: [false, true]) func aRotationWaitsForTheNextKeyOfAFreshRing(withdraws: Bool) throws {
    let fixed = try DevelopmentKeys.keys()
    let steps = try Stepwise()
    let ring = steps.ring
    steps.makeOne()
    let done = DispatchSemaphore(value: 0)
    #expect(
      OwnThread.start {
        if withdraws { ring.withdrawCurrent() } else { ring.rotate() }
        done.signal()
      })
    try expectEqual(ring.current, fixed.current)
    steps.gate.signal()
    done.wait()
    try expectEqual(ring.current, fixed.next)
    expectEqual(ring.publishes(fixed.current.id), !withdraws)
    for _ in 0..<8 { steps.gate.signal() }
    settle(ring)
  }

  @Test func aDocumentWaitsForTheKeyThatARotationOrdered() throws {
    let fixed = try DevelopmentKeys.keys()
    let gate = DispatchSemaphore(value: 0)
    let ring = KeyRing(
      fixed,
      maker: { () throws(CryptoError) in
        gate.wait()
        return fixed.personal
      })
    ring.rotate()
    #expect(ring.canSign && !ring.isRotating && !ring.canList)
    gate.signal()
    let listed = DispatchSemaphore(value: 0)
    ring.whenCanList { listed.signal() }
    listed.wait()
    #expect(ring.canList)
    try expectEqual(ids(ring, .work), [fixed.next.id, fixed.personal.id, fixed.current.id])
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

  @Test func formerKeysComeByTurnsForAnHour() throws {
    let ring = try DevelopmentKeys.ring { () throws(CryptoError) in throw CryptoError("make a key") }
    let start = UnixTime(seconds: 1_770_000_000)
    let before = try ids(ring, .everyone)
    try expectNil(ring.formerByTurns(for: .everyone, at: start))
    ring.keepFormer(at: start)
    ring.rotateUnannounced()
    settle(ring)
    let soon = start + .minutes(59)
    try expectEqual(ring.formerByTurns(for: .everyone, at: soon)?.map(\.key.id), before)
    try expectNil(ring.formerByTurns(for: .everyone, at: soon))
    try expectNil(ring.formerByTurns(for: .personal, at: soon))
    try expectEqual(ring.formerByTurns(for: .work, at: soon)?.map(\.key.id), Array(before.dropLast()))
    try expectNil(ring.formerByTurns(for: .work, at: start + .minutes(60)))
  }

  @Test func aPlaceFinishesTheKeyThatItGets() throws {
    let fixed = try DevelopmentKeys.keys()
    let ring = KeyRing(
      completing: KeyRing.Made(current: fixed.current, next: fixed.next, retired: fixed.retired),
      generating: { () throws(CryptoError) in fixed.next },
      personal: { (key) throws(CryptoError) in
        try key.signed(
          by: SigningKey.personalSigner, now: UnixTime(seconds: 1_770_000_000), entropy: SeededEntropy(seed: 1))
      })
    settle(ring)
    let personal = try ring.personal
    expectEqual(personal.certificate.subject, "CN=Live ID STS Signing Public Key")
    #expect(personal.id != fixed.next.id && personal.certificate.belongs(to: fixed.next.privateKey))
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
    expectEqual(order.withLock { $0 }, [fixed.next.id, fixed.next.id] + Array(repeating: fixed.personal.id, count: 14))
  }

  @Test func aKeyThatCannotBeMadeIsToldToWhoAsks() throws {
    let fixed = try DevelopmentKeys.keys()
    let ring = KeyRing(fixed, maker: { () throws(CryptoError) in throw CryptoError("make a key") })
    ring.rotate()
    settle(ring)
    try expectEqual(ring.current.id, fixed.next.id)
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
    #expect(!ring.canSign && ring.isRotating)
    // It is published, so that its tokens verify.
    try expectEqual(ring.current.id, fixed.next.id)
    expectNotNil(ring.published(id: try ring.current.id))
    for _ in 0..<2 { gate.signal() }
    settle(ring)
    #expect(ring.canSign)
    try expectEqual(ring.current.id, fixed.personal.id)
  }
}
