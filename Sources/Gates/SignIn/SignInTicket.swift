import Bytes
import Crypto
import Time

/// The nonce of a sign-in and its proof: who ends the sign-in has to be the browser that began it.
struct SignInTicket {
  /// 32 hexadecimal digits, `_`, and the time in UTC (observed).
  let nonce: String
  /// What the browser keeps. It follows from the nonce by a key that nobody else knows, so nothing else is kept.
  let proof: String

  init(at now: UnixTime, key: [UInt8], entropy: any Entropy) {
    nonce = Hex.encode(entropy.bytes(16)) + "_" + Self.stamp(now)
    proof = Self.proof(of: nonce, key)
  }

  /// Why the browser's proof does not fit a nonce; nil when it does.
  static func fault(of nonce: String, provedBy proof: String?, at now: UnixTime, within life: Duration, key: [UInt8])
    -> String?
  {
    guard let proof, ConstantTime.equal(proof, Self.proof(of: nonce, key)) else {
      return "the nonce is none that this browser was given"
    }
    // The stamp has the length of a time and counts like a number, so its text can be compared.
    let begun = nonce.split(separator: "_").last.map(String.init) ?? ""
    guard begun >= Self.stamp(now - life), begun <= Self.stamp(now + .minutes(1)) else {
      return "the sign-in began more than \(life.components.seconds / 60) minutes ago"
    }
    return nil
  }

  private static func proof(of nonce: String, _ key: [UInt8]) -> String {
    Base64.encodeURL(HMACSHA256.authenticate(Array(nonce.utf8), key: key))
  }

  /// `20260131102030`.
  private static func stamp(_ time: UnixTime) -> String {
    String(decoding: time.iso8601.utf8.filter(ASCII.isDigit).prefix(14), as: UTF8.self)
  }
}
