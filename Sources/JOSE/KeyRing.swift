package import Crypto
import Dispatch
import Synchronization
package import Time

/// The keys that a server signs with: three for work and school accounts, of which only `current` signs, and one for
/// personal accounts.
///
/// The ring has its keys made on threads of their own (`KeyWorks`): first the one that signs for work and school accounts,
/// the others when somebody waits for them or when the machine has time. A caller that must not wait asks `canSign`,
/// `canList` or `isComplete` first; `whenCanSign` and `whenCanList` tell when to ask again. Once all keys that the ring
/// began with are made, nothing here waits.
package final class KeyRing: Sendable {
  /// Makes one key.
  package typealias Maker = @Sendable () throws(CryptoError) -> SigningKey

  /// Makes the key of a place from one that was made without knowing for which.
  package typealias Finisher = @Sendable (SigningKey) throws(CryptoError) -> SigningKey

  /// The keys of a ring at one moment.
  package struct Keys: Sendable {
    /// Signs for work and school accounts.
    package var current: SigningKey
    /// Published before it signs, so that clients know it in time.
    package var next: SigningKey
    /// No longer signs, but is still published. Nil when the keys that the ring started with had none, until the first
    /// rotation.
    package var retired: SigningKey?
    /// Signs for personal accounts.
    package var personal: SigningKey

    package init(current: SigningKey, next: SigningKey, retired: SigningKey?, personal: SigningKey) {
      self.current = current
      self.next = next
      self.retired = retired
      self.personal = personal
    }
  }

  private struct Slots: Sendable {
    var current: PendingKey
    var next: PendingKey
    var retired: PendingKey?
    var personal: PendingKey

    var all: [PendingKey] { [current, next, retired, personal].compactMap(\.self) }

    /// The keys without which there is no key document.
    var listed: [PendingKey] { [current] + all.filter { !$0.isFirst && $0 !== current } }

    var made: Made {
      func key(_ slot: PendingKey?) -> SigningKey? { (try? slot?.made()) ?? nil }
      return Made(current: key(current), next: key(next), retired: key(retired), personal: key(personal))
    }

    func keys() throws(CryptoError) -> Keys {
      guard let current = try current.made(), let next = try next.made(), let personal = try personal.made(),
        retired?.isFilled != false
      else { throw CryptoError("use signing keys before they are made") }
      return Keys(current: current, next: next, retired: try retired?.made(), personal: personal)
    }
  }

  private let slots: Mutex<Slots>
  /// What the key documents listed before the last rotation.
  let former = Mutex<FormerKeys?>(nil)
  private let changes = Atomic<Int>(0)
  private let queue = DispatchQueue(label: "mockidp.keys", qos: .userInitiated)
  private let works: KeyWorks
  private let onChange: (@Sendable (Made) -> Void)?

  private init(slots: Slots, works: KeyWorks, onChange: (@Sendable (Made) -> Void)?) {
    self.slots = Mutex(slots)
    self.works = works
    self.onChange = onChange
  }

  /// A ring with keys that exist. `maker` makes the keys that rotation needs. The ring calls `onChange` on its queue
  /// after a rotation, and again when the new key is made, so that the caller can store them.
  package convenience init(
    _ keys: Keys, maker: @escaping Maker,
    onChange: (@Sendable (Made) -> Void)? = nil
  ) {
    let slots = Slots(
      current: PendingKey(keys.current), next: PendingKey(keys.next), retired: keys.retired.map { PendingKey($0) },
      personal: PendingKey(keys.personal))
    self.init(slots: slots, works: KeyWorks(maker: maker), onChange: onChange)
  }

  /// A ring that makes in the background those of its four keys that were not kept: first the one that signs, last the
  /// retired one. It calls `onChange` on its queue as soon as each is there. `maker` is called from two threads where the
  /// machine has two processors, and `finish` makes the key for personal accounts of one of these keys.
  ///
  /// The keys that nobody waits for give way to all other work for `patience` seconds. What is missing then is made as if somebody waited
  /// for it: a machine that is busy for hours would never have them otherwise.
  package convenience init(
    completing kept: Made = Made(), generating maker: @escaping Maker, personal finish: Finisher? = nil,
    patience: Double = 5, onChange: (@Sendable (Made) -> Void)? = nil
  ) {
    func slot(_ key: SigningKey?, _ finish: Finisher? = nil) -> PendingKey {
      key.map { PendingKey($0) } ?? PendingKey(isFirst: true, finish: finish)
    }
    let slots = Slots(
      current: slot(kept.current), next: slot(kept.next), retired: slot(kept.retired),
      personal: slot(kept.personal, finish))
    self.init(slots: slots, works: KeyWorks(maker: maker), onChange: onChange)
    let missing = [slots.current, slots.next, slots.personal, slots.retired].compactMap(\.self).filter { !$0.isFilled }
    for slot in missing {
      slot.whenFilled { [weak self] in
        guard let self else { return }
        queue.async { [self] in tell(self.slots.withLock { $0 }) }
      }
    }
    works.order(missing, wanted: slots.current.isFilled ? 0 : 1)
    for slot in missing {
      queue.asyncAfter(deadline: .now() + patience) { [weak slot, works] in
        if let slot { Self.hasten([slot], works) }
      }
    }
  }

  /// Has the keys that nobody waits for made as if somebody did.
  func hasten() { Self.hasten(slots.withLock { $0.all }, works) }

  private static func hasten(_ places: [PendingKey], _ works: KeyWorks) {
    for place in places where !place.isFilled { works.want(place) }
  }

  /// Another ring that starts with the same keys and rotates on its own.
  package func copy(onChange: (@Sendable (Made) -> Void)? = nil) -> KeyRing {
    KeyRing(slots: slots.withLock { $0 }, works: works, onChange: onChange)
  }

  /// Grows with each rotation, and again when the new key is made. 0: the keys are those that the ring began with.
  package var revision: Int { changes.load(ordering: .acquiring) }

  /// Within the lock of the keys for a rotation: it is counted when the call that asked for it returns, and whoever finds it counted finds it made.
  private func noteChange() { changes.wrappingAdd(1, ordering: .releasing) }

  /// The keys that are made, each at its place.
  package var madeByPlace: Made { slots.withLock { $0 }.made }

  /// Takes these keys in the place of those that the ring has, and makes those that are missing.
  package func put(_ made: Made) {
    func slot(_ key: SigningKey?) -> PendingKey { key.map { PendingKey($0) } ?? PendingKey() }
    slots.withLock { slots in
      noteChange()
      slots = Slots(
        current: slot(made.current), next: slot(made.next), retired: made.retired.map { PendingKey($0) },
        personal: slot(made.personal))
      for slot in slots.all where !slot.isFilled { fill(slot) }
    }
  }

  /// Whether the key that signs for work and school accounts is made.
  package var canSign: Bool { slots.withLock { $0.current.isFilled } }

  /// Whether a rotation has made a key current that is still being made. Until it is, another published key signs.
  package var isRotating: Bool { slots.withLock { !$0.current.isFilled && !$0.current.isFirst } }

  /// Whether a key document can be written: the key that signs is made, and so are the keys that rotations have ordered.
  /// The others that the ring began with join the document when they are made.
  package var canList: Bool { slots.withLock { $0.listed.allSatisfy(\.isFilled) } }

  /// Whether all keys are made, those among them that are only published.
  package var isComplete: Bool { slots.withLock { $0.all.allSatisfy(\.isFilled) } }

  /// Calls `body` on the ring's queue when `canSign` holds for the keys as they are now.
  package func whenCanSign(_ body: @escaping @Sendable () -> Void) { when(slots.withLock { [$0.current] }, body) }

  /// Calls `body` on the ring's queue when `canList` holds for the keys as they are now.
  package func whenCanList(_ body: @escaping @Sendable () -> Void) { when(slots.withLock { $0.listed }, body) }

  /// Calls `body` on the ring's queue, after `onChange`, when every key is made that the ring has now.
  func whenSettled(_ body: @escaping @Sendable () -> Void) { when(slots.withLock { $0.all }, body) }

  private func when(_ places: [PendingKey], _ body: @escaping @Sendable () -> Void) {
    let left = DispatchGroup()
    for place in places where !place.isFilled {
      left.enter()
      works.want(place)
      place.whenFilled { left.leave() }
    }
    left.notify(queue: queue, execute: body)
  }

  /// Waits for a key that the ring began with. The front has requests that may come here answered on threads that may wait.
  private func holdOn(for place: PendingKey) {
    guard place.isFirst, !place.isFilled else { return }
    let made = DispatchSemaphore(value: 0)
    when([place]) { made.signal() }
    made.wait()
  }

  /// The key that signs for work and school accounts. It waits for the first one. While the key of a rotation is being made,
  /// as when a rule rotates twice at once, another published key signs.
  /// - Throws: why no key can be made, also when a rotation's is not made yet and there is no other.
  package var current: SigningKey {
    get throws(CryptoError) {
      let slots = slots.withLock { $0 }
      holdOn(for: slots.current)
      for slot in [slots.current, slots.retired, slots.next].compactMap({ $0 }) {
        if let key = try slot.made() { return key }
      }
      throw CryptoError("sign before a key is made")
    }
  }

  /// The key that signs for personal accounts. It waits for it.
  /// - Throws: why it cannot be made.
  package var personal: SigningKey {
    get throws(CryptoError) {
      let slot = slots.withLock { $0.personal }
      holdOn(for: slot)
      guard let key = try slot.made() else { throw CryptoError("sign before a key is made") }
      return key
    }
  }

  /// The key that signed before the last rotation. It waits for the one that the ring begins with. Nil when there is none.
  /// - Throws: why it cannot be made.
  package var retired: SigningKey? {
    get throws(CryptoError) {
      let slot = slots.withLock { $0.retired }
      if let slot { holdOn(for: slot) }
      return try slot?.made()
    }
  }

  /// All keys.
  /// - Throws: why one cannot be made, also when one is not made yet (see `isComplete`).
  package var keys: Keys {
    get throws(CryptoError) { try slots.withLock { $0 }.keys() }
  }

  /// The keys that may have signed a token of this server: current, next, retired and personal, without those that are not
  /// made yet.
  package var made: [SigningKey] { slots.withLock { $0 }.all.compactMap { try? $0.made() } }

  /// The keys that the document for these accounts lists: current, next and retired, then the personal one, without those
  /// that are not made yet. The document of work and school accounts waits for its first key, that of personal accounts for
  /// its only one.
  /// - Throws: why one cannot be made.
  package func published(for audience: Audience) throws(CryptoError) -> [PublishedKey] {
    if audience == .personal { return [PublishedKey(key: try personal, isPersonal: true)] }
    let slots = slots.withLock { $0 }
    holdOn(for: slots.current)
    var listed: [PublishedKey] = []
    for slot in [slots.current, slots.next, slots.retired].compactMap({ $0 }) {
      if let key = try slot.made() { listed.append(PublishedKey(key: key, isPersonal: false)) }
    }
    if audience == .everyone, let key = try slots.personal.made() {
      listed.append(PublishedKey(key: key, isPersonal: true))
    }
    return listed
  }

  /// The published key with that `kid`, to verify the server's own tokens with. Nil when there is none.
  package func published(id: String) -> SigningKey? { made.first { $0.id == id } }

  /// Rotates: the next key becomes current, the current one retires, the retired one is forgotten, and the ring makes
  /// a new next key in the background. It waits for the first two keys of the ring.
  package func rotate() { advance { $0.retired = $0.current } }

  /// Rotates to a key that is made now, so that no key document has listed it before. The next key stays the next one.
  /// Until the new key is made, `canSign` is false.
  package func rotateUnannounced() {
    awaitFirstKeys()
    slots.withLock { slots in
      noteChange()
      slots.retired = slots.current
      slots.current = PendingKey()
      announce(slots)
      fill(slots.current)
      announce(slots)
    }
  }

  /// Rotates as `rotate` does, but withdraws the current key at once: tokens that it signed no longer verify. The
  /// retired key stays.
  package func withdrawCurrent() { advance { _ in } }

  /// What a rotation moves on has to be there: a client that knows the document of a ring with all its keys knows the next
  /// key.
  private func awaitFirstKeys() {
    let slots = slots.withLock { $0 }
    holdOn(for: slots.current)
    holdOn(for: slots.next)
  }

  /// Remembers what the documents list, before a rotation: for an hour after it they may list it by turns. `now` is the world's time.
  package func keepFormer(at now: UnixTime) {
    let listed = slots.withLock { [$0.current, $0.next, $0.retired].compactMap(\.self) }
    former.withLock { $0 = FormerKeys(places: listed, rotatedAt: now) }
  }

  private func advance(_ retire: (inout Slots) -> Void) {
    awaitFirstKeys()
    slots.withLock { slots in
      noteChange()
      retire(&slots)
      slots.current = slots.next
      slots.next = PendingKey()
      // Still inside the lock, so that the queue gets the work in the order of the changes. The rotation itself is
      // reported first: a process that ends before the new key is made must not sign with the old one again.
      announce(slots)
      fill(slots.next)
      announce(slots)
    }
  }

  /// Has a key made for a place, and keeps what is told later back until it is.
  private func fill(_ slot: PendingKey) {
    works.order([slot], wanted: 1)
    queue.async {
      let made = DispatchSemaphore(value: 0)
      slot.whenFilled { made.signal() }
      made.wait()
    }
  }

  private func announce(_ slots: Slots) { queue.async { [self] in tell(slots) } }

  private func tell(_ slots: Slots) {
    noteChange()
    onChange?(slots.made)
  }
}
