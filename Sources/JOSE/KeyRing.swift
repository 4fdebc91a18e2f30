package import Crypto
import Dispatch
import Synchronization

/// The keys a server signs with: three for work and school accounts, of which only `current` signs, and one for personal
/// accounts.
///
/// Keys are made on a queue of the ring's own, one after another in the order they are asked for. An accessor waits for
/// the keys it answers with, and for no others; that is up to a second when it comes right after `init(generating:)`.
package final class KeyRing: Sendable {
  /// The keys of a ring at one moment.
  package struct Keys: Sendable {
    package var current: SigningKey
    /// Published ahead of its time, so that clients know it when it begins to sign.
    package var next: SigningKey
    /// Signs no more and stays published. Nil after the current key was withdrawn before it could retire.
    package var retired: SigningKey?
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

  /// A ring of keys at hand. `maker` makes the ones that rotation needs; `onChange` is called on the ring's queue when a
  /// changed set is complete, to keep it.
  package convenience init(
    _ keys: Keys, maker: @escaping @Sendable () throws(CryptoError) -> SigningKey,
    onChange: (@Sendable (Keys) -> Void)? = nil
  ) {
    let slots = Slots(
      current: PendingKey(keys.current), next: PendingKey(keys.next), retired: keys.retired.map { PendingKey($0) },
      personal: PendingKey(keys.personal))
    self.init(slots: slots, maker: maker, onChange: onChange)
  }

  /// A ring that begins to make its four keys now, in the background, the one that signs first. `maker` is called once
  /// for each; `onChange` when all are there.
  package convenience init(
    generating maker: @escaping @Sendable () throws(CryptoError) -> SigningKey,
    onChange: (@Sendable (Keys) -> Void)? = nil
  ) {
    let slots = Slots(current: PendingKey(), next: PendingKey(), retired: PendingKey(), personal: PendingKey())
    self.init(slots: slots, maker: maker, onChange: onChange)
    for slot in [slots.current, slots.personal, slots.next, slots.retired].compactMap({ $0 }) { fill(slot) }
    announce(slots)
  }

  /// Another ring that starts with the same keys and rotates by itself.
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

  /// All keys. Waits for those still being made.
  package var keys: Keys {
    get throws(CryptoError) {
      try slots.withLock { $0 }.keys()
    }
  }

  /// The published key of that `kid`, to verify the server's own tokens with.
  package func published(id: String) throws(CryptoError) -> SigningKey? {
    try published(for: .everyone).first { $0.key.id == id }?.key
  }

  /// The next key begins to sign, the current one retires, the retired one is forgotten, and a new next one is made in
  /// the background.
  package func rotate() { advance { $0.retired = $0.current } }

  /// As `rotate`, but the current key is withdrawn at once: tokens it signed no longer verify.
  package func withdrawCurrent() { advance { _ in } }

  private func advance(_ retire: (inout Slots) -> Void) {
    slots.withLock { slots in
      retire(&slots)
      slots.current = slots.next
      slots.next = PendingKey()
      // Still within the lock: the queue then has the work in the order of the changes, and a set is told about only after
      // each of its keys was made.
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
      // A failure is met by whoever asks for the key.
      if let keys = try? slots.keys() { onChange(keys) }
    }
  }
}
