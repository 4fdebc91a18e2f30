import Crypto
import JOSE
import Policy
import Time

/// The signing keys of a server. They are made once, in the background, and each is kept in the home directory as soon as
/// it is made: the next start finds those that a short run had the time for. A run with a seed uses the published
/// development keys.
enum SigningKeyStore {
  private typealias Place = any WritableKeyPath<KeyRing.Made, SigningKey?> & Sendable

  /// The file of each key. The keys that sign come first.
  private static let places: [(name: String, key: Place)] = [
    ("current", \.current), ("personal", \.personal), ("next", \.next), ("retired", \.retired),
  ]

  /// `cloud` is the one that the server stands in for: its signer is named in the certificates of the keys that are made.
  /// - Throws: an error when the files of kept keys are damaged.
  static func ring(home: String, isSeeded: Bool, cloud: Cloud = .global, clock: any WallClock) throws -> KeyRing {
    let maker: KeyRing.Maker = { () throws(CryptoError) in
      try SigningKey.make(signer: cloud.signer, now: clock.now, entropy: SystemEntropy())
    }
    if isSeeded { return try DevelopmentKeys.ring(maker: maker) }
    let personal: KeyRing.Finisher = { (key) throws(CryptoError) in
      try key.signed(by: SigningKey.personalSigner, now: clock.now, entropy: SystemEntropy())
    }
    return KeyRing(completing: try read(home), generating: maker, personal: personal) { keys in
      // Keys that cannot be written still sign. The next start then makes new ones.
      try? write(keys, to: home)
    }
  }

  private static func path(_ name: String, _ home: String) -> String { "\(home)/signing-\(name).pem" }

  /// Writes the keys that are there. A file of a key that is still being made stays as it was.
  private static func write(_ keys: KeyRing.Made, to home: String) throws {
    for (name, path) in places {
      guard let key = keys[keyPath: path] else { continue }
      let text = Array(try key.pem().utf8)
      let file = Self.path(name, home)
      guard try Files.read(file, isTrusted: true) != text else { continue }
      try Files.write(String(decoding: text, as: UTF8.self), to: file, mode: 0o600)
    }
  }

  /// The keys that are kept. A damaged file is an error: apps may still hold tokens that its key signed. A file with the
  /// key of another one is left of a rotation that did not come to its end; that key is made anew.
  private static func read(_ home: String) throws -> KeyRing.Made {
    var keys = KeyRing.Made()
    var known: Set<String> = []
    for (name, path) in places {
      guard let bytes = try Files.read(Self.path(name, home), isTrusted: true) else { continue }
      do {
        let key = try SigningKey(pem: String(decoding: bytes, as: UTF8.self))
        if known.insert(key.id).inserted { keys[keyPath: path] = key }
      } catch {
        throw StartError("\(Self.path(name, home)) is not a signing key (\(error)); remove it to have a new one made")
      }
    }
    return keys
  }
}
