import Bytes

/// The security identifier of an object: `S-1-12-1-` and the object id as four numbers of 32 bits (observed).
enum SecurityIdentifier {
  static func text(of guid: GUID) -> String {
    let bytes = guid.bytes
    // The fields of a GUID before the last two are stored with their low byte first, so they are numbers as written.
    let first = number(bytes[0..<4])
    let second = number(bytes[6..<8] + bytes[4..<6])
    let third = number(bytes[8..<12].reversed())
    let fourth = number(bytes[12..<16].reversed())
    return "S-1-12-1-\(first)-\(second)-\(third)-\(fourth)"
  }

  /// The number whose bytes these are, the high one first.
  private static func number(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var number: UInt32 = 0
    for byte in bytes { number = number << 8 | UInt32(byte) }
    return number
  }
}
