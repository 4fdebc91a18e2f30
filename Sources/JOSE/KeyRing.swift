package import Crypto
import Dispatch
import Synchronization

/// The keys that a server signs with: three for work and school accounts, of which only `current` signs, and one for
/// personal accounts.
///
/// The ring makes its keys on a queue of its own, one after another in the order of the requests. Nothing here waits: a
/// caller asks `canSign` or `isComplete` first, and `whenSettled` tells when to ask again. A ring that makes its first keys
/// takes up to a second.
package final class KeyRing: Sendable {
  /// Makes one key.
  package typealias Maker = @Sendable () throws(CryptoError) -> SigningKey

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
  private let changes = Atomic<Int>(0)
  private let queue = DispatchQueue(label: "mockidp.keys", qos: .userInitiated)
  private let maker: Maker
  private let onChange: (@Sendable (Made) -> Void)?

  private init(
    slots: Slots, maker: @escaping Maker, onChange: (@Sendable (Made) -> Void)?
  ) {
    self.slots = Mutex(slots)
    self.maker = maker
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
    self.init(slots: slots, maker: maker, onChange: onChange)
  }

  /// A ring that makes in the background those of its four keys that were not kept. It begins with the one that signs. It
  /// calls `maker` once for each, and `onChange` as soon as each is there.
  package convenience init(
    completing kept: Made = Made(), generating maker: @escaping Maker,
    onChange: (@Sendable (Made) -> Void)? = nil
  ) {
    func slot(_ key: SigningKey?) -> PendingKey { key.map { PendingKey($0) } ?? PendingKey() }
    let slots = Slots(
      current: slot(kept.current), next: slot(kept.next), retired: slot(kept.retired), personal: slot(kept.personal))
    self.init(slots: slots, maker: maker, onChange: onChange)
    for slot in [slots.current, slots.personal, slots.next, slots.retired].compactMap({ $0 }) where !slot.isFilled {
      fill(slot)
      announce(slots)
    }
  }

  /// Another ring that starts with the same keys and rotates on its own.
  package func copy(onChange: (@Sendable (Made) -> Void)? = nil) -> KeyRing {
    KeyRing(slots: slots.withLock { $0 }, maker: maker, onChange: onChange)
  }

  /// Grows with each rotation, and again when the new key is made. 0: the keys are those that the ring began with.
  package var revision: Int { changes.load(ordering: .relaxed) }

  /// The keys that are made, each at its place.
  package var madeByPlace: Made { slots.withLock { $0 }.made }

  /// Takes these keys in the place of those that the ring has, and makes those that are missing.
  package func put(_ made: Made) {
    func slot(_ key: SigningKey?) -> PendingKey { key.map { PendingKey($0) } ?? PendingKey() }
    changes.wrappingAdd(1, ordering: .relaxed)
    slots.withLock { slots in
      slots = Slots(
        current: slot(made.current), next: slot(made.next), retired: made.retired.map { PendingKey($0) },
        personal: slot(made.personal))
      for slot in slots.all where !slot.isFilled { fill(slot) }
    }
  }

  /// Whether the keys that sign are made.
  package var canSign: Bool { slots.withLock { $0.current.isFilled && $0.personal.isFilled } }

  /// Whether all keys are made, those among them that are only published.
  package var isComplete: Bool { slots.withLock { $0.all.allSatisfy(\.isFilled) } }

  /// Calls `body` on the ring's queue when every key is made that was asked for before.
  package func whenSettled(_ body: @escaping @Sendable () -> Void) { queue.async { body() } }

  /// The key that signs for work and school accounts. While it is being made, as when a rule rotates twice at once, another
  /// published key signs.
  /// - Throws: why no key can be made, also when none is made yet (see `canSign`).
  package var current: SigningKey {
    get throws(CryptoError) {
      let slots = slots.withLock { $0 }
      for slot in [slots.current, slots.retired, slots.next].compactMap({ $0 }) {
        if let key = try slot.made() { return key }
      }
      throw CryptoError("sign before a key is made")
    }
  }

  /// The key that signs for personal accounts.
  /// - Throws: why it cannot be made, also when it is not made yet (see `canSign`).
  package var personal: SigningKey {
    get throws(CryptoError) {
      guard let key = try slots.withLock({ $0.personal }).made() else { throw CryptoError("sign before a key is made") }
      return key
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

  /// The keys that the document for these accounts lists: current, next and retired, then the personal one.
  /// - Throws: why one cannot be made, also when one is not made yet (see `isComplete`).
  package func published(for audience: Audience) throws(CryptoError) -> [PublishedKey] {
    let keys = try keys
    let work = [keys.current, keys.next, keys.retired].compactMap { $0 }
      .map { PublishedKey(key: $0, isPersonal: false) }
    let personal = [PublishedKey(key: keys.personal, isPersonal: true)]
    switch audience {
    case .work: return work
    case .personal: return personal
    case .everyone: return work + personal
    }
  }

  /// The published key with that `kid`, to verify the server's own tokens with. Nil when there is none.
  package func published(id: String) -> SigningKey? { made.first { $0.id == id } }

  /// Rotates: the next key becomes current, the current one retires, the retired one is forgotten, and the ring makes
  /// a new next key in the background.
  package func rotate() { advance { $0.retired = $0.current } }

  /// Rotates to a key that is made now, so that no key document has listed it before. The next key stays the next one.
  /// Until the new key is made, `canSign` is false.
  package func rotateUnannounced() {
    slots.withLock { slots in
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

  private func advance(_ retire: (inout Slots) -> Void) {
    slots.withLock { slots in
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

  private func fill(_ slot: PendingKey) {
    queue.async { [maker] in
      do throws(CryptoError) { slot.fill(.success(try maker())) } catch { slot.fill(.failure(error)) }
    }
  }

  private func announce(_ slots: Slots) {
    queue.async { [self] in
      changes.wrappingAdd(1, ordering: .relaxed)
      onChange?(slots.made)
    }
  }
}
