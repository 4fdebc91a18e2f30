import Bytes

/// The security identifier of an object: `S-1-12-1-` and the object id as four numbers of 32 bits (observed).
enum SecurityIdentifier {
  static func text(of guid: GUID) -> String {
    let bytes = guid.bytes.map { UInt32($0) }
    // The fields of a GUID before the last two are stored with their low byte first, so they are numbers as written.
    let first = bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3]
    let second = bytes[6] << 24 | bytes[7] << 16 | bytes[4] << 8 | bytes[5]
    let rest = [8, 12].map { bytes[$0] | bytes[$0 + 1] << 8 | bytes[$0 + 2] << 16 | bytes[$0 + 3] << 24 }
    return "S-1-12-1-\(first)-\(second)-\(rest[0])-\(rest[1])"
  }
}
