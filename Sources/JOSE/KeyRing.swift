package import Crypto
import Dispatch
import Synchronization

/// The keys that a server signs with: three for work and school accounts, of which only `current` signs, and one for
/// personal accounts.
///
/// The ring makes its keys on a queue of its own, one after another in the order of the requests. An accessor waits
/// only for the keys that it returns: up to a second directly after `init(generating:)`.
package final class KeyRing: Sendable {
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

    func keys() throws(CryptoError) -> Keys {
      Keys(
        current: try current.wait(), next: try next.wait(), retired: try retired?.wait(), personal: try personal.wait())
    }
  }

  private let slots: Mutex<Slots>
  private let queue = DispatchQueue(label: "mockidp.keys", qos: .userInitiated)
  private let maker: @Sendable () throws(CryptoError) -> SigningKey
  private let onChange: (@Sendable (Keys) -> Void)?

  private init(
    slots: Slots, maker: @escaping @Sendable () throws(CryptoError) -> SigningKey, onChange: (@Sendable (Keys) -> Void)?
  ) {
    self.slots = Mutex(slots)
    self.maker = maker
    self.onChange = onChange
  }

  /// A ring with keys that exist. `maker` makes the keys that rotation needs. The ring calls `onChange` on its queue
  /// when a changed set is complete, so that the caller can store it.
  package convenience init(
    _ keys: Keys, maker: @escaping @Sendable () throws(CryptoError) -> SigningKey,
    onChange: (@Sendable (Keys) -> Void)? = nil
  ) {
    let slots = Slots(
      current: PendingKey(keys.current), next: PendingKey(keys.next), retired: keys.retired.map { PendingKey($0) },
      personal: PendingKey(keys.personal))
    self.init(slots: slots, maker: maker, onChange: onChange)
  }

  /// A ring that starts to make its four keys in the background, the current one first. It calls `maker` once for
  /// each, and `onChange` when all four exist.
  package convenience init(
    generating maker: @escaping @Sendable () throws(CryptoError) -> SigningKey,
    onChange: (@Sendable (Keys) -> Void)? = nil
  ) {
    let slots = Slots(current: PendingKey(), next: PendingKey(), retired: PendingKey(), personal: PendingKey())
    self.init(slots: slots, maker: maker, onChange: onChange)
    for slot in [slots.current, slots.personal, slots.next, slots.retired].compactMap({ $0 }) { fill(slot) }
    announce(slots)
  }

  /// Another ring that starts with the same keys and rotates on its own.
  package func copy(onChange: (@Sendable (Keys) -> Void)? = nil) -> KeyRing {
    KeyRing(slots: slots.withLock { $0 }, maker: maker, onChange: onChange)
  }

  /// The key that signs for work and school accounts.
  package var current: SigningKey {
    get throws(CryptoError) { try slots.withLock { $0.current }.wait() }
  }

  /// The key that signs for personal accounts.
  package var personal: SigningKey {
    get throws(CryptoError) { try slots.withLock { $0.personal }.wait() }
  }

  /// All keys. Waits for keys that are not made yet.
  package var keys: Keys {
    get throws(CryptoError) {
      try slots.withLock { $0 }.keys()
    }
  }

  /// The published key with that `kid`, to verify the server's own tokens with. Nil when there is none.
  package func published(id: String) throws(CryptoError) -> SigningKey? {
    try published(for: .everyone).first { $0.key.id == id }?.key
  }

  /// Rotates: the next key becomes current, the current one retires, the retired one is forgotten, and the ring makes
  /// a new next key in the background.
  package func rotate() { advance { $0.retired = $0.current } }

  /// Rotates as `rotate` does, but withdraws the current key at once: tokens that it signed no longer verify. The
  /// retired key stays.
  package func withdrawCurrent() { advance { _ in } }

  private func advance(_ retire: (inout Slots) -> Void) {
    slots.withLock { slots in
      retire(&slots)
      slots.current = slots.next
      slots.next = PendingKey()
      // Still inside the lock, so that the queue gets the work in the order of the changes: it reports a set only
      // after it made each of its keys.
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
    guard let onChange else { return }
    queue.async {
      // A failure reaches the caller that asks for the key.
      if let keys = try? slots.keys() { onChange(keys) }
    }
  }
}
