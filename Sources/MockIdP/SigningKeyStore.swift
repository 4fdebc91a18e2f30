import Crypto
import JOSE
import Time

/// The signing keys of a server: made once in the background and kept, or the published development keys of a seeded run.
enum SigningKeyStore {
  static func ring(home: String, isSeeded: Bool, clock: any WallClock) throws -> KeyRing {
    let maker: @Sendable () throws(CryptoError) -> SigningKey = { () throws(CryptoError) in
      try SigningKey.make(now: clock.now, entropy: SystemEntropy())
    }
    if isSeeded { return try DevelopmentKeys.ring(maker: maker) }
    let keep: @Sendable (KeyRing.Keys) -> Void = { keys in
      // Keys that cannot be kept still sign; the next start makes new ones.
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

  /// Nil when a key is missing; damaged files are an error, since tokens out there were signed with what they held.
  private static func read(_ home: String) throws -> KeyRing.Keys? {
    func key(_ name: String) throws -> SigningKey? {
      guard let bytes = try Files.read(path(name, home)) else { return nil }
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
