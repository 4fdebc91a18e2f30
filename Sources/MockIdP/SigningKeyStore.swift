import Crypto
import JOSE
import Time

/// The signing keys of a server. They are made once, in the background, and kept in the home directory. A run with a
/// seed uses the published development keys.
enum SigningKeyStore {
  /// - Throws: an error when the files of kept keys are damaged.
  static func ring(home: String, isSeeded: Bool, clock: any WallClock) throws -> KeyRing {
    let maker: @Sendable () throws(CryptoError) -> SigningKey = { () throws(CryptoError) in
      try SigningKey.make(now: clock.now, entropy: SystemEntropy())
    }
    if isSeeded { return try DevelopmentKeys.ring(maker: maker) }
    let keep: @Sendable (KeyRing.Keys) -> Void = { keys in
      // Keys that cannot be written still sign. The next start then makes new ones.
      try? write(keys, to: home)
    }
    if let keys = try read(home) { return KeyRing(keys, maker: maker, onChange: keep) }
    return KeyRing(generating: maker, onChange: keep)
  }

  private static func path(_ name: String, _ home: String) -> String { "\(home)/signing-\(name).pem" }

  private static func write(_ keys: KeyRing.Keys, to home: String) throws {
    for (name, key) in [
      ("current", keys.current), ("next", keys.next), ("retired", keys.retired), ("personal", keys.personal),
    ] {
      if let key { try Files.write(try key.pem(), to: path(name, home), mode: 0o600) }
    }
  }

  /// Nil when a key is missing. A damaged file is an error: apps may still hold tokens that its key signed.
  private static func read(_ home: String) throws -> KeyRing.Keys? {
    func key(_ name: String) throws -> SigningKey? {
      guard let bytes = try Files.read(path(name, home), isTrusted: true) else { return nil }
      do {
        return try SigningKey(pem: String(decoding: bytes, as: UTF8.self))
      } catch {
        throw StartError("\(path(name, home)) is no signing key (\(error)); remove it to have a new one made")
      }
    }
    guard let current = try key("current"), let next = try key("next"), let personal = try key("personal") else {
      return nil
    }
    return KeyRing.Keys(current: current, next: next, retired: try key("retired"), personal: personal)
  }
}
